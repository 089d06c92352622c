import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { hasVersions } from '../../define/names.ts';
import type { Block } from '../../report/text/document.ts';
import { readRun, type StoredRun } from '../../store/folder/reader.ts';
import { titled } from '../blocks-file.tsx';
import { renderPage } from '../run/render.ts';
import { makeFigures } from './figures.ts';
import { type Answer, answer, isOwnHost, RUN_PAGE_POLICY } from './guard.ts';
import { historyOf } from './history-page.tsx';
import { layOut, messagePage, Places, type ServedPage } from './layout.tsx';
import { listPage, runningPage } from './list.tsx';
import { makeCache, newestOfCells, openSource, reasonOf } from './source.ts';

export interface ServeOptions extends RouteOptions {
  readonly port: number;
  failed(error: unknown): void;
}

const HOST = '127.0.0.1';

export async function startServer(options: ServeOptions) {
  const { port, failed } = options;
  const route = makeRoutes(options);
  const server = createServer((request, response) => {
    const send = ({ status, headers, body }: Answer) => {
      response.writeHead(status, headers);
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    const refusal = refusalOf(request);
    if (refusal !== null) return send(refusal);
    route(request.url!).then(send, (error: unknown) => {
      failed(error);
      send(plainAnswer(500, 'wiremark failed to answer: see the terminal that it was started in.'));
    });
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  // Later errors, such as a lack of file descriptors, don't end the server.
  server.on('error', failed);
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function refusalOf({ method, headers }: IncomingMessage): Answer | null {
  if (!isOwnHost(headers.host))
    return plainAnswer(403, `This server doesn't answer to the name "${headers.host ?? ''}".`);
  if (method !== 'GET' && method !== 'HEAD')
    return plainAnswer(405, 'Runs can only be read here.', { Allow: 'GET, HEAD' });
  return null;
}

/** Answers with plain text, and closes the connection, because the rest of the request isn't read. */
function plainAnswer(status: number, why: string, more = {}): Answer {
  return answer(status, 'text/plain', `${why}\n`, { Connection: 'close', ...more });
}

interface RouteOptions {
  readonly home: string;
  readonly root: string;
  readonly command: string;
  readonly also?: readonly string[];
  /** Functions that make the pages that compare kinds of machine (`kinds`) and versions of a runtime (`versions`). */
  readonly across: {
    kinds(cells: readonly string[], read: (cell: string) => StoredRun): readonly Block[];
    versions(run: StoredRun): readonly Block[];
  };
}

function makeRoutes({ home, root, command, also, across }: RouteOptions) {
  const source = openSource(root, also);
  const hint = `There are no runs here yet. "${command} run" makes one.`;
  const style = readFileSync(join(home, 'src', 'web', 'run', 'style.css'), 'utf8');
  const pagesOfRuns = makeCache<Promise<string>>(50);
  const figuresOf = makeFigures();
  const laidOut = (content: ServedPage, status = 200): Answer => {
    const { html, policy } = layOut(content, style);
    return answer(status, 'text/html', html, { 'Content-Security-Policy': policy });
  };
  const refused = (status: number, title: string, why: string) => laidOut(messagePage(title, why), status);

  async function ofRun(key: string, byVersion: boolean): Promise<Answer> {
    const entry = await source.find(key);
    if (entry === null) return refused(404, 'Not found', `There is no run "${key}" here.`);
    if (entry.kind === 'damaged') return refused(500, "This run can't be read", entry.reason);
    if (entry.state === 'running') return laidOut(runningPage(entry));
    const { folder, version } = entry;
    try {
      if (byVersion && hasVersions(entry.record.contenders))
        return laidOut(titled(across.versions(readRun(folder))));
      const html = await pagesOfRuns(key, version, async () =>
        renderPage({ home, run: readRun(folder), command, above: Places({ run: entry }) }),
      );
      return answer(200, 'text/html', html, { 'Content-Security-Policy': RUN_PAGE_POLICY });
    } catch (error) {
      return refused(500, "This run can't be read", reasonOf(error));
    }
  }

  const pages: Partial<Record<string, (query: URLSearchParams) => Promise<Answer>>> = {
    '/': async () => {
      const { runs, damaged } = await source.list();
      const isQuiet = runs.every(({ state }) => state !== 'running');
      return laidOut(listPage(runs, damaged, isQuiet ? figuresOf : null, hint));
    },
    '/fleet': async () => {
      const cells = newestOfCells((await source.list()).runs);
      if (cells.size === 0) return refused(404, 'Not found', 'No run here is of a fleet.');
      const read = (cell: string) => readRun(cells.get(cell)!.folder);
      return laidOut(titled(across.kinds([...cells.keys()], read)));
    },
    '/history': async (query) => laidOut(historyOf((await source.list()).runs, query, figuresOf, hint)),
  };

  return async (target: string): Promise<Answer> => {
    const address = parseTarget(target);
    if (address === null) return refused(400, 'Bad request', "wiremark doesn't understand this address.");
    const { parts, query } = address;
    const [place, key] = parts;
    if ((place === 'runs' || place === 'versions') && parts.length === 2)
      return ofRun(key!, place === 'versions');
    const page = parts.length === 1 ? pages[`/${place}`] : undefined;
    return page?.(query) ?? refused(404, 'Not found', 'There is nothing at this address.');
  };
}

function parseTarget(target: string) {
  const [path, query = ''] = target.split(/\?(.*)/s) as [string, string?];
  if (!path.startsWith('/')) return null;
  try {
    return { parts: path.slice(1).split('/').map(decodeURIComponent), query: new URLSearchParams(query) };
  } catch {
    return null; // malformed percent-encoding, such as %zz or %FF
  }
}
