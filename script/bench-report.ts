/**
 * Times the report of a generated run with many rows, in every format and style. It asserts nothing.
 *
 *     node --import tsx script/bench-report.ts [--rows 10000] [--cases 1] [--rounds 10] [--blocks 4]
 *
 * One case with all rows is the slowest for comparisons between rows; also try `--cases 1000`.
 */
import { parseArgs } from 'node:util';
import { analyze } from '../src/analysis/analyze.ts';
import { TABLE_STYLES } from '../src/define/types.ts';
import { REPORT_FORMATS, type ReportFormat, render } from '../src/report/formats.ts';
import { type ReportOptions, reportOf } from '../src/report/run/report.ts';
import { groupBy } from '../src/stats/group-by.ts';
import type {
  MemoryFigures,
  RunContender,
  RunOutcome,
  RunRecord,
  Sample,
} from '../src/store/record/record.ts';
import { contender, outcome, smallRun, stored } from '../test/report/small-run.ts';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    cases: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '10' },
    blocks: { type: 'string', default: '4' },
  },
});
const [rows, cases, rounds, blocks] = [flags.rows, flags.cases, flags.rounds, flags.blocks].map(Number) as [
  number,
  number,
  number,
  number,
];

const perCase = Math.ceil(rows / cases);
const samples = makeSamples();
const record = makeRecord();
print('samples', samples.length.toLocaleString('en-US'));
// Grouped by case, as in a recorded run.
const byCase = groupBy(samples, (sample) => sample.case);
const read = { ...stored([]), of: (number: number) => byCase.get(number)! };
const view = timed('view', () => analyze({ record, samples: read }));
const terminal = { width: 120, color: false };
for (const format of REPORT_FORMATS) {
  const styles = format === 'terminal' || format === 'md' ? TABLE_STYLES : [undefined];
  for (const style of styles) await time(format, { ...(style && { style }) });
}

async function time(format: ReportFormat, { style }: Pick<ReportOptions, 'style'>): Promise<void> {
  const spent = stopwatch();
  const text = await render(reportOf(view, style === undefined ? {} : { style }), format, terminal);
  print(`${format} ${style ?? ''}`, `${spent()}, ${Math.round(text.length / 1000)} kB`);
}

function timed<T>(what: string, make: () => T): T {
  const spent = stopwatch();
  const made = make();
  print(what, spent());
  return made;
}

/** Measures wall and processor time: other programs lengthen wall time. */
function stopwatch(): () => string {
  const begin = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    const [ms, own] = [performance.now() - begin, (user + system) / 1000].map(Math.round);
    return `${ms} ms (${own} ms of processor time)`;
  };
}

function print(what: string, found: string): void {
  process.stdout.write(`${what.padEnd(24)}${found}\n`);
}

/** Samples of rows that differ by less than the noise, so that many tie. */
function makeSamples(): Sample[] {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const made: Sample[] = [];
  for (let number = 0; number < cases; number++)
    for (let contender = 0; contender < perCase; contender++)
      for (let round = 0; round < rounds; round++) {
        const base = { case: number, contender, round, block: 0, ops: 1, cpuNs: 0, waitNs: null };
        made.push({ ...base, phase: 'start', ops: 0, ns: 1e8 }, { ...base, phase: 'first', ns: 1e6 });
        for (let block = 0; block < blocks; block++) {
          const ns = Math.round(5e7 * (1 + contender / perCase) * (1 + 0.02 * random()));
          made.push({ ...base, phase: 'block', block, ops: 50_000, ns });
        }
      }
  return made;
}

function makeRecord(): RunRecord {
  const contenders = Array.from({ length: perCase }, (_, i): RunContender => {
    const runtime = i % 2 === 0 ? 'mill' : 'ark';
    const bound = i < 2 ? ({ bound: 'hand-written' } as const) : {};
    const deviations = i % 3 === 0 ? (['negative-zero-as-zero'] as const) : [];
    const names = { title: `Serializer ${i}`, version: `1.${i}` };
    return contender(`${runtime}/serializer-${i}`, { ...names, deviations, ...bound });
  });
  const known = (value: number) => ({ known: true, value }) as const;
  const memory: MemoryFigures = {
    ops: 1000,
    allocated: known(1234),
    allocatedError: null,
    collections: { young: known(0.1), old: { known: false, reason: 'not told' } },
    peakResident: known(2 ** 26),
  };
  const outcomes = Array.from({ length: cases }, (_, number) =>
    contenders.map(({ deviations }, i): RunOutcome => {
      const sizes = { raw: 1000 * (number + 1), gzip: 400, zstd: 390, brotli: 380 };
      return outcome(i, { case: number, sizes, deviations, memory });
    }),
  );
  const { record } = smallRun([], {
    suite: { name: 'bench', title: 'Many rows', style: 'default' },
    runtimes: { node: '20', jvm: '17' },
    contenders,
    cases: outcomes.map((_, i) => ({
      ...{ dataset: 'd', size: `s${i}`, task: 'serialize', batch: 1, baseline: 0 },
      contenders: [...contenders.keys()],
    })),
    outcomes: outcomes.flat(),
  });
  return record;
}
