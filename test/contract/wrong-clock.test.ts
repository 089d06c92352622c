/** A runner whose clock is wrong, by the command itself; and a row that is timed although it does wrong. */
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
  slow: `const { cpuUsage, hrtime } = process;
const clock = hrtime.bigint;
const begin = clock();
hrtime.bigint = () => begin + (clock() - begin) / 10n;
process.cpuUsage = () => ({ user: Math.round(cpuUsage().user / 10), system: 0 });
`,
};

test('a clock that is ten times too slow is found, and a row that is wrong is timed on request', () => {
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
    'slow/plain': 'clock',
  });
  const { reason } = rows.find(({ runtime }) => runtime === 'slow')!;
  assert.match(reason!, /^reports .* ms for \d+ slices that took .* ms by wiremark's stopwatch$/);
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
});
