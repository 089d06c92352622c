/** The server over HTTP: what it sends, and what it never does. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { PublishedFigure } from '../../src/report/published.ts';
import { renderReport } from '../../src/report/report.ts';
import { readRun } from '../../src/store/reader.ts';
import { ListenError, type ServeOptions, startServer } from '../../src/web/serve.ts';
import { isKnownHost, isLoopback } from '../../src/web/serve-guard.ts';
import { place } from '../contract/place.ts';
import { contender, outcome } from '../report/small-run.ts';
import {
  folderOf,
  makeHistory,
  makeRun,
  RUN_FILE,
  SAMPLES_FILE,
  WRITER_FILE,
  workFolder,
} from './serve-runs.ts';

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Asking {
  readonly method?: string;
  readonly host?: string;
}

/** Sends a path just as it is, which `fetch` would tidy up. */
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

/** @returns what asks the server that serves `root`, which is gone after the test */
async function serving(t: TestContext, root: string, changes: Partial<ServeOptions> = {}) {
  const failures: unknown[] = [];
  const server = await startServer({
    root,
    home: place.home,
    host: '127.0.0.1',
    port: 0,
    patience: 600_000,
    published: () => [],
    failed: (error) => failures.push(error),
    ...changes,
  });
  t.after(async () => {
    await server.close();
    assert.deepEqual(failures, []);
  });
  return { url: server.url, get: (path: string, asking?: Asking) => ask(server.url, path, asking) };
}

test('the list has every run, newest first, and new ones without a restart', async (t) => {
  const root = workFolder(t);
  const { get } = await serving(t, root);
  assert.match((await get('/')).body, /no runs here yet/);
  const first = makeRun(root, { day: '2026-01-01' });
  const second = makeRun(root, {
    day: '2026-02-02',
    changes: { name: 'before-release', tags: ['ci', 'nightly'] },
  });
  const { status, body } = await get('/');
  assert.equal(status, 200);
  assert.ok(body.indexOf(`/runs/${second}"`) < body.indexOf(`/runs/${first}"`));
  assert.match(body, /before-release/);
  assert.match(body, /ci, nightly/);
  rmSync(folderOf(root, first), { recursive: true });
  assert.doesNotMatch((await get('/')).body, new RegExp(first));
});

test('damaged and foreign folders are listed with what is wrong, and the others as ever', async (t) => {
  const root = workFolder(t);
  const fine = makeRun(root, { day: '2026-01-01' });
  for (const [key, record] of [
    ['newer', '{"schema":99}'],
    ['foreign', '{"hello":1}'],
    ['cut', '{"schema'],
  ] as const) {
    mkdirSync(folderOf(root, key), { recursive: true });
    writeFileSync(join(folderOf(root, key), RUN_FILE), record);
  }
  mkdirSync(folderOf(root, 'empty'));
  const { get } = await serving(t, root);
  const { body } = await get('/');
  assert.match(body, new RegExp(fine));
  assert.match(body, /newer<\/strong>: <span class="bad">run\.json: written by a newer wiremark/);
  for (const key of ['foreign', 'cut', 'empty'])
    assert.match(body, new RegExp(`${key}</strong>: <span class="bad">run`));
  assert.ok(!body.includes(root), 'where on this machine it lies is nobody elses business');
  const page = await get('/runs/newer');
  assert.equal(page.status, 500);
  assert.match(page.body, /written by a newer wiremark/);
});

test('a run whose samples are damaged says so on its page, and stays in the list', async (t) => {
  const root = workFolder(t);
  const key = makeRun(root, { day: '2026-01-01' });
  appendFileSync(join(folderOf(root, key), SAMPLES_FILE), 'nonsense\n');
  const { get } = await serving(t, root);
  assert.match((await get('/')).body, new RegExp(`/runs/${key}"`));
  const page = await get(`/runs/${key}`);
  assert.equal(page.status, 500);
  assert.match(page.body, /samples\.jsonl:21: not JSON/);
  assert.match((await get('/history?row=node/row')).body, /can&#39;t be read/);
});

test('the page of a run is that of report --html, with ways back and to its data', async (t) => {
  const root = workFolder(t);
  const key = makeRun(root, { day: '2026-01-01' });
  const { get } = await serving(t, root);
  const page = await get(`/runs/${key}`);
  assert.equal(page.status, 200);
  assert.match(page.body, /<h1>Small things<\/h1>/);
  assert.match(page.body, /id="data"/);
  for (const href of ['/', '/history', `/runs/${key}/download.json`, `/runs/${key}/download.csv`])
    assert.ok(page.body.includes(`href="${href}"`), href);
});

test('a page is kept until its run changes', async (t) => {
  const root = workFolder(t);
  const key = makeRun(root, { day: '2026-01-01' });
  let made = 0;
  const published = (): PublishedFigure[] => {
    made++;
    return [];
  };
  const { get } = await serving(t, root, { published });
  const [first, second] = [await get(`/runs/${key}`), await get(`/runs/${key}`)];
  assert.equal(first.body, second.body);
  assert.equal(made, 1);
  const file = join(folderOf(root, key), RUN_FILE);
  const { record } = await readRun(folderOf(root, key));
  writeFileSync(file, JSON.stringify({ ...record, suite: { ...record.suite, title: 'Other things' } }));
  assert.match((await get(`/runs/${key}`)).body, /<h1>Other things<\/h1>/);
  assert.equal(made, 2);
});

test('downloads are the report as CSV and JSON', async (t) => {
  const root = workFolder(t);
  const key = makeRun(root, { day: '2026-01-01' });
  const { get } = await serving(t, root);
  for (const [format, type] of [
    ['csv', 'text/csv'],
    ['json', 'application/json'],
  ] as const) {
    const { status, headers, body } = await get(`/runs/${key}/download.${format}`);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], `${type}; charset=utf-8`);
    assert.equal(headers['content-disposition'], `attachment; filename="${key}.${format}"`);
    const terminal = { width: 80, color: false };
    const run = await readRun(folderOf(root, key));
    assert.equal(body, await renderReport(run, { format, terminal, published: [] }));
  }
  assert.equal((await get(`/runs/${key}/download.exe`)).status, 404);
});

test('a run that is being measured shows how far it is; its figures are made only on demand', async (t) => {
  const root = workFolder(t);
  const key = makeRun(root, {
    day: '2026-01-01',
    changes: {
      finishedAt: null,
      partial: true,
      cases: [
        {
          dataset: 'record',
          size: 'single',
          task: 'serialize',
          batch: 1,
          contenders: [0, 1],
          baseline: 0,
          rounds: 4,
        },
        { dataset: 'record', size: 'single', task: 'deserialize', batch: 1, contenders: [0, 1], baseline: 0 },
      ],
    },
  });
  // This test's parent lives as long as the test.
  writeFileSync(join(folderOf(root, key), WRITER_FILE), `${process.ppid}\n`);
  const { get } = await serving(t, root);
  assert.match((await get('/')).body, /running now/);
  const { body } = await get(`/runs/${key}`);
  assert.match(body, /being measured now/);
  assert.match(body, /4 of 10 to 30<\/td><td>under way/);
  assert.match(body, /0 of 10 to 30<\/td><td>to come/);
  assert.match(body, /data-renews/);
  assert.match((await get(`/runs/${key}?so-far`)).body, /id="data"/);
  assert.match((await get('/history')).body, /no runs yet/i);
  rmSync(join(folderOf(root, key), WRITER_FILE));
  assert.match((await get('/')).body, /partial/);
});

const SECRET = 'SECRET-OF-ANOTHER-FOLDER';

test('nothing outside the folder of runs is sent, whatever the address says', async (t) => {
  const root = workFolder(t);
  const key = makeRun(root, { day: '2026-01-01' });
  // A whole run, so that whoever found it could show it.
  const secret = { title: SECRET, name: SECRET, style: 'default' } as const;
  const outside = makeRun(join(root, 'elsewhere'), { day: '2026-03-03', changes: { suite: secret } });
  const lying = join(root, 'outside');
  renameSync(folderOf(join(root, 'elsewhere'), outside), lying);
  const { get } = await serving(t, root);
  const up = ['..', '%2e%2e', '%2E.', '..%2f..', '..%5c..', '%252e%252e'];
  const paths = [
    ...up.flatMap((dots) => [
      `/runs/${dots}/${dots}/outside`,
      `/runs/${dots}%2f${dots}%2foutside`,
      `/runs/${key}/${dots}/${dots}/${dots}/outside/run.json`,
      `/${dots}/outside/run.json`,
    ]),
    `/runs/${encodeURIComponent(lying)}`,
    `/runs/${encodeURIComponent(join(lying, RUN_FILE))}`,
    `/runs/${lying}`,
    `/runs/${lying.slice(1)}`,
    lying,
    `//${lying}`,
    `file://${lying}/run.json`,
    `/runs/${key}%00`,
    `/runs/${key}/run.json`,
    `/runs/${key}/samples.jsonl`,
    `/runs/${key}/`,
    '/runs/',
    '/runs/.',
    '/runs/%2e',
    '/runs/last',
    '/runs/%',
    '/runs/%ff',
    '/.wiremark/runs',
    `/history?row=${encodeURIComponent(lying)}&machine=${encodeURIComponent(lying)}`,
  ];
  for (const path of paths) {
    const { status, body } = await get(path);
    assert.ok(!body.includes(SECRET), path);
    if (!path.startsWith('/history')) assert.ok(status === 404 || status === 400, `${path}: ${status}`);
  }
});

test('links that lead out of the folder of runs are listed as such and not followed', async (t) => {
  const root = workFolder(t);
  const fine = makeRun(root, { day: '2026-01-01' });
  const secret = { title: SECRET, name: SECRET, style: 'default' } as const;
  const elsewhere = join(root, 'elsewhere');
  const outside = folderOf(elsewhere, makeRun(elsewhere, { day: '2026-03-03', changes: { suite: secret } }));
  symlinkSync(outside, folderOf(root, 'folder-link'));
  for (const file of [RUN_FILE, SAMPLES_FILE]) {
    const key = makeRun(root, { day: file === RUN_FILE ? '2026-02-02' : '2026-02-03' });
    rmSync(join(folderOf(root, key), file));
    symlinkSync(join(outside, file), join(folderOf(root, key), file));
  }
  symlinkSync(join(root, 'nowhere'), folderOf(root, 'dangling'));
  symlinkSync(folderOf(root, fine), folderOf(root, 'inner-link'));
  const { get } = await serving(t, root);
  const { body } = await get('/');
  assert.equal(body.match(/leads out of the folder of runs/g)?.length, 3);
  assert.match(body, /dangling<\/strong>: <span class="bad">ENOENT/);
  assert.match(body, /href="\/runs\/inner-link"/);
  const links = [
    'folder-link',
    'dangling',
    '20260202T120000.000Z-small-0000',
    '20260203T120000.000Z-small-0000',
  ];
  for (const key of links)
    for (const part of ['', '/download.json', '/download.csv', '?so-far']) {
      const reply = await get(`/runs/${key}${part}`);
      assert.equal(reply.status, 500, key);
      assert.ok(!reply.body.includes(SECRET), key);
    }
});

test('only reading is possible', async (t) => {
  const root = workFolder(t);
  const key = makeRun(root, { day: '2026-01-01' });
  const { get } = await serving(t, root);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']) {
    const { status, headers } = await get(`/runs/${key}`, { method });
    assert.equal(status, 405, method);
    assert.equal(headers.allow, 'GET, HEAD');
  }
  const [whole, head] = [await get('/'), await get('/', { method: 'HEAD' })];
  assert.equal(head.body, '');
  assert.equal(head.headers['content-length'], whole.headers['content-length']);
});

test('it answers to the names of loopback only', async (t) => {
  const root = workFolder(t);
  const { get } = await serving(t, root);
  for (const host of [
    'localhost',
    'localhost:1',
    'LOCALHOST:80',
    '127.0.0.1:99',
    '127.1.2.3',
    '[::1]:80',
    '[::1]',
  ])
    assert.equal((await get('/', { host })).status, 200, host);
  for (const host of [
    'evil.example',
    'evil.example:80',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.168.0.1',
  ])
    assert.equal((await get('/', { host })).status, 403, host);
});

test('told to listen elsewhere it answers to addresses and its own name, still to no other', () => {
  assert.equal(isKnownHost('192.168.0.1:80', '0.0.0.0'), true);
  assert.equal(isKnownHost('[fe80::1]:80', '::'), true);
  assert.equal(isKnownHost('bench.example:80', 'bench.example'), true);
  assert.equal(isKnownHost('evil.example', '0.0.0.0'), false);
  assert.equal(isKnownHost(undefined, '0.0.0.0'), false);
  assert.equal(isKnownHost('', '127.0.0.1'), false);
  assert.deepEqual(['localhost', '127.0.0.1', '::1', '0.0.0.0', '::', '10.0.0.1'].map(isLoopback), [
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('every answer tells browsers to load nothing, guess nothing, embed nothing and tell nobody', async (t) => {
  const root = workFolder(t);
  const key = makeRun(root, { day: '2026-01-01' });
  const { get } = await serving(t, root);
  const replies = [
    await get('/'),
    await get('/history'),
    await get(`/runs/${key}`),
    await get(`/runs/${key}/download.json`),
    await get('/nothing'),
    await get('/', { method: 'POST' }),
    await get('/', { host: 'evil.example' }),
  ];
  for (const { headers, status } of replies) {
    const policy = `${headers['content-security-policy']}`;
    assert.match(policy, /default-src 'none'/, `${status}`);
    assert.match(policy, /frame-ancestors 'none'/, `${status}`);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['access-control-allow-origin'], undefined);
  }
});

test('what runs say becomes text, never markup', async (t) => {
  const root = workFolder(t);
  const hostile = '</script><img src=x onerror=alert(1)>\u202e';
  makeRun(root, {
    day: '2026-01-01',
    changes: {
      name: hostile,
      tags: [hostile],
      suite: { name: hostile, title: hostile, style: 'default' },
      contenders: [contender(`node/${hostile}`), contender('node/row', { version: hostile })],
      outcomes: [outcome(0), outcome(1, { verdict: { verdict: 'crash', reason: hostile } })],
    },
  });
  const { get } = await serving(t, root);
  for (const path of [
    '/',
    '/history',
    `/history?row=node/row`,
    `/history?row=${encodeURIComponent(hostile)}`,
  ]) {
    const { body } = await get(path);
    assert.ok(!body.includes('<img'), path);
    assert.ok(!body.includes('\u202e'), path);
  }
});

test('a history can be picked by row, case and machine', async (t) => {
  const root = workFolder(t);
  const keys = makeHistory(root);
  const { get } = await serving(t, root);
  const page = async (query: string) => (await get(`/history${query}`)).body;
  // Without a word: the row that isn't the baseline, on the newest run's machine.
  const newest = await page('');
  assert.match(newest, /<h1>History of node\/row, record\/single, serialize<\/h1>/);
  assert.match(newest, /2 runs on machines that are comparable.*Neoverse-N1/s);
  const older = await page(`?row=node/row&machine=${keys[0]}`);
  assert.match(older, /7 runs on machines that are comparable.*AMD EPYC/s);
  assert.match(older, /9 runs on 2 machines/);
  assert.match(await page('?row=node/base'), /<h1>History of node\/base/);
  assert.match(await page('?row=node/none'), /No run here has node\/none/);
  assert.match(await page('?case=no/such,%20serialize'), /No run here has anything on no\/such, serialize/);
});

test('a history that takes long says how far it is, goes on, and is there in the end', async (t) => {
  const root = workFolder(t);
  makeHistory(root);
  const { get } = await serving(t, root, { patience: 0 });
  assert.match((await get('/history')).body, /data-renews="2".*Reading the runs: \d of 9 so far/s);
  const replies = [await get('/history')];
  while (replies.at(-1)!.body.includes('Reading the runs')) replies.push(await get('/history'));
  assert.match(replies.at(-1)!.body, /<h1>History of node\/row/);
  assert.equal(replies.length, 8, 'each request brings it one run forward');
});

test('a port that is taken is told from others', async (t) => {
  const root = workFolder(t);
  const { url } = await serving(t, root);
  await assert.rejects(
    serving(t, root, { port: Number(new URL(url).port) }),
    (error: unknown) => error instanceof ListenError && error.code === 'EADDRINUSE',
  );
  await assert.rejects(
    serving(t, root, { host: '192.0.2.1' }),
    (error: unknown) => error instanceof ListenError && error.code === 'EADDRNOTAVAIL',
  );
});
