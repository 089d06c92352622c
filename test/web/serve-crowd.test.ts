/** Many clients at once, and such as never read: they cost their own connections and nobody else's time. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { makeRoutes } from '../../src/web/server/serve.ts';
import { place } from '../contract/place.ts';
import { temporaryFolder } from '../store/record.ts';
import { serving, servingRuns } from './serve-client.ts';
import { makeRun } from './serve-runs.ts';

/** Bytes; more than the system gives to the two ends of a connection. */
const BUFFERS = 40e6;

async function connections(t: TestContext, url: string, count: number, asks = '', times = 1) {
  const made: Socket[] = [];
  for (let i = 0; i < count; i++) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
    t.after(() => socket.destroy());
    socket.on('error', () => {});
    await once(socket, 'connect');
    if (asks !== '') socket.write(`GET ${asks} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(times));
    made.push(socket);
  }
  return made;
}

test('an answer is made once, however many ask for it', async (t) => {
  const root = temporaryFolder(t);
  const keys = ['2026-01-01', '2026-02-02'].map((day) => makeRun(root, { day }));
  const route = makeRoutes({ home: place.home, root, command: 'wiremark' });
  const run = `/runs/${keys[0]}`;
  const compared = `/compare?${keys.map((key) => `run=${key}`).join('&')}`;
  for (const address of ['/', run, compared]) {
    const [one, other] = await Promise.all([route(address), route(address)]);
    assert.equal(one.status, 200, address);
    // The very same bytes, not equal ones.
    assert.ok(one.body === other.body && (await route(address)).body === one.body, address);
  }
});

test('clients that never read their answers keep nobody waiting, and are let go', async (t) => {
  const root = temporaryFolder(t);
  makeRun(root, { day: '2026-01-01', changes: { name: 'Small things '.repeat(1e5) } });
  const { url, get } = await serving(t, root, { sending: 1_500 });
  const { status, body } = await get('/');
  assert.equal(status, 200);
  // More than the buffers of both ends hold, so that some of it stays with the server.
  const asked = Math.ceil(BUFFERS / body.length);
  const idle = await connections(t, url, 5, '/', asked);
  assert.equal((await get('/')).status, 200);
  await wait(3_500);
  for (const socket of idle) {
    let received = 0;
    socket.on('data', (bytes) => {
      received += bytes.length;
    });
    await once(socket.resume(), 'close');
    assert.ok(received < asked * body.length, 'what was left was given up');
  }
});

test('of too many connections the oldest goes, so that there is always one to be had', async (t) => {
  const { url, get } = await servingRuns(t, [{ day: '2026-01-01' }]);
  const [first, ...others] = await connections(t, url, 100);
  const closed = once(first!.resume(), 'close');
  assert.equal((await get('/')).status, 200);
  await closed;
  assert.equal(others.at(-1)!.destroyed, false);
});
