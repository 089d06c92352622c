/**
 * Runs `quickstart --quick` some times and prints which pairs of rows that differ by 1.3 or more each run told apart, as
 * docs/EVIDENCE.md has it. It asserts nothing.
 *
 *     node --import tsx script/trials/quick.ts [--times 6] [--folder DIR] [--rows 3] [-- -r RUNTIME …]
 *
 * What follows `--` goes to `wiremark run`. Runs are made in a folder of their own, which is named at the end; `--folder`
 * takes another, and `--times 0` only looks at the runs that it has. `--rows 3` judges every table of the baseline and two
 * others in place of the whole one: errors of small tables come from their own few rounds.
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { rowName } from '../../src/define/names.ts';
import { blockTimes } from '../../src/stats/comparison.ts';
import { groupBy } from '../../src/stats/group-by.ts';
import { sameMargin } from '../../src/stats/judgement.ts';
import { median, sortSamples } from '../../src/stats/samples.ts';
import { type JudgedRow, judgeTable } from '../../src/stats/table.ts';
import { readRun, type StoredRun } from '../../src/store/folder/reader.ts';
import { runFolders } from '../../src/store/locate.ts';

/** What a quick run should tell apart on a machine at rest. */
const RATIO = 1.3;

const { values: flags, positionals } = parseArgs({
  options: { times: { type: 'string', default: '6' }, folder: { type: 'string' }, rows: { type: 'string' } },
  allowPositionals: true,
});
const folder = flags.folder ? resolve(flags.folder) : mkdtempSync(join(tmpdir(), 'wiremark-quick-'));

interface Told {
  /** Logarithm of the first's time over the second's. */
  readonly log: number;
  readonly established: boolean;
}

/** Tables of so many rows, the first in each; the whole one unless told. */
function tablesOf([first, ...others]: readonly number[], size: number): number[][] {
  const some = (from: readonly number[], count: number): number[][] =>
    count === 0
      ? [[]]
      : from.flatMap((row, i) => some(from.slice(i + 1), count - 1).map((rest) => [row, ...rest]));
  return some(others, Math.min(size - 1, others.length)).map((rest) => [first!, ...rest]);
}

/** By pair and table: `serialize: mill/json, rill/oj`. */
function pairsOf({ record, samples }: StoredRun): Map<string, Told> {
  const size = Number(flags.rows ?? Number.POSITIVE_INFINITY);
  return new Map(
    record.cases.flatMap(({ baseline, task }, number) => {
      const ok = record.outcomes.filter((one) => one.case === number && one.verdict.verdict === 'ok');
      const others = ok.flatMap(({ contender }) => (contender === baseline ? [] : [contender]));
      const blocks = samples.of(number).filter(({ phase }) => phase === 'block');
      const slices = groupBy(blocks, ({ contender }) => contender);
      const timesOf = (row: number) => blockTimes(slices.get(row) ?? []);
      const margin = sameMargin(record.settings.target);
      return tablesOf([baseline, ...others.sort((a, b) => a - b)], size).flatMap((rows) => {
        const judged = judgeTable({ rows, reference: baseline, timesOf, margin, target: null });
        const names = rows.map((row) => rowName(record.contenders[row]!));
        const among = flags.rows === undefined ? '' : ` (of ${names.join(', ')})`;
        return pairsAmong(judged, (row) => names[rows.indexOf(row)]!).map(([pair, told]): [string, Told] => [
          `${task}: ${pair}${among}`,
          told,
        ]);
      });
    }),
  );
}

function pairsAmong(judged: readonly JudgedRow<number>[], name: (row: number) => string): [string, Told][] {
  return judged.flatMap((a) =>
    judged
      .filter((b) => a.row < b.row)
      .map((b): [string, Told] => {
        const established = a.beatenBy.includes(b.row) || b.beatenBy.includes(a.row);
        const log = Math.log(a.comparison.ratio / b.comparison.ratio);
        return [`${name(a.row)}, ${name(b.row)}`, { log, established }];
      }),
  );
}

mkdirSync(folder, { recursive: true });
const wiremark = join(import.meta.dirname, '../../wiremark');
for (let i = 0; i < Number(flags.times); i++) {
  const begin = performance.now();
  await execa(wiremark, ['run', 'quickstart', '--quick', ...positionals], {
    ...{ cwd: folder, stdin: 'ignore', stdout: 'ignore', stderr: 'inherit', reject: false },
  });
  process.stdout.write(`run ${i + 1}: ${((performance.now() - begin) / 1000).toFixed(1)} s as a whole\n`);
}

const runs = (await runFolders(folder)).sort().map(readRun);
const told = runs.map(pairsOf);
const names = new Set(told.flatMap((pairs) => [...pairs.keys()]));
/** By the median of all runs. */
const apart = [...names].filter((name) => {
  const logs = told.flatMap((pairs) => pairs.get(name)?.log ?? []);
  return Math.abs(median(sortSamples(logs))) >= Math.log(RATIO);
});
for (const [i, { record }] of runs.entries()) {
  const pairs = told[i]!;
  const shared = apart.filter((name) => pairs.has(name));
  const missed = shared.filter((name) => !pairs.get(name)!.established);
  const rounds = record.cases.map(({ rounds = 0 }) => rounds).join(' and ');
  process.stdout.write(
    `${record.name ?? record.id}: ${record.seconds} s, ${rounds} rounds, ` +
      `${shared.length - missed.length} of ${shared.length} pairs established\n`,
  );
  for (const name of missed) process.stdout.write(`  not: ${name}\n`);
}
process.stdout.write(`\n${folder}\n`);
