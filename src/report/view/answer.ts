/**
 * What a run answers: which of the rows that one can adopt is fastest, which smallest, which both. Hand-written rows are
 * bounds and no answer. Text and bytes are asked apart, and each runtime too.
 */
import { caseName, runtimeName } from '../../define/names.ts';
import type { OutputKind, Task } from '../../define/types.ts';
import { groupBy } from '../../stats/group-by.ts';
import { type CaseView, documentSize } from './case.ts';
import type { RankedRow } from './rows.ts';

/** Who leads among some rows of a case. */
export interface Leaders {
  /** None of the others beats them, fastest first: several can't be told apart. Empty where nothing is claimed. */
  readonly fastest: readonly RankedRow[];
  /** Of the fewest bytes, fastest first; none where sizes aren't known. */
  readonly smallest: readonly RankedRow[];
  /** In both lists. */
  readonly both: readonly RankedRow[];
  /** Of how many it was asked. */
  readonly rows: number;
  /** Whether the rows differ in size at all. */
  readonly sizesDiffer: boolean;
  /** Fastest of those that don't lead; null where none is left. */
  readonly next: RankedRow | null;
}

/** Of one output kind: a text has yet to be encoded, so that the two aren't compared. */
export interface KindAnswer {
  readonly outputKind: OutputKind;
  readonly overall: Leaders;
  /** Each runtime as it was started, in the order of its best row; one where there is one. */
  readonly runtimes: readonly RuntimeAnswer[];
}

export interface RuntimeAnswer extends Leaders {
  readonly runtime: string;
}

export interface CaseAnswer {
  /** `users/small, serialize`. */
  readonly name: string;
  readonly task: Task;
  /** What all ratios are relative to. */
  readonly baseline: string | null;
  /** Too much was disturbed for a claim of times: then nobody is fastest, and who is smallest stays. */
  readonly withheld: boolean;
  /** Hand-written rows that were left out. */
  readonly leftOut: number;
  /** By the fastest row; empty where no row that can be adopted is ranked. */
  readonly kinds: readonly KindAnswer[];
}

/** @param shown a case with the rows that are asked of: those that a reader has filtered out don't answer */
export function caseAnswer(shown: CaseView): CaseAnswer {
  const { task, baseline, withheld, ranked } = shown;
  // Whatever order the reader has the rows in.
  const adoptable = ranked
    .filter(({ bound }) => bound === null)
    .sort((a, b) => a.ratio.estimate - b.ratio.estimate);
  return {
    ...{ name: caseName(shown), task, baseline, withheld, leftOut: ranked.length - adoptable.length },
    kinds: [...groupBy(adoptable, ({ outputKind }) => outputKind)].map(([outputKind, rows]) => ({
      outputKind,
      overall: leadersOf(rows, shown),
      runtimes: [...groupBy(rows, runtimeName)].map(([runtime, own]) => ({
        runtime,
        ...leadersOf(own, shown),
      })),
    })),
  };
}

/** @param rows fastest first */
function leadersOf(rows: readonly RankedRow[], one: CaseView): Leaders {
  const names = new Set(rows.map(({ name }) => name));
  const fastest = one.withheld
    ? []
    : rows.filter(({ beatenBy }) => !beatenBy.some((name) => names.has(name)));
  const sizes = new Map(rows.map((row) => [row, shownSize(row, one)]));
  const known = [...sizes.values()].filter((size) => size !== undefined);
  const smallest = rows.filter((row) => known.length > 0 && sizes.get(row) === Math.min(...known));
  return {
    ...{ fastest, smallest, both: fastest.filter((row) => smallest.includes(row)), rows: rows.length },
    sizesDiffer: new Set(known).size > 1,
    next: one.withheld ? null : (rows.find((row) => !fastest.includes(row)) ?? null),
  };
}

/** Whole bytes, as tables show them: less is no difference. */
function shownSize(row: RankedRow, one: CaseView): number | undefined {
  const bytes = documentSize(row, one);
  return bytes === undefined ? undefined : Math.round(bytes);
}

/** How often a row leads, over several cases of a task. */
export interface Tally {
  readonly name: string;
  /** In how many cases. */
  readonly cases: number;
  /** Least and greatest of its ratios to the baseline in these. */
  readonly low: number;
  readonly high: number;
}

/** Over all cases of a task that have rows of the kind. */
export interface TaskAnswer {
  readonly task: Task;
  readonly outputKind: OutputKind;
  readonly overall: Tallies;
  readonly runtimes: readonly Tallies[];
}

/** Most often first. */
export interface Tallies {
  readonly cases: number;
  readonly fastest: readonly Tally[];
  /** Of the cases in which rows differ in size. */
  readonly smallest: readonly Tally[];
  readonly both: readonly Tally[];
}

/** What many cases answer together: no figure is made of several cases, it is counted who leads. */
export function taskAnswers(answers: readonly CaseAnswer[]): TaskAnswer[] {
  const claimed = answers.filter(({ withheld }) => !withheld);
  const asked = claimed.flatMap(({ task, kinds }) => kinds.map((kind) => ({ task, ...kind })));
  return [...groupBy(asked, ({ task, outputKind }) => `${task} ${outputKind}`).values()].map((same) => {
    const { task, outputKind } = same[0]!;
    const own = same.flatMap((one) => one.runtimes);
    return {
      ...{ task, outputKind, overall: tallies(same.map(({ overall }) => overall)) },
      runtimes: [...groupBy(own, ({ runtime }) => runtime).values()].map(tallies),
    };
  });
}

function tallies(leaders: readonly Leaders[]): Tallies {
  const differing = leaders.filter(({ sizesDiffer }) => sizesDiffer);
  return {
    cases: leaders.length,
    fastest: tally(leaders.map(({ fastest }) => fastest)),
    smallest: tally(differing.map(({ smallest }) => smallest)),
    both: tally(differing.map(({ both }) => both)),
  };
}

/** @param cases the rows that lead in each */
function tally(cases: readonly (readonly RankedRow[])[]): Tally[] {
  return [...groupBy(cases.flat(), ({ name }) => name)]
    .map(([name, own]) => {
      const ratios = own.map(({ ratio }) => ratio.estimate);
      return { name, cases: own.length, low: Math.min(...ratios), high: Math.max(...ratios) };
    })
    .sort((a, b) => b.cases - a.cases);
}
