/** Serves the pages of all runs over HTTP. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readRun } from '../../store/folder/reader.ts';
import { renderPage } from '../run/render.ts';
import { makeFigures } from './figures.ts';
import { type Answer, answer, isKnownHost, isLoopback, RUN_PAGE_POLICY } from './guard.ts';
import { historyOf } from './history-page.tsx';
import { layOut, messagePage, Places, type ServedPage } from './layout.tsx';
import { listPage, runningPage } from './list.tsx';
import { makeCache, openSource, reasonOf } from './source.ts';

export interface ServeOptions extends RouteOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Called with errors; the client gets status 500. */
  failed(error: unknown): void;
}

/** @throws a system error if it can't listen: `EADDRINUSE` */
export async function startServer(options: ServeOptions) {
  const { host, port, failed } = options;
  const route = makeRoutes(options);
  const server = createServer((request, response) => {
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
  server.listen(port, host);
  await once(server, 'listening');
  // Later errors, such as a lack of file descriptors, don't end the server.
  server.on('error', failed);
  return {
    /** Address for a browser on this machine. */
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

/** The rest of a refused request isn't read. */
function plainAnswer(status: number, why: string, more = {}): Answer {
  return answer(status, 'text/plain', `${why}\n`, { Connection: 'close', ...more });
}

/** A browser can't open a wildcard address. */
function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/`;
}

interface RouteOptions {
  readonly home: string;
  /** The working folder. */
  readonly root: string;
  /** The command of wiremark, for hints: `./wiremark`. */
  readonly command: string;
  readonly also?: readonly string[];
}

/**
 * The server without its network. No part of an address becomes a path: runs are found by comparing names.
 *
 * @returns a function that answers the path and query of a GET request
 */
export function makeRoutes({ home, root, command, also }: RouteOptions) {
  const source = openSource(root, also);
  const hint = `There are no runs here yet. "${command} run" makes one.`;
  const sourceText = (name: string) => readFileSync(join(home, 'src', 'web', name), 'utf8');
  const style = ['run/style.css', 'server/serve.css'].map(sourceText).join('\n');
  const script = sourceText('markup/open-rows.js');
  const pagesOfRuns = makeCache<Promise<string>>(50);
  const figuresOf = makeFigures();
  const laidOut = (content: ServedPage, status = 200): Answer => {
    const { html, policy } = layOut(content, style, script);
    return answer(status, 'text/html', html, { 'Content-Security-Policy': policy });
  };
  const refused = (status: number, title: string, why: string) => laidOut(messagePage(title, why), status);

  async function ofRun(key: string): Promise<Answer> {
    const entry = await source.find(key);
    if (entry === null) return refused(404, 'Not found', `There is no run "${key}" here.`);
    if (entry.kind === 'damaged') return refused(500, "This run can't be read", entry.reason);
    if (entry.state === 'running') return laidOut(runningPage(entry));
    const { folder, version } = entry;
    try {
      const html = await pagesOfRuns(key, version, async () =>
        renderPage({ home, run: readRun(folder), command, above: Places({}) }),
      );
      return answer(200, 'text/html', html, { 'Content-Security-Policy': RUN_PAGE_POLICY });
    } catch (error) {
      return refused(500, "This run can't be read", reasonOf(error, folder));
    }
  }

  async function list(): Promise<Answer> {
    const { runs, damaged } = await source.list();
    const isQuiet = runs.every(({ state }) => state !== 'running');
    return laidOut(listPage(runs, damaged, isQuiet ? figuresOf : null, hint));
  }

  async function history(query: URLSearchParams): Promise<Answer> {
    const { runs } = await source.list();
    return laidOut(historyOf(runs, query, figuresOf, hint));
  }

  const pages: Partial<Record<string, (query: URLSearchParams) => Promise<Answer>>> = {
    '/': list,
    '/history': history,
  };

  return async (target: string): Promise<Answer> => {
    const address = parseTarget(target);
    if (address === null) return refused(400, 'Bad request', "wiremark doesn't understand this address.");
    const { parts, query } = address;
    const [place, key] = parts;
    if (place === 'runs' && parts.length === 2) return ofRun(key!);
    const page = parts.length === 1 ? pages[`/${place}`] : undefined;
    return page?.(query) ?? refused(404, 'Not found', 'There is nothing at this address.');
  };
}

/** Splits an address into decoded path segments and query; null for a malformed one. */
function parseTarget(target: string) {
  const [path, query = ''] = target.split(/\?(.*)/s) as [string, string?];
  if (!path.startsWith('/')) return null;
  try {
    return { parts: path.slice(1).split('/').map(decodeURIComponent), query: new URLSearchParams(query) };
  } catch {
    return null; // a % without its digits
  }
}
