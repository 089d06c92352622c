/**
 * What a run answers: which of the rows that one can adopt is fastest, which smallest, which both. Hand-written rows are
 * bounds and no answer. Text and bytes are asked apart, and each runtime too.
 */
import { runtimeName } from '../../define/names.ts';
import { groupBy } from '../../stats/group-by.ts';
import { type CaseView, documentSize } from './case.ts';
import type { RankedRow } from './rows.ts';

/** Who leads among some rows of a case. */
export type Leaders = ReturnType<typeof leadersOf>;
export type CaseAnswer = ReturnType<typeof caseAnswer>;
/** Of one output kind: a text has yet to be encoded, so that the two aren't compared. */
export type KindAnswer = CaseAnswer['kinds'][number];

/** @param shown a case with the rows that are asked of: those that a reader has filtered out don't answer */
export function caseAnswer(shown: CaseView) {
  const { task, disturbed, ranked } = shown;
  // Whatever order the reader has the rows in.
  const adoptable = ranked
    .filter(({ bound }) => bound === null)
    .sort((a, b) => a.ratio.estimate - b.ratio.estimate);
  return {
    task,
    // Too much was disturbed for a claim of times: then nobody is fastest, and who is smallest stays.
    disturbed,
    // Hand-written rows.
    leftOut: ranked.length - adoptable.length,
    // By the fastest row; empty where no row that can be adopted is ranked.
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
function leadersOf(rows: readonly RankedRow[], one: CaseView) {
  const names = new Set(rows.map(({ name }) => name));
  const fastest = one.disturbed
    ? []
    : rows.filter(({ beatenBy }) => !beatenBy.some((name) => names.has(name)));
  const sizes = new Map(rows.map((row) => [row, shownSize(row, one)]));
  const known = [...sizes.values()].filter((size) => size !== undefined);
  const smallest = rows.filter((row) => known.length > 0 && sizes.get(row) === Math.min(...known));
  return {
    // None of the others beats them: several can't be told apart. Empty without speed conclusions.
    fastest,
    // Of the fewest bytes; none where sizes aren't known.
    smallest,
    both: fastest.filter((row) => smallest.includes(row)),
    rows: rows.length,
    sizesDiffer: new Set(known).size > 1,
    // Fastest of those that don't lead.
    next: one.disturbed ? null : (rows.find((row) => !fastest.includes(row)) ?? null),
  };
}

/** Whole bytes, as tables show them: less is no difference. */
function shownSize(row: RankedRow, one: CaseView): number | undefined {
  const bytes = documentSize(row, one);
  return bytes === undefined ? undefined : Math.round(bytes);
}

export type Tallies = ReturnType<typeof tallies>;
export type Tally = Tallies['fastest'][number];
/** Over all cases of a task that have rows of the kind. */
export type TaskAnswer = ReturnType<typeof taskAnswers>[number];

/** What many cases answer together: no figure is made of several cases, it is counted who leads. */
export function taskAnswers(answers: readonly CaseAnswer[]) {
  const claimed = answers.filter(({ disturbed }) => !disturbed);
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

function tallies(leaders: readonly Leaders[]) {
  const differing = leaders.filter(({ sizesDiffer }) => sizesDiffer);
  return {
    cases: leaders.length,
    fastest: tally(leaders.map(({ fastest }) => fastest)),
    smallest: tally(differing.map(({ smallest }) => smallest)),
    both: tally(differing.map(({ both }) => both)),
  };
}

/**
 * How often a row leads, most often first, with the least and greatest of its ratios to the baseline.
 *
 * @param cases the rows that lead in each
 */
function tally(cases: readonly (readonly RankedRow[])[]) {
  return [...groupBy(cases.flat(), ({ name }) => name)]
    .map(([name, own]) => {
      const ratios = own.map(({ ratio }) => ratio.estimate);
      return { name, cases: own.length, low: Math.min(...ratios), high: Math.max(...ratios) };
    })
    .sort((a, b) => b.cases - a.cases);
}
