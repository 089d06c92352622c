import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { checkRow } from '../../src/trial/check.ts';
import { timeConversion } from '../../src/trial/conversion.ts';
import { refuses } from '../cli/in-process.ts';
import { ORDER, order, userDataset } from '../userdata/user-dataset.ts';
import { begin, hasTimed, recordOf, runIn, runsIn, scratchFolder, succeeds, until } from './command.ts';
import { readyFor, suiteOf } from './definitions.ts';
import { place } from './place.ts';
import { here, PLAIN } from './shipped.ts';

const folder = scratchFolder('own-data');
/** Every document has a text with these words. */
const SECRET = 'Xylophon-Quartett';
const texts = (ids: readonly number[]) =>
  ids.map((id) => `${JSON.stringify({ id, name: `${SECRET} ${id}`, price: id / 100 })}\n`).join('');
const orders = texts(Array.from({ length: 20 }, (_, id) => id));
const ROWS = ['-r', here.runtime, '-s', 'json', '-t', 'serialize', '--seed', '11'];

/** The files with the secret words, in a folder and those within it. */
const revealing = (at: string): string[] =>
  !existsSync(at)
    ? []
    : readdirSync(at, { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => join(one.parentPath, one.name))
        .filter((file) => readFileSync(file).includes(SECRET));

test("a run on the user's documents keeps their digests and schema, not their content", () => {
  const cwd = folder('run');
  writeFileSync(join(cwd, 'orders.ndjson'), orders);
  const run = succeeds(cwd, ['run', '--data', 'orders.ndjson', ...ROWS, '--rounds', '1']);
  assert.match(
    run.stderr,
    /orders\.ndjson: 20 documents, one a line \(NDJSON\)\. 16 are used for timing, 4 are held out\./,
  );
  assert.match(run.stdout, /\nYour 20 documents \(median \d\d bytes\):\n/);
  const { own, request, datasets, suite, settings } = recordOf(runIn(cwd));
  const counts = { documents: 20, timed: 16, held: 4 };
  assert.deepEqual({ ...own, medianBytes: 0 }, { name: 'orders', ...counts, medianBytes: 0 });
  assert.deepEqual(request.data, { source: join(cwd, 'orders.ndjson') });
  assert.deepEqual(Object.keys(datasets), ['orders/sample']);
  assert.deepEqual([suite.title, settings.quick], ['orders: your 20 documents', true]);
  assert.deepEqual(readdirSync(join(runIn(cwd), 'data')).sort(), ['dataset.toml', 'schema.json']);
  succeeds(cwd, ['report', '--html', 'page.html']);
  succeeds(cwd, ['runs', 'export', 'last', '--out', 'sent.wiremark']);
  const sent = gunzipSync(readFileSync(join(cwd, 'sent.wiremark'))).toString('latin1');
  assert.match(sent, /"source": "orders\.ndjson"/);
  assert.equal(sent.includes(cwd) || sent.includes(SECRET), false);
  assert.deepEqual(revealing(cwd), [join(cwd, 'orders.ndjson')]);
  for (const cached of ['artifacts', 'datasets', 'inputs'])
    assert.deepEqual(revealing(join(place.cache, cached)), []);
  assert.equal((run.stdout + run.stderr).includes(SECRET), false);
});

test("a check, and timing plain objects, leave no text or enum value of the user's documents in the cache", async (context) => {
  const lines = Array.from({ length: 20 }, (_, index) =>
    JSON.stringify({ ...order(index), note: `${SECRET}${index}` }),
  );
  const changed = {
    status: { enum: ['NEW', 'SENT', SECRET] },
    note: { ...ORDER.properties.note, maxLength: 40 },
  };
  const schema = { ...ORDER, properties: { ...ORDER.properties, ...changed } };
  const { folder, definition } = await userDataset(context, lines.join('\n'), { schema });
  const suite = suiteOf([PLAIN], { dataset: 'orders', sizes: ['sample'], tasks: ['deserialize'] });
  const cache = join(folder, 'cache');
  const { plan, workbench } = await readyFor(suite, { orders: definition }, cache);
  const [planned] = plan.cases;
  const [contender] = planned!.contenders;
  assert.deepEqual((await checkRow(workbench, planned!, contender!)).verdict, { verdict: 'ok' });
  const rows = [workbench.row(planned!, contender!), workbench.plainRow(planned!, contender!)!];
  const times = await timeConversion(rows, 1, new AbortController().signal);
  assert.deepEqual([times?.typed.length, times?.plain.length], [6, 6]);
  assert.notDeepEqual(readdirSync(cache), [], 'builds are in the cache');
  assert.deepEqual(revealing(cache), []);
  const { job } = await workbench.launchOf(planned!, contender!);
  assert.ok(readFileSync(job.model).includes(SECRET), 'the model has it, outside of the cache');
});

/** Starts a run of two rounds and kills it in the second. @returns its folder */
async function killedRun(cwd: string, data: readonly string[], input = ''): Promise<string> {
  const before = runsIn(cwd);
  const run = begin(cwd, ['run', ...data, ...ROWS, '--rounds', '2'], input);
  const started = () => runsIn(cwd).find((one) => !before.includes(one));
  await until(run, () => started() !== undefined && hasTimed(started()!, 1));
  run.child.kill('SIGKILL');
  await run.ended;
  return started()!;
}

test('a killed run is resumed only if its documents are unchanged', async () => {
  const cwd = folder('killed');
  const file = join(cwd, 'orders.ndjson');
  writeFileSync(file, orders);
  const killed = await killedRun(cwd, ['--data', 'orders.ndjson']);
  writeFileSync(file, texts([1, 2, 3, 4, 5, 6, 7]));
  const message = /dataset orders\/sample was sha256:\w+ and is sha256:\w+ now/;
  await refuses(cwd, ['run', '--resume'], message);
  writeFileSync(file, orders);
  succeeds(cwd, ['run', '--resume']);
  assert.equal(recordOf(killed).partial, false);
});

test('a run on standard input can be resumed only if it kept its documents', async () => {
  const cwd = folder('stdin');
  const without = await killedRun(cwd, ['--data', '-'], orders);
  const message = /was measured on standard input, which can't be read again: .*--keep-data/;
  await refuses(cwd, ['run', '--resume', basename(without)], message);
  const kept = await killedRun(cwd, ['--data', '-', '--keep-data'], orders);
  assert.ok(existsSync(join(kept, 'data', 'documents.ndjson')));
  const resumed = succeeds(cwd, ['run', '--resume', basename(kept)]);
  assert.match(resumed.stdout, /Your 20 documents/);
});
