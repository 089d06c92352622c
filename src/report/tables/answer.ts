import { type AnalyzedCase, type AnalyzedRun, allRows } from '../../analysis/analyze.ts';
import { failedRows } from '../../analysis/answer.ts';
import { bothTasks } from '../../analysis/both.ts';
import { halfWidthOf } from '../../analysis/figures.ts';
import type { RankedRow, Row, RowFacts } from '../../analysis/rows.ts';
import { caseName, documentsName, quoteWord, runtimeName } from '../../define/names.ts';
import { groupBy } from '../../stats/group-by.ts';
import type { OwnDocuments } from '../../store/record/record.ts';
import { typedRun } from '../../store/record/run-label.ts';
import { counted, grouped, listed, percent } from '../numbers.ts';
import { type Block, heading, paragraph } from '../text/document.ts';
import { caseWords } from './case-answer.ts';
import { taskSentences } from './leaders.ts';
import { disturbedText, isForDoctor, plannedRounds, said } from './notes.ts';

/** If a run has more cases than this, its summary has counts instead of a text for each case. */
const MOST_CASES = 3;

export interface Called {
  readonly command: string;
  /** Command that measures the same rows again, with default settings. */
  readonly run: string;
  /** Like `run`, but with the settings that the user typed. */
  readonly again: string;
  /** Command that checks the same rows; null for runs of `bench --versions`, whose revisions `check` can't build. */
  readonly check: string | null;
}

export type RunAnswer = NonNullable<ReturnType<typeof runAnswer>>;

export function runAnswer(view: AnalyzedRun, called: Called, both = bothTasks(view.cases)) {
  const all = [...view.cases, ...both];
  const cases = all.flatMap((one) => {
    const words = caseWords(one);
    return words === null ? [] : [{ title: caseName(one), ...words }];
  });
  if (cases.length === 0) return null;
  return {
    own: view.own ? ownSentence(view.own) : null,
    cases,
    tasks: view.cases.length > MOST_CASES ? taskSentences(all) : [],
    belief: beliefSentences(view),
    next: nextStep(view, called),
  };
}

export function unanswered(view: AnalyzedRun, called: Called): { why: string; next: string | null } {
  const rows = view.cases.flatMap(({ unranked }) => unranked.filter(({ limit }) => limit === null));
  const failed = view.cases.flatMap(failedRows);
  const look = closerLook(failed, called);
  if (view.cases.some(({ baseline }) => baseline !== null)) return { why: NONE_SHOWN, next: look };
  if (view.partial && rows.some(({ kind }) => kind === 'unmeasured'))
    return {
      why: 'No row is ranked yet: the run was stopped before the first round finished.',
      next: resumption(view, called) ?? `measure again, with a longer --budget or none:\n${called.run}`,
    };
  if (failed.length > 0) return { why: `No row is ranked: ${listed(namesOf(failed))} failed.`, next: look };
  const row = rows.find(isForDoctor);
  if (!row) return { why: 'No row is ranked: the reasons are in this report.', next: null };
  return {
    why: `No row is ranked. ${row.name}: ${row.reason!.split('\n')[0]}.`,
    next: row.fix ?? `see what is missing here, and how to install it:\n${called.command} doctor`,
  };
}

export const NONE_SHOWN = 'No ranked library is shown.';

export function composeUnanswered(view: AnalyzedRun, called: Called): Block[] {
  const { why, next } = unanswered(view, called);
  return [heading(2, 'Summary'), paragraph(why), ...nextBlocks(next)];
}

export function nextBlocks(next: string | null): Block[] {
  if (next === null) return [];
  const [words, ...lines] = next.split('\n');
  return [paragraph(`Next: ${words}`), ...(lines.length > 0 ? [{ kind: 'verbatim', lines } as const] : [])];
}

export function composeAnswer(
  answer: RunAnswer,
  published: string | null = null,
  withNext = true,
  decisions: readonly { readonly title: string; readonly decision: readonly Block[] }[] = [],
): Block[] {
  const { own, cases, tasks, belief, next } = answer;
  const told = (...texts: (string | null)[]) => texts.flatMap((text) => (text ? paragraph(text) : []));
  const each = cases.flatMap(({ title, sentences }) => {
    const words = told(...sentences);
    const decision = decisions.find((one) => one.title === title)?.decision ?? [];
    // With several languages the tables come first, since the sentences compare the languages.
    const isSeveral = decision.filter(({ kind }) => kind === 'table').length > 1;
    return [
      ...(cases.length > 1 ? [paragraph(title, 'strong')] : []),
      ...(isSeveral ? [...decision, ...words] : [...words, ...decision]),
    ];
  });
  return [
    heading(2, 'Summary'),
    ...told(own),
    ...(tasks.length > 0 ? told(...tasks) : each),
    ...told(belief.join(' '), published),
    ...(withNext ? nextBlocks(next) : []),
  ];
}

function ownSentence({ documents, timed, held, medianBytes, notes = [] }: OwnDocuments): string {
  const bytes = counted(medianBytes, 'byte');
  const part = timed + held === documents ? 'Your' : `${grouped(timed + held)} of your`;
  const which =
    documents === 1
      ? `Your document (${bytes}):`
      : `${part} ${grouped(documents)} documents (median ${bytes}):`;
  return [...notes, which].join(' ');
}

function beliefSentences({ cases, machine, own }: AnalyzedRun): string[] {
  const asked = cases.filter((one) => one.ranked.length > 0);
  const ranked = asked.flatMap((one) => one.ranked);
  const compared = ranked.filter(({ finding }) => finding !== 'baseline');
  const kept = asked.flatMap((one) => (one.keeps ? one.ranked : []));
  const results = kept.reduce((sum, { samples }) => sum + samples, 0);
  const timed = results === 0 ? '' : `, including ${grouped(results)} taken while timing`;
  const rows = ranked.length === 1 ? 'ranked row' : counted(ranked.length, 'ranked row');
  const checked = [
    `All outputs of the ${rows} were checked${timed}.`,
    ...failureSentences(cases, own !== undefined),
  ];
  if (compared.length === 0) return checked;
  return [...disturbedText(asked, machine), figuresText(asked, compared), ...checked];
}

/** @param isOwn whether the documents are the user's: then a library that can't handle them isn't said to have failed */
function failureSentences(cases: readonly AnalyzedCase[], isOwn: boolean): string[] {
  const passed = new Set(cases.flatMap(({ ranked }) => namesOf(ranked)));
  const failed = groupBy(cases.flatMap(failedRows), ({ name }) => name);
  const isLimit = (name: string) => isOwn && failed.get(name)!.every(({ added }) => added !== true);
  const never = [...failed.keys()].filter((name) => !passed.has(name));
  const [unable, whole] = [never.filter(isLimit), never.filter((name) => !isLimit(name))];
  const missing = [...groupBy(cases.flatMap(allRows), runtimeName)].flatMap(([name, rows]) =>
    rows.every(isForDoctor) ? [name] : [],
  );
  const parts = [...failed].flatMap(([name, rows]) => {
    const where = rows.length === 1 ? caseName(rows[0]!) : `${rows.length} of ${cases.length} cases`;
    return passed.has(name) ? [`${name} (${where})`] : [];
  });
  return [
    ...said(`Can't handle your documents: ${listed(unable)}.`, unable.length > 0),
    ...said(`Failed, so not ranked: ${listed(whole)}.`, whole.length > 0),
    ...said(`Failed in part: ${listed(parts)}.`, parts.length > 0),
    ...said(`No row of ${listed(missing)} ran: see "Left out".`, missing.length > 0),
  ];
}

function figuresText(cases: readonly AnalyzedCase[], compared: readonly RankedRow[]): string {
  const counts = cases.map(({ rounds }) => rounds);
  const rounds = plannedRounds({ minimum: Math.min(...counts), maximum: Math.max(...counts) });
  const widths = compared.flatMap(({ ratio }) => halfWidthOf(ratio) ?? []);
  // The upper end of the widest interval: half-widths are on the logarithmic scale, where 0.8 is + 123 %.
  const widest = percent(Math.ceil(100 * Math.expm1(Math.max(...widths)) - 0.05) / 100);
  const some = widths.length < compared.length ? ', and some have none' : '';
  const known =
    widths.length > 0 ? `the widest interval of a ratio is ± ${widest}${some}` : 'ratios have no interval';
  const moving = compared.some(({ preliminary }) => preliminary) ? ' More rounds may change ratios.' : '';
  return `After ${rounds}, ${known}.${moving}`;
}

/** @returns advice in words, then a line for each command */
function nextStep(view: AnalyzedRun, called: Called): string {
  const { settings, cases, own } = view;
  const { command, run, again } = called;
  const failed = cases.flatMap(failedRows);
  const isPlanned = (name: string) => cases.some((one) => one.plannedBaseline === name);
  const resuming = resumption(view, called);
  if (resuming !== null) return resuming;
  const look = closerLook(failed, called);
  if (look !== null && failed.some(({ name, added }) => added || isPlanned(name))) return look;
  if (cases.some(({ disturbed }) => disturbed))
    return `measure again on an idle machine of your own:\n${again}`;
  if (!settings.quick) return `after a change, measure again and compare:\n${again}\n${command} compare`;
  const [what, more] = own
    ? ['add your own library', 'bench row.toml']
    : ['measure your own documents', 'run --data FILE'];
  return `narrow the intervals, or ${what}:\n${run} --full\n${command} ${more}`;
}

function resumption(view: AnalyzedRun, { command }: Called): string | null {
  const { partialReason } = view;
  if (partialReason === null || partialReason.why === 'budget') return null;
  return `finish this run:\n${command} run --resume ${typedRun(view)}`;
}

/**
 * Advice on failed rows, the user's own first: a command that checks them and, for a single own row, what to fix. Null if no row
 * failed, or if all have the verdict `remembers`, which `check` can't find because it doesn't time.
 */
export function closerLook(
  failed: readonly (RowFacts & Pick<Row, 'verdict' | 'reason'>)[],
  { check }: Called,
): string | null {
  const rows = failed.filter(({ verdict }) => verdict !== 'remembers');
  if (rows.length === 0) return null;
  const sorted = [...rows.filter(({ added }) => added), ...rows.filter(({ added }) => !added)];
  const [names, documents] = [namesOf(sorted), [...new Set(rows.map(documentsName))]];
  if (check === null) return `see ${listed(names)} in this report: what went wrong is there.`;
  const words = ['-s', quoteWord(names.join(',')), '-d', quoteWord(documents.join(','))];
  const { added, reason } = sorted[0]!;
  const what =
    added && names.length === 1
      ? `fix ${names[0]}: ${fixText(reason!)}`
      : `see what ${listed(names)} ${names.length === 1 ? 'does' : 'do'} wrong:`;
  return `${what}\n${check} ${words.join(' ')}`;
}

/**
 * First line of a failure's reason. If the output has the wrong kind (text or bytes), adds how to declare the other kind in
 * row.toml.
 */
function fixText(reason: string): string {
  const [text] = reason.split('\n') as [string];
  const kind = / instead of (text|bytes)$/.exec(text)?.[1];
  return kind === undefined
    ? text
    : `${text}: return ${kind}, or set output = "${kind === 'text' ? 'bytes' : 'text'}"`;
}

const namesOf = (rows: readonly RowFacts[]) => [...new Set(rows.map(({ name }) => name))];
