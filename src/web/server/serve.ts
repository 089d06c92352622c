/** The pages of all runs over HTTP, for the machine that they lie on. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { COMMON_HEADERS, DATA_POLICY, isKnownHost, isLoopback } from './guard.ts';
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
    const refusal = refusalOf(request, host);
    if (refusal !== null) return plainAnswer(response, ...refusal);
    route(request.url!).then(
      ({ status, headers, body }) => {
        response.writeHead(status, headers);
        response.end(request.method === 'HEAD' ? undefined : body);
      },
      (error: unknown) => {
        failed(error);
        plainAnswer(response, 500, 'wiremark failed to answer; its messages are where it was started.');
      },
    );
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

type Refusal = readonly [status: number, why: string, headers?: Readonly<Record<string, string>>];

/** Null when the request may be answered. */
function refusalOf({ method, headers }: IncomingMessage, bound: string): Refusal | null {
  if (!isKnownHost(headers.host, bound))
    return [403, `This server doesn't answer to the name "${headers.host ?? ''}".`];
  if (method !== 'GET' && method !== 'HEAD')
    return [405, 'Runs can only be read here.', { Allow: 'GET, HEAD' }];
  return null;
}

function plainAnswer(response: ServerResponse, ...[status, why, headers]: Refusal): void {
  const type = 'text/plain; charset=utf-8';
  response.writeHead(status, {
    ...COMMON_HEADERS,
    'Content-Security-Policy': DATA_POLICY,
    'Content-Type': type,
    // What a refused request has still to say isn't read.
    Connection: 'close',
    ...headers,
  });
  response.end(response.req.method === 'HEAD' ? undefined : `${why}\n`);
}

/** All addresses of a machine are no address to go to. */
function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/`;
}
