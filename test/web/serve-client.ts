/** Starts a server for a test and sends it raw requests. */
import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { TestContext } from 'node:test';
import { type ServeOptions, startServer } from '../../src/web/server/serve.ts';
import { place } from '../contract/place.ts';
import { temporaryFolder } from '../store/record.ts';
import { type MadeRun, makeHistory, makeRun } from './serve-runs.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Asking {
  readonly method?: string;
  readonly host?: string;
}

/** Sends a path unchanged; `fetch` would normalize it. */
function ask(url: string, path: string, { method = 'GET', host }: Asking = {}): Promise<Reply> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { host };
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Serves `root` until the test ends. @returns the server's address, and a function that sends it a request */
export async function serving(t: TestContext, root: string, changes: Partial<ServeOptions> = {}) {
  const failures: unknown[] = [];
  const server = await startServer({
    root,
    home: place.home,
    command: './wiremark',
    port: 0,
    failed: (error) => failures.push(error),
    ...changes,
  });
  t.after(async () => {
    await server.close();
    assert.deepEqual(failures, []);
  });
  return { url: server.url, get: (path: string, asking?: Asking) => ask(server.url, path, asking) };
}

/** Serves these runs, or a year of runs, from a temporary folder. */
export async function servingRuns(t: TestContext, runs: readonly MadeRun[] | 'history') {
  const root = temporaryFolder(t);
  const keys = runs === 'history' ? makeHistory(root) : runs.map((one) => makeRun(root, one));
  return { root, keys, ...(await serving(t, root)) };
}
