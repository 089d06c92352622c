/**
 * The standard wrong serializers: each makes a mistake that must be found; `right` makes none. What they do is said here once, a runtime's own test has them in its language (test/wrongs), and those that only its
 * language can have.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readCatalog } from '../../../src/define/catalog.ts';
import type { SuiteDefinition, Task } from '../../../src/define/types.ts';
import { makePlan, type PlannedCase } from '../../../src/plan/plan.ts';
import type { Verdict } from '../../../src/plan/verdict.ts';
import { measureCase } from '../../../src/run/case.ts';
import { resolveSettings } from '../../../src/run/settings.ts';
import { checkRow } from '../../../src/trial/check.ts';
import { openWorkbench } from '../../../src/trial/workbench.ts';
import { temporary } from '../../machine/temporary.ts';
import { place } from '../place.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface Wrong {
  readonly does: string;
  readonly tasks: readonly Task[];
  /** Only rehearsed, which is how what is lazy is found; the others are timed. */
  readonly isLazy?: true;
  /** Verdict and reason, joined. */
  readonly expected: RegExp;
}

const BOTH: readonly Task[] = ['serialize', 'deserialize'];

/** One that is timed. */
export const wrong = (does: string, tasks: readonly Task[], expected: RegExp): Wrong => ({
  does,
  tasks,
  expected,
});
const lazy = (does: string, expected = /^mismatch: /): Wrong => ({
  ...wrong(does, ['deserialize'], expected),
  isLazy: true,
});

const WRONGS = {
  right: wrong('the work', BOTH, /^ok$/),
  'lazy-list': lazy('reads a list when somebody asks for an element'),
  'lazy-object': lazy('reads a document when somebody asks for a field'),
  remembers: wrong(
    'keeps its results, by object and by input',
    BOTH,
    /^remembers: |^mismatch: .* (?:share memory|the same )/,
  ),
  stale: wrong('gives its last result every other time, from its hundredth call on', BOTH, /^mismatch: /),
  grows: wrong('puts out again what it put out before', ['serialize'], /^mismatch: /),
  'one-buffer': wrong('fills the same output in each call', ['serialize'], /^mismatch: .* the same /),
  fails: wrong(
    'refuses texts with an escaped control character: "no control characters, please"',
    BOTH,
    /^crash: hard document \d+: .*no control characters, please( \(line \d+ of its file\))?$/,
  ),
} satisfies Readonly<Record<string, Wrong>>;

export type WrongId = keyof typeof WRONGS;

export interface WrongKit {
  /** The runtime's folder, of which a copy is made with the folder test/wrongs beside the others. */
  readonly runner: string;
  /** What the manifest says of one: its file and sources in that copy, and more lines. */
  readonly entry: (id: string) => { file: string; sources: readonly string[]; more?: string };
  /** The part of the manifest before its first serializer; as it stands unless told. */
  readonly head?: (text: string) => string;
  /** Its rows know test/data/person only, on which all of them are timed then. */
  readonly hasOneRecord?: true;
  /** Those that put out bytes. */
  readonly bytes?: readonly string[];
  /** What is said more exactly in this language. */
  readonly expected?: Readonly<Partial<Record<WrongId, RegExp>>>;
  /** Those that only this language can have. */
  readonly own?: Readonly<Record<string, Wrong>>;
}

/** Tests each row of each case. Only where packages aren't available may they be left out. */
export async function testWrongs(kit: WrongKit): Promise<void> {
  const scratch = temporary('wrongs');
  const wrongs: Readonly<Record<string, Wrong>> = { ...WRONGS, ...kit.own };
  const catalog = readCatalog({
    datasets: ['test/data/person', 'datasets/record'].map((folder) => join(root, folder)),
    suites: [],
    runners: [copyOf(kit, wrongs, scratch)],
  });
  const [runtime] = [...catalog.runners.keys()];
  const named = (is: (wrong: Wrong) => boolean) =>
    Object.keys(wrongs)
      .filter((id) => id === 'right' || is(wrongs[id]!))
      .map((id) => `${runtime}/${id}`);
  const [small, one] = [
    { dataset: 'person', sizes: ['small'] },
    { dataset: 'record', sizes: ['single'] },
  ];
  const suite: SuiteDefinition = {
    ...{ name: 'wrongs', title: 'Wrongs', file: '', style: 'default', batch: 1, quick: true },
    cases: kit.hasOneRecord
      ? [{ ...small, tasks: BOTH }]
      : [
          { ...small, tasks: ['deserialize'], serializers: named(({ isLazy }) => isLazy === true) },
          { ...one, tasks: BOTH, serializers: named(({ isLazy }) => isLazy !== true) },
        ],
    serializers: ['*/*'],
    baseline: `${runtime}/right`,
  };
  const plan = makePlan(suite, catalog.runners, {});
  const cache = join(place.cache, 'tests');
  mkdirSync(cache, { recursive: true });
  const workbench = await openWorkbench({ plan, catalog, cache, progress: () => {} });

  /** One short round, with all that a run verifies. */
  async function timed(planned: PlannedCase): Promise<ReadonlyMap<number, Verdict>> {
    const { contenders } = planned;
    const { verdicts } = await measureCase(
      {
        ...{ case: plan.cases.indexOf(planned), batch: 1, baseline: 0, budget: null, cores: 2 },
        contenders: contenders.map((contender, index) => workbench.row(planned, contender, index)),
        settings: resolveSettings({ rounds: 1, quick: true, seed: 1 }),
        rehearse: async ({ index }) => (await checkRow(workbench, planned, contenders[index]!)).verdict,
      },
      { sample: () => {} },
    );
    return verdicts;
  }

  /** What is lazy is found before anything is timed. */
  async function rehearsed(planned: PlannedCase): Promise<ReadonlyMap<number, Verdict>> {
    const verdicts = new Map<number, Verdict>();
    for (const [index, one] of planned.contenders.entries())
      verdicts.set(index, (await checkRow(workbench, planned, one)).verdict);
    return verdicts;
  }

  /** One case after the other: what is timed wants a core. */
  let before: Promise<ReadonlyMap<number, Verdict>> = Promise.resolve(new Map());
  for (const planned of plan.cases) {
    const missing = planned.contenders
      .map((one) => workbench.unavailable(planned, one))
      .find((failure) => failure !== null);
    const skip =
      missing != null && /repository|install/.test(('fix' in missing && missing.fix) || '')
        ? missing.reason
        : false;
    const judge = planned.dataset === 'person' && !kit.hasOneRecord ? rehearsed : timed;
    const verdicts = skip ? before : before.then(() => judge(planned));
    before = verdicts;
    for (const [index, { definition }] of planned.contenders.entries()) {
      const { id } = definition;
      test(`${planned.dataset} ${planned.task} ${id}`, { skip }, async () => {
        const told = kit.expected?.[id as WrongId] ?? wrongs[id]!.expected;
        assert.match(spelled((await verdicts).get(index)!), told, wrongs[id]!.does);
      });
    }
  }
}

/** A copy of the runtime's folder in which the wrong ones are its serializers. @returns its manifest */
function copyOf(kit: WrongKit, wrongs: Readonly<Record<string, Wrong>>, scratch: string): string {
  const folder = join(scratch, basename(kit.runner));
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'));
  cpSync(join(kit.runner, '../build-kit'), join(scratch, 'build-kit'), { recursive: true });
  cpSync(kit.runner, folder, { recursive: true, filter: (from) => from !== join(kit.runner, 'test') });
  cpSync(join(kit.runner, 'test/wrongs'), join(folder, 'wrongs'), { recursive: true });
  const file = join(folder, 'runner.toml');
  const [text = ''] = readFileSync(file, 'utf8').split('[[serializer]]');
  // As short as can be, and nothing that wiremark adds of itself.
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
  writeFileSync(file, [(kit.head ?? String)(head), ...entries].join('\n'));
  return file;
}

function spelled(verdict: Verdict): string {
  return verdict.verdict === 'ok' ? 'ok' : `${verdict.verdict}: ${verdict.reason}`;
}
