/** The server sends runs only, to this machine only, and as text. */
import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RunRecord } from '../../src/store/record/record.ts';
import { isOwnHost } from '../../src/web/server/guard.ts';
import { contender, outcome } from '../report/small-run.ts';
import { temporaryFolder } from '../store/record.ts';
import { serving, servingRuns } from './serve-client.ts';
import { folderOf, makeRun, RUN_FILE } from './serve-runs.ts';

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
    ...['%00', '/run.json', '/samples.csv', '/'].map((end) => `/runs/${key}${end}`),
    ...['', '.', '%2e', 'last', '%', '%ff'].map((end) => `/runs/${end}`),
    '/.wiremark/runs',
    `/history?row=${encodeURIComponent(lying)}&machine=${encodeURIComponent(lying)}`,
  ];
  for (const path of paths) {
    const { status, body } = await get(path);
    assert.ok(!body.includes(SECRET), path);
    if (!path.startsWith('/history')) assert.ok(status === 404 || status === 400, `${path}: ${status}`);
  }
});

test('only reading is possible', async (t) => {
  const { keys, get } = await servingRuns(t, [{ day: '2026-01-01' }]);
  const key = keys[0]!;
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']) {
    const { status, headers } = await get(`/runs/${key}`, { method });
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
    const policy = `${headers['content-security-policy']}`;
    assert.match(policy, /default-src 'none'/, `${status}`);
    assert.match(policy, /frame-ancestors 'none'/, `${status}`);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['access-control-allow-origin'], undefined);
  }
});

test('texts of runs never become markup', async (t) => {
  const hostile = '</script><img src=x onerror=alert(1)>\u202e';
  const changes: Partial<RunRecord> = {
    name: hostile,
    suite: { name: hostile, title: hostile, style: 'default' },
    contenders: [contender(`mill/${hostile}`), contender('mill/row', { version: hostile })],
    outcomes: [outcome(0), outcome(1, { verdict: { verdict: 'crash', reason: hostile } })],
  };
  const { get } = await servingRuns(t, [{ day: '2026-01-01', changes }]);
  for (const path of [
    '/',
    '/history',
    '/history?row=mill/row',
    `/history?row=${encodeURIComponent(hostile)}`,
  ]) {
    const { body } = await get(path);
    assert.ok(!body.includes('<img'), path);
    assert.ok(!body.includes('\u202e'), path);
  }
});

test('an unfinished terminal sequence in a name removes nothing else from the page', async (t) => {
  const named = (name: string) => ({ changes: { name } });
  const { get } = await servingRuns(t, [
    { day: '2026-01-01', ...named('opens \u001b]') },
    { day: '2026-01-02' },
    { day: '2026-01-03', ...named('closes \u0007') },
  ]);
  const { body } = await get('/');
  assert.equal(body.match(/<a href="\/runs\//g)?.length, 3);
  assert.ok(!body.includes('\u001b') && !body.includes('\u0007'));
});
