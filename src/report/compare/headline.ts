import { excludesOne } from '../../analysis/figures.ts';
import type { CaseComparison, ComparedRuns } from '../../analysis/runs/compare.ts';
import {
  type ChangedRow,
  hasChanged,
  isJudged,
  type JudgedChange,
  onlyIn,
  type State,
} from '../../analysis/runs/rows.ts';
import { caseName } from '../../define/names.ts';
import { groupBy } from '../../stats/group-by.ts';
import { counted, percent } from '../numbers.ts';
import { calledOf } from '../run/commands.ts';
import { closerLook } from '../tables/answer.ts';
import { disturbedText, said } from '../tables/notes.ts';
import { changeText, lossText, ownTimeText, STATE_CELLS } from './wording.ts';

type Appendix = (row: ChangedRow) => string;

const MOST_NAMED = 3;
const COUNTED: readonly State[] = ['lost', 'fixed', 'new', 'incomparable'];

export function headline({ cases, within, machines }: ComparedRuns): string {
  // If the runs are from different machines, the machine may be the cause: a row `ran` slower, but may not have got slower.
  const got = machines.comparable ? 'got' : 'ran';
  const all = cases.flatMap(({ rows }) => rows);
  const rows = all.filter(isJudged);
  const found = (finding: JudgedChange['finding'], grade?: JudgedChange['grade']) =>
    rows.filter((row) => row.finding === finding && (grade === undefined || row.grade === grade));
  const moved = new Set(cases.filter(hasMovedBaseline).flatMap((one) => one.rows.filter(isJudged)));
  const appendix = (row: ChangedRow) =>
    (moved.has(row as JudgedChange) ? ` relative to ${row.baseline}` : '') +
    (cases.length > 1 ? ` (${caseName(row)})` : '');
  const changes = (['slower', 'faster'] as const).flatMap((finding) => [
    ...gotText(got, found(finding, 'established'), appendix),
    ...gotText(`probably ${got}`, found(finding, 'likely'), appendix),
  ]);
  const [same, unclear] = [found('same').length, found('unclear').length];
  const rest = [
    ...said(
      `${counted(same, 'row')} show${same === 1 ? 's' : ''} no change within ${percent(within)}`,
      same > 0,
    ),
    ...said(`${counted(unclear, 'row')} ${unclear === 1 ? 'is' : 'are'} unclear`, unclear > 0),
  ];
  const hidden = baselineWarning(cases, appendix);
  const beside = moved.size > 0 ? ' relative to the baseline' : '';
  const isApart = all.every((row) => onlyIn(row) !== null);
  const nothing = isApart ? 'Nothing to compare: the runs have no row in common' : 'No row could be compared';
  const sentences = [
    ...hidden,
    ...said(nothing, rows.length + hidden.length === 0),
    ...said(
      (unclear === 0 ? `No row ${got} slower` : 'No slowdown found') + beside,
      rows.length > 0 && hidden.length === 0 && found('slower').length === 0,
    ),
    ...changes,
    ...said(rest.join(', '), rest.length > 0),
    ...othersText(all),
  ];
  return sentences.map((sentence) => `${sentence}.`).join(' ');
}

function baselineWarning(cases: ComparedRuns['cases'], appendix: Appendix): string[] {
  const changed = cases.flatMap((one) => changedBaseline(one) ?? []);
  if (changed.length === 0) return [];
  const names = new Set(changed.map(({ name }) => name));
  const times = changed.flatMap((row) => (row.change ? [ownTimeText(row.change) + appendix(row)] : []));
  return [
    `The baseline ${[...names].join(', ')} changed itself, so ratios can't say whether it got slower`,
    ...said(`It took ${times.slice(0, MOST_NAMED).join(', ')}`, times.length > 0),
  ];
}

function hasMovedBaseline({ rows }: CaseComparison): boolean {
  const own = rows.find(({ state }) => state === 'baseline');
  return own !== undefined && (hasChanged(own) || (own.change !== null && excludesOne(own.change)));
}

function changedBaseline({ rows }: CaseComparison): ChangedRow | undefined {
  return rows.find((row) => row.state === 'baseline' && hasChanged(row));
}

function gotText(got: string, rows: readonly JudgedChange[], appendix: Appendix): string[] {
  if (rows.length === 0) return [];
  const distance = ({ change }: JudgedChange) => Math.abs(Math.log(change.estimate));
  const largest = rows.toSorted((a, b) => distance(b) - distance(a)).slice(0, MOST_NAMED);
  const named = largest.map((row) => `${row.name} ${got} ${changeText(row.change)}${appendix(row)}`);
  const more = rows.length - named.length;
  return [`${named.join(', ')}${more > 0 ? `, and ${more} more ${got} ${rows[0]!.finding}` : ''}`];
}

function othersText(rows: readonly ChangedRow[]): string[] {
  const others = rows.filter(({ state }) => COUNTED.includes(state));
  const groups = groupBy(others, (row) => {
    const side = onlyIn(row);
    return side === null ? STATE_CELLS[row.state].text : `only in the run ${side}`;
  });
  const counts = [...groups].map(([what, { length }]) => `${length} ${what}`);
  return said(`Other rows: ${counts.join(', ')}`, counts.length > 0);
}

export function belief({ cases, before, after }: ComparedRuns): string[] {
  const texts = cases.flatMap(({ replaced, baseline }) =>
    replaced ? `${replaced} changed, so ratios are relative to ${baseline}.` : [],
  );
  const replaced = [...new Set(texts)];
  const compared = cases.map((one) => one.rows.filter(isJudged)).filter((own) => own.length > 0);
  const rows = compared.flat();
  if (rows.length === 0) return replaced;
  const disturbed = compared.map((own) => ({ disturbed: own.some((row) => row.disturbed) }));
  const figures = `${counted(rows.length, 'row')} compared after ${counted(fewestRounds(rows), 'round')}.`;
  return [...replaced, [...disturbedText(disturbed, before.machine, after.machine), figures].join(' ')];
}

function fewestRounds(rows: readonly JudgedChange[]): number {
  return Math.min(...rows.flatMap(({ before, after }) => [before.rounds, after.rounds]));
}

export function failures({ cases }: ComparedRuns): string[] {
  return cases.flatMap(({ rows, title }) =>
    rows
      .filter(({ state }) => state === 'failing')
      .map((row) => `NEWLY FAILING: ${row.name}, ${title}: ${lossText(row)}`),
  );
}

export interface Called {
  readonly command: string;
  /** True if other people read the text: then it has no paths of this machine. */
  readonly shared?: boolean;
}

/** Advice on what to do next; null if the comparison leaves nothing open. */
export function nextStep(view: ComparedRuns, { command, shared }: Called): string | null {
  const { before, after, cases, machines } = view;
  const rows = cases.flatMap((one) => one.rows);
  const judged = rows.filter(isJudged);
  const called = calledOf(after, command, shared);
  const { run, again } = called;
  const failing = rows.flatMap(({ state, after }) => (state === 'failing' ? after! : []));
  const look = closerLook(failing, called);
  if (look !== null) return look;
  if (before.id === after.id) return `compare it with another run of this list:\n${command} runs`;
  const isAlone = rows.every(({ state }) => state === 'baseline');
  if (isAlone || cases.some(changedBaseline))
    return `measure both again with a row that doesn't change, such as another library`;
  if (!machines.comparable && judged.some(({ finding }) => finding !== 'same'))
    return `measure both on one machine:\n${again}`;
  if (judged.length === 0) {
    const isAdvised = (flag: string) => cases.some(({ obstacle }) => obstacle?.includes(flag));
    if (isAdvised('--objects'))
      return `measure with the objects of the run before:\n${calledOf(before, command, shared).again}`;
    return isAdvised('--baseline') ? null : `measure the same rows and documents again:\n${again}`;
  }
  if (judged.some(({ disturbed }) => disturbed))
    return `measure both again on an idle machine of your own:\n${again}`;
  if (judged.every(({ grade }) => grade === 'established')) return null;
  const [how, flag] = after.settings.quick
    ? ['in full', '--full']
    : ['with four times the rounds', `--rounds ${4 * fewestRounds(judged)}`];
  return `measure both again ${how}, which narrows the intervals:\n${run} ${flag}`;
}
