import { type AnalyzedCase, type AnalyzedRun, allRows, serializerRows } from '../../analysis/analyze.ts';
import type { FailedRow, Row } from '../../analysis/rows.ts';
import { runtimeName } from '../../define/names.ts';
import { groupBy } from '../../stats/group-by.ts';
import { counted, gibibytes, grouped, listed, percent } from '../numbers.ts';

export function said(text: string, applies: boolean): string[] {
  return applies ? [text] : [];
}

export function rowsNote<R extends { name: string }>(
  what: string,
  rows: readonly R[],
  figure?: (row: R) => string,
) {
  const named = rows.map((row) => (figure ? `${row.name} (${figure(row)})` : row.name));
  return said(`${what}: ${named.join(', ')}.`, rows.length > 0);
}

/** @param isAnswered whether a summary is shown, too: the summary already warns about disturbances */
export function runWarnings(view: AnalyzedRun, isAnswered = false): string[] {
  const ranked = view.cases.filter((one) => one.ranked.length > 0);
  return [
    ...(isAnswered ? [] : disturbedText(ranked, view.machine)),
    ...(view.partialReason ? [`Partial run: ${view.partialReason.text}${missing(view)}.`] : []),
    ...view.warnings,
  ];
}

export function disturbedText(
  cases: readonly Pick<AnalyzedCase, 'disturbed'>[],
  ...machines: readonly Pick<AnalyzedRun['machine'], 'shared'>[]
): string[] {
  const shared = [...new Set(machines.flatMap((one) => one.shared ?? []))];
  if (shared.length > 0)
    return [`The machine was shared (${shared.join(', ')}), so differences are at most likely.`];
  const disturbed = cases.filter((one) => one.disturbed).length;
  const where = disturbed === cases.length ? '' : ` in ${disturbed} of ${cases.length} cases`;
  const text = `A first guess: other programs disturbed more than half of the comparisons${where}.`;
  return said(text, disturbed > 0);
}

/** Says whether rows or rounds are missing. If the time budget ended the run, `partialReason.text` already names the rounds. */
function missing({ partialReason, settings, cases }: AnalyzedRun): string {
  const areRows = cases.flatMap(allRows).some(({ kind }) => kind === 'unmeasured');
  if (partialReason?.why === 'budget') return areRows ? '; rows are missing' : '';
  const what = areRows ? 'rows and rounds' : 'rounds';
  return `; ${what} are missing (planned: at least ${settings.rounds.minimum} a case)`;
}

export function runFacts(view: AnalyzedRun): string[] {
  const { machine, settings } = view;
  const data = Object.entries(view.datasets).map(([name, digest]) => `${name} ${digest.slice(0, 19)}…`);
  return [
    `Run ${namedRun(view)}, wiremark ${view.tool}, ${view.startedAt}`,
    `Machine: ${machineText(machine)}`,
    ...versionTexts(view),
    `Measured: ${measuredText(settings)}`,
    ...view.interruptions.map(({ from, until }) => `Interrupted: ${from}, resumed ${until}`),
    `Data: ${data.join(', ')}`,
    `Raw samples: .wiremark/runs/${view.id}`,
    ...(view.suite.more === undefined ? [] : [`Not measured unless asked for: ${view.suite.more}`]),
  ];
}

export function namedRun({ id, name }: Pick<AnalyzedRun, 'id' | 'name'>): string {
  return name === undefined ? id : `${name} (${id})`;
}

export function machineText(machine: AnalyzedRun['machine']): string {
  const { cpu, cores, memoryBytes, os, kernel, arch, load, governor } = machine;
  const state = `load ${load === null ? 'unknown' : grouped(load, 2)}, governor ${governor ?? 'unknown'}`;
  return [cpu, counted(cores, 'core'), gibibytes(memoryBytes), os, kernel, arch, state].join(', ');
}

export function versionTexts(view: AnalyzedRun): string[] {
  const rows = view.cases.flatMap(serializerRows).filter(({ version }) => version !== null);
  return Object.entries(view.runtimes).map(([runtime, version]) => {
    const own = rows.filter((row) => runtimeName(row) === runtime);
    const versions = [...new Set(own.map((row) => `${row.serializer} ${row.version}`))].join(', ');
    return `${runtime} ${version}${versions && `: ${versions}`}`;
  });
}

function measuredText(settings: AnalyzedRun['settings']): string {
  const { seed, quick, rounds, target, budget, keptAwake } = settings;
  const limit = budget === null ? '' : `, budget ${grouped(budget)} s`;
  const awake = keptAwake === undefined ? '' : `, cores ${keptAwake ? '' : 'not '}kept awake`;
  return `${quick ? 'quick, ' : ''}${plannedRounds(rounds)}, target ± ${percent(target)}${limit}, seed ${seed}${awake}`;
}

export function plannedRounds({ minimum, maximum }: AnalyzedRun['settings']['rounds']): string {
  return minimum === maximum ? counted(minimum, 'round') : `${minimum} to ${counted(maximum, 'round')}`;
}

/**
 * Rows that are unavailable in all of their cases, with a line for each reason: `ark (2 rows): its compiler isn't installed.`
 * `items` adds the command that explains the fix.
 */
export function leftOut({ cases }: Pick<AnalyzedRun, 'cases'>, command: string) {
  const rows = cases.flatMap(allRows);
  const unavailable = rows.filter((row): row is FailedRow => row.verdict === 'unavailable');
  const byName = new Map(unavailable.map((row) => [row.name, row]));
  for (const { name, verdict } of rows) if (verdict !== 'unavailable') byName.delete(name);
  const whyLeftOut = ({ reason, added, fix }: FailedRow) =>
    reason.split('\n')[0] + (added && fix !== null ? `; fix: ${fix}` : '');
  const lines = [...groupBy(byName.values(), whyLeftOut)].map(([reason, same]) => {
    const isRuntime = same.length > 1 && new Set(same.map(runtimeName)).size === 1;
    const whole = `${runtimeName(same[0]!)} (${counted(same.length, 'row')})`;
    return `${isRuntime ? whole : listed(same.map(({ name }) => name))}: ${reason}.`;
  });
  const items = unavailable.some(isForDoctor) ? [...lines, `How to fix it: ${command} doctor`] : lines;
  return { names: new Set(byName.keys()), lines, items };
}

export function isForDoctor({ verdict, added }: Row): boolean {
  return verdict === 'unavailable' && added !== true;
}
