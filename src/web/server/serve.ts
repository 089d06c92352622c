/** The pages of all runs over HTTP, for the machine that they lie on. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Answer, answer, isKnownHost, isLoopback } from './guard.ts';
import { makeRoutes, type RouteOptions } from './routes.ts';

/** Milliseconds that a client may take for what it asks. */
const PATIENCE = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 2_000 };

/** A browser has six. */
const MOST_CONNECTIONS = 100;

export interface ServeOptions extends RouteOptions {
  /** Name or address of this machine to listen on. */
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Milliseconds in which a client may take nothing of its answer, or ask nothing; a minute unless told. */
  readonly sending?: number;
  /** Told of what went wrong in answering; the answer itself says that it did. */
  failed(error: unknown): void;
}

/** @throws the system's own error where it can't listen: `EADDRINUSE` */
export async function startServer(options: ServeOptions) {
  const { host, port, failed, sending = 60_000 } = options;
  const route = makeRoutes(options);
  const server = createServer(PATIENCE, (request, response) => {
    const send = ({ status, headers, body }: Answer) => {
      response.writeHead(status, headers);
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    const refusal = refusalOf(request, host);
    if (refusal !== null) return send(refusal);
    route(request.url!).then(send, (error: unknown) => {
      failed(error);
      send(plainAnswer(500, 'wiremark failed to answer: see the terminal that it was started in.'));
    });
  });
  server.setTimeout(sending);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // The one that came first has had most time.
    if (sockets.size > MOST_CONNECTIONS) [...sockets][0]!.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // What goes wrong with it later, as without file descriptors, ends nothing.
  server.on('error', failed);
  return {
    /** Where a browser on this machine finds it. */
    url: urlOf(host, (server.address() as AddressInfo).port),
    /** Whether only this machine can reach it, as far as the address tells. */
    loopback: isLoopback(host),
    /** Ends it at once, connections and all. */
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Null when the request may be answered. */
function refusalOf({ method, headers }: IncomingMessage, bound: string): Answer | null {
  if (!isKnownHost(headers.host, bound))
    return plainAnswer(403, `This server doesn't answer to the name "${headers.host ?? ''}".`);
  if (method !== 'GET' && method !== 'HEAD')
    return plainAnswer(405, 'Runs can only be read here.', { Allow: 'GET, HEAD' });
  return null;
}

/** What a refused request has still to say isn't read. */
function plainAnswer(status: number, why: string, more = {}): Answer {
  return answer(status, 'text/plain', `${why}\n`, { Connection: 'close', ...more });
}

/** All addresses of a machine are no address to go to. */
function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/`;
}
