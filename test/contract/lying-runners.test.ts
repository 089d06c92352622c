/** Runners that lie about time or take a core for themselves, by the command itself; and a row that is timed although it does wrong. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Sample } from '../../src/store/record/record.ts';
import { recordOf, rowsIn, runsIn, samplesOf, scratchFolder, wiremark } from './command.ts';
import { suiteToml, writeNodeRunner } from './definitions.ts';
import { here, plain } from './shipped.ts';

const json = JSON.stringify(join(here.folder, plain.file));
const EMPTY = `import json from ${json};
export default { ...json, create: () => ({ serialize: () => '{}' }) };
`;

/** What each runner starts with, by its runtime. */
const BEGINS = {
  honest: '',
  liar: `const { cpuUsage, hrtime } = process;
const clock = hrtime.bigint;
const begin = clock();
hrtime.bigint = () => begin + (clock() - begin) / 10n;
process.cpuUsage = () => ({ user: Math.round(cpuUsage().user / 10), system: 0 });
`,
  burner: `import { Worker } from 'node:worker_threads';
const worker = new Worker('for (;;);', { eval: true });
await new Promise((resolve) => worker.once('online', resolve));
`,
};

test('lies about time are found, what a row burns while others are timed is told, and what does wrong is timed on request', () => {
  const cwd = scratchFolder('lying')('run');
  const flags = Object.entries(BEGINS).flatMap(([runtime, begin]) => {
    const folder = join(cwd, runtime);
    const rows = { plain: `export { default } from ${json};\n`, ...(begin === '' && { empty: EMPTY }) };
    const manifest = writeNodeRunner(folder, { runtime, rows });
    writeFileSync(join(folder, 'begin.mjs'), begin);
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace('"node"', '"node", "--import", "{folder}/begin.mjs"'));
    return ['--runner', manifest];
  });
  const serializers = Object.keys(BEGINS).map((runtime) => `${runtime}/*`);
  writeFileSync(join(cwd, 'mine.toml'), suiteToml({ serializers: ['honest/plain', ...serializers] }));
  const more = ['--quick', '--rounds', '3', '--time-unverified', '--format', 'json'];
  const { status, stdout, stderr } = wiremark(cwd, ['run', 'mine.toml', ...flags, ...more]);
  assert.equal(status, 1, stderr);
  const rows = rowsIn(stdout);
  const verdicts = Object.fromEntries(rows.map(({ name, verdict }) => [name, verdict]));
  assert.deepEqual(verdicts, {
    ...{ 'honest/plain': 'ok', 'honest/empty': 'mismatch' },
    ...{ 'liar/plain': 'clock', 'burner/plain': 'ok' },
  });
  const { reason } = rows.find(({ runtime }) => runtime === 'liar')!;
  assert.match(reason!, /^says that its slices take .* ms by wiremark's own stopwatch/);
  for (const { name, rank, verdict } of rows) assert.equal(rank !== null, verdict === 'ok', name);

  const [run] = runsIn(cwd);
  const record = recordOf(run!);
  assert.equal(record.request?.timeUnverified, true);
  const samples = (name: string, phase: Sample['phase']) => {
    const index = record.contenders.findIndex((one) => `${one.runtime}/${one.serializer}` === name);
    return samplesOf(run!).filter((sample) => sample.contender === index && sample.phase === phase);
  };
  const timed = samples('honest/empty', 'block').map(({ round }) => round);
  assert.deepEqual([...new Set(timed)], [0, 1, 2]);

  const burnt = (name: string) => samples(name, 'idle').map(({ cpuNs, ns }) => cpuNs / ns);
  if (burnt('burner/plain').length === 0) return; // where the system doesn't tell
  // On a busy machine a whole core isn't to be had, but what is burnt is far more than an honest row's.
  const [most, least] = [Math.max(...burnt('burner/plain')), Math.min(...burnt('honest/plain'))];
  assert.ok(most > 0.05 && most > 3 * least, `${most} of a core, ${least} of an honest row`);
});
