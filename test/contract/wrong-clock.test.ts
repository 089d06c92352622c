import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rowName } from '../../src/define/names.ts';
import { recordOf, rowsIn, runIn, samplesOf, scratchFolder, wiremark } from './command.ts';
import { suiteToml, writeNodeRunner } from './definitions.ts';
import { here, plain } from './shipped.ts';

const file = JSON.stringify(join(here.folder, plain.file));
const json = `export { default } from ${file};\n`;
const empty = `import json from ${file};
export default { ...json, create: () => ({ serialize: () => '{}' }) };
`;

/** Slows the clocks of its process down to a tenth. */
const SLOW_CLOCK = `const { cpuUsage, hrtime } = process;
const clock = hrtime.bigint;
const begin = clock();
hrtime.bigint = () => begin + (clock() - begin) / 10n;
process.cpuUsage = () => ({ user: Math.round(cpuUsage().user / 10), system: 0 });
`;

test('a clock ten times too slow gets the verdict clock; --time-unverified times a wrong row', () => {
  const cwd = scratchFolder('wrong-clock')('run');
  const clock = join(cwd, 'clock.mjs');
  writeFileSync(clock, SLOW_CLOCK);
  const honest = writeNodeRunner(join(cwd, 'honest'), { runtime: 'honest', rows: { json, empty } });
  const slow = writeNodeRunner(join(cwd, 'slow'), {
    ...{ runtime: 'slow', rows: { json }, flags: ['--import', clock] },
  });
  writeFileSync(join(cwd, 'mine.toml'), suiteToml({ serializers: ['honest/json', 'honest/*', 'slow/*'] }));
  const flags = '--quick --rounds 3 --time-unverified --format json'.split(' ');
  const runners = ['--runner', honest, '--runner', slow];
  const { status, stdout, stderr } = wiremark(cwd, ['run', 'mine.toml', ...runners, ...flags]);
  assert.equal(status, 1, stderr);
  const rows = rowsIn(stdout);
  assert.deepEqual(Object.fromEntries(rows.map(({ name, verdict }) => [name, verdict])), {
    ...{ 'honest/json': 'ok', 'honest/empty': 'mismatch' },
    'slow/json': 'clock',
  });
  const { reason } = rows.find(({ runtime }) => runtime === 'slow')!;
  assert.match(reason!, /^reports .* ms for \d+ slices that took .* ms by wiremark's stopwatch$/);
  for (const { name, rank, verdict } of rows) assert.equal(rank !== null, verdict === 'ok', name);

  const run = runIn(cwd);
  const { request, contenders } = recordOf(run);
  assert.equal(request.timeUnverified, true);
  const wrong = contenders.findIndex((one) => rowName(one) === 'honest/empty');
  const timed = samplesOf(run).filter(({ contender, phase }) => contender === wrong && phase === 'block');
  assert.deepEqual([...new Set(timed.map(({ round }) => round))], [0, 1, 2]);
});
