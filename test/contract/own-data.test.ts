/** Whole runs on documents of one's own, in a bare folder: what is said, what is kept, and what goes on. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { refuses } from '../cli/in-process.ts';
import { begin, recordOf, runsIn, samplesOf, scratchFolder, succeeds, until } from './command.ts';
import { place } from './place.ts';

const folder = scratchFolder('own-data');
/** In every text of the documents, so that it is found wherever one of them is. */
const SECRET = 'Xylophon-Quartett';
const texts = (ids: readonly number[]) =>
  ids.map((id) => `${JSON.stringify({ id, name: `${SECRET} ${id}`, price: id / 100 })}\n`).join('');
const orders = texts(Array.from({ length: 20 }, (_, id) => id));
const ROWS = ['-r', 'node', '-s', 'json', '-t', 'serialize', '--seed', '11'];

/** Every file below a folder. */
const filesIn = (at: string): string[] =>
  existsSync(at)
    ? readdirSync(at, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name))
    : [];
const tellsSecret = (file: string) => readFileSync(file).includes(SECRET);

test('a run on documents of one’s own says whose they are, and keeps digests and the schema of them', () => {
  const cwd = folder('run');
  writeFileSync(join(cwd, 'orders.ndjson'), orders);
  const html = ['report', '--html', 'page.html'];
  const run = succeeds(cwd, ['run', '--data', 'orders.ndjson', ...ROWS, '--rounds', '1']);
  assert.match(run.stderr, /orders\.ndjson: 20 documents, one a line \(NDJSON\)\. 16 are timed, 4 held back/);
  assert.match(run.stdout, /\nYour 20 documents \(median \d\d bytes\):\n/);
  const [kept] = runsIn(cwd) as [string];
  const { own, request, datasets, suite, settings } = recordOf(kept);
  assert.deepEqual(
    { ...own, medianBytes: 0 },
    { name: 'orders', documents: 20, timed: 16, held: 4, medianBytes: 0 },
  );
  assert.deepEqual(request.data, { source: join(cwd, 'orders.ndjson') });
  assert.deepEqual(
    [Object.keys(datasets), suite.title, settings.quick],
    [['orders/sample'], 'orders: 20 documents of yours', true],
  );
  assert.deepEqual(readdirSync(join(kept, 'data')).sort(), ['dataset.toml', 'schema.json']);
  succeeds(cwd, html);
  succeeds(cwd, ['runs', 'export', 'last', '--out', 'sent.wiremark']);
  const sent = gunzipSync(readFileSync(join(cwd, 'sent.wiremark'))).toString('latin1');
  assert.match(sent, /"source": "orders\.ndjson"/);
  assert.equal(sent.includes(cwd) || sent.includes(SECRET), false);
  const cached = ['artifacts', 'datasets', 'inputs'].flatMap((name) => filesIn(join(place.cache, name)));
  const told = [...filesIn(cwd), ...cached].filter(tellsSecret);
  assert.deepEqual(told, [join(cwd, 'orders.ndjson')]);
  assert.equal((run.stdout + run.stderr).includes(SECRET), false);
});

test('a run that was killed goes on while its documents are the same, and not when they are others', async () => {
  const cwd = folder('killed');
  const file = join(cwd, 'orders.ndjson');
  writeFileSync(file, orders);
  const killed = await killedIn(cwd, ['--data', 'orders.ndjson']);
  writeFileSync(file, texts([1, 2, 3, 4, 5, 6, 7]));
  const message = /dataset orders\/sample was sha256:\w+ and is sha256:\w+ now/;
  await refuses(cwd, ['run', '--resume'], message);
  writeFileSync(file, orders);
  succeeds(cwd, ['run', '--resume']);
  assert.equal(recordOf(killed).partial, false);
});

test('what came by standard input goes on from the run’s own folder, or says why it can’t', async () => {
  const cwd = folder('stdin');
  const without = await killedIn(cwd, ['--data', '-'], orders);
  const message = /was measured on standard input, which can't be read again: .*--keep-data/;
  await refuses(cwd, ['run', '--resume', basename(without)], message);
  const kept = await killedIn(cwd, ['--data', '-', '--keep-data'], orders);
  assert.ok(existsSync(join(kept, 'data', 'documents.ndjson')));
  const on = succeeds(cwd, ['run', '--resume', basename(kept)]);
  assert.match(on.stdout, /Your 20 documents/);
});

/** @returns the folder of a run of two rounds that was killed when it had one */
async function killedIn(cwd: string, data: readonly string[], input = ''): Promise<string> {
  const before = runsIn(cwd);
  const run = begin(cwd, ['run', ...data, ...ROWS, '--rounds', '2'], input);
  const there = () => runsIn(cwd).find((one) => !before.includes(one));
  const isReached = (one: string) =>
    samplesOf(one).some(({ phase, round }) => phase === 'block' && round === 1);
  await until(run, () => there() !== undefined && isReached(there()!));
  run.child.kill('SIGKILL');
  await run.ended;
  return there()!;
}
