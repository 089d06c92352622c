import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { RUN_FILE } from '../../src/store/folder/files.ts';
import { isOwnHost } from '../../src/web/server/guard.ts';
import { contender, failed } from '../report/small-run.ts';
import { temporaryFolder } from '../store/record.ts';
import { folderOf, makeRun, serving, servingRuns } from './serve-runs.ts';

const SECRET = 'SECRET-OF-ANOTHER-FOLDER';

/** A readable run outside of the served folder. @returns its folder */
function secretRun(root: string): string {
  const suite = { title: SECRET, name: SECRET, style: 'default' } as const;
  return folderOf(root, makeRun(root, { day: '2026-03-03', changes: { suite } }));
}

test('no address sends files from outside the folder of runs', async (t) => {
  const root = temporaryFolder(t);
  const key = makeRun(root, { day: '2026-01-01' });
  const lying = join(root, 'outside');
  renameSync(secretRun(join(root, 'elsewhere')), lying);
  const { get } = await serving(t, root);
  const outside = encodeURIComponent(lying);
  const paths = [
    ...['..', '%2e%2e', '..%2f..'].flatMap((up) => [`/runs/${up}/${up}/outside`, `/${up}/outside/run.json`]),
    ...[`/runs/${outside}`, `/runs/${outside}%2F${RUN_FILE}`, lying, `file://${lying}/run.json`],
    ...['%00', '/run.json', '/samples.csv', '/'].map((end) => `/runs/${key}${end}`),
    ...['', '.', 'last', '%', '%ff'].map((end) => `/runs/${end}`),
    `/history?row=${outside}&machine=${outside}`,
  ];
  for (const path of paths) {
    const { status, body } = await get(path);
    assert.ok(!body.includes(SECRET), path);
    if (!path.startsWith('/history')) assert.ok(status === 404 || status === 400, `${path}: ${status}`);
  }
});

test('only reading is possible', async (t) => {
  const { keys, get } = await servingRuns(t, [{ day: '2026-01-01' }]);
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']) {
    const { status, headers } = await get(`/runs/${keys[0]}`, { method });
    assert.equal(status, 405, method);
    assert.equal(headers.allow, 'GET, HEAD');
  }
  const [whole, head] = [await get('/'), await get('/', { method: 'HEAD' })];
  assert.equal(head.body, '');
  assert.equal(head.headers['content-length'], whole.headers['content-length']);
});

test('it answers to the names of this machine only', async (t) => {
  const { get } = await servingRuns(t, []);
  for (const host of ['localhost:1', '127.0.0.1:99'])
    assert.equal((await get('/', { host })).status, 200, host);
  for (const host of ['evil.example', '192.168.0.1'])
    assert.equal((await get('/', { host })).status, 403, host);
  for (const host of ['localhost', 'LOCALHOST:80', '127.0.0.1']) assert.equal(isOwnHost(host), true, host);
  for (const host of ['evil.example:80', 'localhost.evil.example', '127.0.0.1.evil.example', '', undefined])
    assert.equal(isOwnHost(host), false, host);
});

test('every answer has headers against loading, embedding, sniffing and referrers', async (t) => {
  const { keys, get } = await servingRuns(t, [{ day: '2026-01-01' }]);
  for (const [path, asking] of [
    ...['/', '/history', `/runs/${keys[0]}`, '/nothing'].map((path) => [path, {}] as const),
    ...[{ method: 'POST' }, { host: 'evil.example' }].map((asking) => ['/', asking] as const),
  ]) {
    const { headers, status } = await get(path, asking);
    for (const none of [/default-src 'none'/, /frame-ancestors 'none'/])
      assert.match(`${headers['content-security-policy']}`, none, `${status}`);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['access-control-allow-origin'], undefined);
  }
});

test('texts of runs never become markup', async (t) => {
  // Its terminal sequence has no end, and takes nothing else of the page with it.
  const hostile = '</script><img src=x onerror=alert(1)>\u202e\u001b]';
  const suite = { name: hostile, title: hostile, style: 'default' } as const;
  const contenders = [contender(`mill/${hostile}`), contender('mill/row', { version: hostile })];
  const changes = { name: hostile, suite, contenders };
  const { get } = await servingRuns(t, [{ day: '2026-01-01', ...failed('crash', hostile), changes }]);
  const queries = ['', '?row=mill/row', `?row=${encodeURIComponent(hostile)}`];
  for (const path of ['/', ...queries.map((query) => `/history${query}`)]) {
    const { body } = await get(path);
    assert.ok(!body.includes('<img'), path);
    for (const character of ['\u202e', '\u001b']) assert.ok(!body.includes(character), path);
    assert.match(body, /<\/html>\s*$/, path);
  }
});
