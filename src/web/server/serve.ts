/** The pages of all runs over HTTP, for the machine that they lie on. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { readRun } from '../../store/folder/reader.ts';
import { renderPage } from '../run/render.ts';
import { makeFigures } from './figures.ts';
import { type Answer, answer, isKnownHost, isLoopback, RUN_PAGE_POLICY } from './guard.ts';
import { historyOf } from './history-page.tsx';
import { layOut, messagePage, Places, type ServedPage } from './layout.tsx';
import { COMPARE, comparingPage, faultOfRuns, listPage, runningPage, SO_FAR } from './list.tsx';
import { type DamagedEntry, makeCache, openSource, type RunEntry, reasonOf } from './source.ts';

/** Milliseconds that a client may take for what it asks. */
const PATIENCE = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 2_000 };

/** A browser has six. */
const MOST_CONNECTIONS = 100;

export interface ServeOptions extends RouteOptions {
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
  server.listen(port, host);
  await once(server, 'listening');
  // What goes wrong with it later, as without file descriptors, ends nothing.
  server.on('error', failed);
  return {
    /** Where a browser on this machine finds it. */
    url: urlOf(host, (server.address() as AddressInfo).port),
    loopback: isLoopback(host),
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

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

interface RouteOptions {
  readonly home: string;
  /** The folder in which wiremark is used. */
  readonly root: string;
  /** The program as it was called, for hints: `./wiremark`. */
  readonly command: string;
  readonly also?: readonly string[];
  /** Milliseconds after which a history says how many of its runs are read; two seconds unless told. */
  readonly patience?: number;
}

const KEPT_BYTES = 64e6;

/**
 * The server without its network. Nothing of an address becomes a path: runs are found by comparing names.
 *
 * @returns what answers the path and query of a GET request, as they came
 */
export function makeRoutes({ home, root, command, also, patience = 2_000 }: RouteOptions) {
  const source = openSource(root, also);
  const hint = `There are no runs here yet. "${command} run" makes one.`;
  // What the page of a run looks like, and what the server's own pages add.
  const sourceText = (name: string) => readFileSync(join(home, 'src', 'web', name), 'utf8');
  const style = ['run/style.css', 'server/serve.css'].map(sourceText).join('\n');
  const script = sourceText('markup/open-rows.js');
  const answers = makeCache<Answer>(KEPT_BYTES, ({ body }) => body.length);
  const figures = makeFigures();
  const laidOut = async (content: ServedPage, status = 200): Promise<Answer> => {
    const { html, policy } = layOut(content, style, script);
    return answer(status, 'text/html', html, { 'Content-Security-Policy': policy });
  };
  const refused = (status: number, title: string, why: string) => laidOut(messagePage(title, why), status);

  async function ofRun(key: string, query: URLSearchParams): Promise<Answer> {
    const entry = await source.find(key);
    if (entry === null) return refused(404, 'Not found', `There is no run "${key}" here.`);
    if (entry.kind === 'damaged') return refused(500, "This run can't be read", entry.reason);
    if (entry.state === 'running' && !query.has(SO_FAR)) return laidOut(runningPage(entry));
    const { folder, version } = entry;
    const page = answers.get(`page ${key}`, version, async () => {
      const html = await renderPage({ home, run: readRun(folder), command, above: Places({}) });
      return answer(200, 'text/html', html, { 'Content-Security-Policy': RUN_PAGE_POLICY });
    });
    return page.catch((error) => refused(500, "This run can't be read", reasonOf(error, folder)));
  }

  async function list(): Promise<Answer> {
    const { runs, damaged } = await source.list();
    // Reading samples would disturb a run that is being measured.
    const isQuiet = runs.every(({ state }) => state !== 'running');
    const found = await figures(isQuiet ? runs : [], patience / 4);
    return answers.get('list', `${found.size} ${versionOf([...runs, ...damaged])}`, () =>
      laidOut(listPage(runs, damaged, found, hint, isQuiet && found.size < runs.length)),
    );
  }

  async function history(query: URLSearchParams): Promise<Answer> {
    const { runs } = await source.list();
    return laidOut(await historyOf(runs, query, (some) => figures(some, patience), hint));
  }

  async function comparePage(query: URLSearchParams): Promise<Answer> {
    const asked = [...new Set(query.getAll(COMPARE.run))];
    const { runs } = await source.list();
    const entries = runs.filter(({ key }) => asked.includes(key)).reverse();
    const fault = faultOfRuns(asked, entries);
    if (fault !== null) return refused(400, "These runs can't be compared", fault);
    const keys = entries.map(({ key }) => key).join(' ');
    const page = answers.get(`comparison ${keys}`, versionOf(entries), async () => {
      const read = entries.map(({ folder }) => readRun(folder));
      return laidOut(comparingPage(read, command));
    });
    return page.catch((error) => refused(500, "A run can't be read", reasonOf(error, root)));
  }

  const pages: Partial<Record<string, (query: URLSearchParams) => Promise<Answer>>> = {
    '/': list,
    '/history': history,
    [COMPARE.path]: comparePage,
  };

  return async (target: string): Promise<Answer> => {
    const address = parseTarget(target);
    if (address === null) return refused(400, 'Bad request', "wiremark doesn't understand this address.");
    const { parts, query } = address;
    const [place, key] = parts;
    if (place === 'runs' && parts.length === 2) return ofRun(key!, query);
    const page = parts.length === 1 ? pages[`/${place}`] : undefined;
    return page?.(query) ?? refused(404, 'Not found', 'There is nothing at this address.');
  };
}

/** Changes with whatever is told of them. */
function versionOf(entries: readonly (RunEntry | DamagedEntry)[]): string {
  return entries
    .map((one) => (one.kind === 'run' ? [one.key, one.version, one.state] : [one.key, one.reason]))
    .join('\n');
}

/** The parts of a path, each decoded by itself, and its query; null for what isn't a path. */
function parseTarget(target: string) {
  const [path, query = ''] = target.split(/\?(.*)/s) as [string, string?];
  if (!path.startsWith('/')) return null;
  try {
    return { parts: path.slice(1).split('/').map(decodeURIComponent), query: new URLSearchParams(query) };
  } catch {
    return null; // a % without its digits
  }
}
