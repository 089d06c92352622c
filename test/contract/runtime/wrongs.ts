/**
 * Standard wrong serializers: each makes a mistake that wiremark must find, except `right`. A runtime's test/wrongs has them in
 * its language, with more that only this language makes possible.
 */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { blockTimes, compare, roundLogs } from '../../../src/analysis/comparison.ts';
import { readCatalog } from '../../../src/define/catalog.ts';
import type { SuiteDefinition, Task } from '../../../src/define/types.ts';
import type { Contender } from '../../../src/plan/case.ts';
import { makePlan, type PlannedCase } from '../../../src/plan/plan.ts';
import type { Verdict } from '../../../src/plan/verdict.ts';
import { measureCase } from '../../../src/run/case.ts';
import { resolveSettings } from '../../../src/run/settings.ts';
import type { Sample } from '../../../src/store/record/record.ts';
import { checkRow } from '../../../src/trial/check.ts';
import { openWorkbench, type Workbench } from '../../../src/trial/workbench.ts';
import { temporary } from '../../machine/temporary.ts';
import { suiteOf } from '../definitions.ts';
import { place } from '../place.ts';
import { root } from './kit.ts';

export interface Wrong {
  readonly does: string;
  readonly tasks: readonly Task[];
  /** Lazy results are found before timing: these rows are checked only. */
  readonly isLazy?: true;
  /** The verdict, and its reason after a colon. */
  readonly expected: RegExp;
}

const BOTH: readonly Task[] = ['serialize', 'deserialize'];

export const wrong = (does: string, tasks: readonly Task[], expected: RegExp): Wrong => ({
  does,
  tasks,
  expected,
});
const lazy = (does: string): Wrong => ({ ...wrong(does, ['deserialize'], /^mismatch: /), isLazy: true });

const WRONGS = {
  right: wrong('does the work', BOTH, /^ok$/),
  'lazy-list': lazy('reads a list when an element is accessed'),
  'lazy-object': lazy('reads a document when a field is accessed'),
  remembers: wrong(
    'keeps its results by object and by input',
    BOTH,
    /^remembers: |^mismatch: .* (?:share memory|the same )/,
  ),
  stale: wrong('returns its last result every other time, from its hundredth call on', BOTH, /^mismatch: /),
  grows: wrong('repeats its earlier output before the new one', ['serialize'], /^mismatch: /),
  'one-buffer': wrong('fills the same output in each call', ['serialize'], /^mismatch: .* the same /),
  fails: wrong(
    'refuses texts with an escaped control character: "no control characters, please"',
    BOTH,
    /^crash: hard document \d+: .*no control characters, please( \((line \d+ of its file|\w+\.\w+:\d+)\))?$/,
  ),
} satisfies Readonly<Record<string, Wrong>>;

/** How often the rows of `testWork` multiply: 3, 5 and 10 % more work than the first. */
const COUNTS = [100, 103, 105, 110] as const;
/** Rows that only multiply, as often as their name says: small operations, which a compiler may inline. */
const WORKING: Readonly<Record<string, Wrong>> = Object.fromEntries(
  COUNTS.map((count) => [`work-${count}`, wrong('multiplies', ['serialize'], /^mismatch: /)]),
);

export type WrongId = keyof typeof WRONGS;

export interface WrongKit {
  /** The runtime's folder. A copy of it gets test/wrongs as its folder `wrongs`. */
  readonly runner: string;
  /** The file and sources of a row in that copy, and more lines of its entry. */
  readonly entry: (id: string) => { file: string; sources: readonly string[]; more?: string };
  /** Changes the manifest's part before its first serializer. */
  readonly head?: (text: string) => string;
  /** Whether the rows support test/data/person only. */
  readonly hasOneRecord?: true;
  readonly bytes?: readonly string[];
  /** Stricter expectations for this language. */
  readonly expected?: Readonly<Partial<Record<WrongId, RegExp>>>;
  readonly own?: Readonly<Record<string, Wrong>>;
}

/** Tests each row on each case. Rows are skipped only if their packages are unavailable. */
export async function testWrongs(kit: WrongKit): Promise<void> {
  const wrongs: Readonly<Record<string, Wrong>> = { ...WRONGS, ...kit.own };
  const catalog = readCatalog({
    datasets: ['test/data/person', 'datasets/record'].map((folder) => join(root, folder)),
    suites: [],
    runners: [copyRunner(kit, { ...wrongs, ...WORKING })],
  });
  const plan = makePlan(suiteFor(kit, wrongs, [...catalog.runners.keys()][0]!), catalog.runners, {});
  const workbench = await openWorkbench({ plan, catalog, cache: place.cache, progress: () => {} });
  const check = async (planned: PlannedCase, contender: Contender): Promise<Verdict> =>
    (await checkRow(workbench, planned, contender)).verdict;

  /** Measures one short round, with all verification of a run. */
  async function timed(planned: PlannedCase): Promise<ReadonlyMap<number, Verdict>> {
    const { contenders } = planned;
    const verdicts = new Map<number, Verdict>();
    await measureCase(
      {
        ...{ case: plan.cases.indexOf(planned), batch: 1, baseline: 0, budget: null, cores: 2 },
        contenders: contenders.map((contender, index) => workbench.row(planned, contender, index)),
        settings: resolveSettings({ rounds: 1, quick: true, seed: 1 }),
        rehearse: ({ index }) => check(planned, contenders[index]!),
      },
      {
        sample() {},
        passed: (index) => verdicts.set(index, verdicts.get(index) ?? { verdict: 'ok' }),
        failed: (index, verdict) => verdicts.set(index, verdict),
      },
    );
    return verdicts;
  }

  async function checked(planned: PlannedCase): Promise<ReadonlyMap<number, Verdict>> {
    const verdicts = new Map<number, Verdict>();
    for (const [index, one] of planned.contenders.entries()) verdicts.set(index, await check(planned, one));
    return verdicts;
  }

  /** Cases run one after another, since timing needs a core. */
  let last: Promise<ReadonlyMap<number, Verdict>> = Promise.resolve(new Map());
  const working = plan.cases.at(-1)!;
  for (const planned of plan.cases) {
    const failure = planned.contenders.flatMap((one) => workbench.unavailable(planned, one) ?? [])[0];
    const fix = (failure && 'fix' in failure && failure.fix) || '';
    const skip = failure !== undefined && /repository|install/.test(fix) ? failure.reason : false;
    if (planned === working) {
      test('more work takes as much more time', { skip }, () =>
        last.then(() => testWork(workbench, working)),
      );
      continue;
    }
    const judge = planned.dataset === 'person' && !kit.hasOneRecord ? checked : timed;
    const verdicts = skip ? last : last.then(() => judge(planned));
    last = verdicts;
    for (const [index, { definition }] of planned.contenders.entries()) {
      const { id } = definition;
      test(`${planned.dataset} ${planned.task} ${id}`, { skip }, async () => {
        const verdict = (await verdicts).get(index)!;
        const found = verdict.verdict === 'ok' ? 'ok' : `${verdict.verdict}: ${verdict.reason}`;
        assert.match(found, kit.expected?.[id as WrongId] ?? wrongs[id]!.expected, wrongs[id]!.does);
      });
    }
  }
}

/** Each try is a round of its own, since other programs may disturb all slices of a row. */
const TRIES = 40;

/**
 * Compares rows that do 3, 5 and 10 % more work with the first, block by block: each ratio must be right within 0.02 in one of the
 * tries. A loop that adds or hides work is wrong in all of them: with a `try` around Node's loop, 10 % more work took 1.5 times as
 * long.
 */
async function testWork(workbench: Workbench, planned: PlannedCase): Promise<void> {
  const left = new Set(COUNTS.slice(1));
  const found: number[][] = [];
  for (let seed = 0; seed < TRIES && left.size > 0; seed++) {
    const slices = COUNTS.map((): Sample[] => []);
    await measureCase(
      {
        ...{ case: 0, batch: 1, baseline: 0, budget: null, cores: 2, timeUnverified: true },
        contenders: planned.contenders.map((one, index) => workbench.row(planned, one, index)),
        settings: resolveSettings({ rounds: 1, quick: true, seed }),
        rehearse: async () => ({ verdict: 'mismatch', reason: 'not a document' }),
      },
      {
        sample: (one) => {
          if (one.phase === 'block') slices[one.contender]!.push(one);
        },
      },
    );
    const [first, ...others] = slices.map(blockTimes);
    const ratios = others.map((more) => compare(roundLogs(more, first!))!.ratio);
    for (const [row, ratio] of ratios.entries()) {
      const count = COUNTS[row + 1]!;
      if (Math.abs(ratio - count / COUNTS[0]) < 0.02) left.delete(count);
    }
    found.push(ratios);
  }
  assert.deepEqual([...left], [], `found ${JSON.stringify(found)}`);
}

/** Lazy rows read a person; the others write and read a record, if they support it. Rows that only work are the last case. */
function suiteFor(
  { hasOneRecord }: WrongKit,
  wrongs: Readonly<Record<string, Wrong>>,
  runtime: string,
): SuiteDefinition {
  const person = { dataset: 'person', sizes: ['small'] };
  const record = { dataset: 'record', sizes: ['single'] };
  const suite = { ...suiteOf(['*/*'], { ...person, tasks: BOTH }), baseline: `${runtime}/right` };
  const rows = (ids: readonly string[]) => ids.map((id) => `${runtime}/${id}`);
  const named = (isLazy: boolean) =>
    rows(Object.keys(wrongs).filter((id) => id === 'right' || (wrongs[id]!.isLazy === true) === isLazy));
  const working = { tasks: ['serialize'] as const, serializers: rows(Object.keys(WORKING)) };
  const cases = hasOneRecord
    ? [
        { ...person, tasks: BOTH, serializers: rows(Object.keys(wrongs)) },
        { ...record, ...working },
      ]
    : [
        { ...person, tasks: ['deserialize'] as const, serializers: named(true) },
        { ...record, tasks: BOTH, serializers: named(false) },
        { ...person, ...working },
      ];
  return { ...suite, cases };
}

/** Copies the runtime's folder, with the wrong rows as its serializers and short warm-ups. @returns the copy's manifest */
function copyRunner(kit: WrongKit, wrongs: Readonly<Record<string, Wrong>>): string {
  const scratch = temporary('wrongs');
  const folder = join(scratch, basename(kit.runner));
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'));
  cpSync(join(kit.runner, '../build-kit'), join(scratch, 'build-kit'), { recursive: true });
  cpSync(kit.runner, folder, { recursive: true, filter: (from) => from !== join(kit.runner, 'test') });
  cpSync(join(kit.runner, 'test/wrongs'), join(folder, 'wrongs'), { recursive: true });
  const manifest = join(folder, 'runner.toml');
  const [text = ''] = readFileSync(manifest, 'utf8').split('[[serializer]]');
  const head = text
    .replace(/^warmup = .*$/m, 'warmup = { minimum = 300, maximum = 1000 }')
    .replace(/^blocks = .*$/m, 'blocks = 3')
    .replace(/^(?:limits|counts-memory) = .*$/gm, '');
  const entries = Object.entries(wrongs).map(([id, { tasks }]) => {
    const output = kit.bytes?.includes(id) ? 'bytes' : 'text';
    const { file, sources, more = '' } = kit.entry(id);
    const words = { id, format: 'json', output, tasks, file, sources };
    const lines = Object.entries(words).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
    return ['[[serializer]]', ...lines, more, ''].join('\n');
  });
  writeFileSync(manifest, [(kit.head ?? String)(head), ...entries].join('\n'));
  return manifest;
}
