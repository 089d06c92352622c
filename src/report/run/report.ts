import { type AnalyzedRun, runRows } from '../../analysis/analyze.ts';
import { bothTasks } from '../../analysis/both.ts';
import {
  type ColumnId,
  dataIds,
  RESULT_COLUMNS,
  type ResultColumn,
  resultColumn,
} from '../../analysis/columns.ts';
import type { Row } from '../../analysis/rows.ts';
import type { RuleOutcome } from '../../analysis/rules/evaluate.ts';
import { ruleLine, worstWord } from '../compare/rules.ts';
import type { Report } from '../formats.ts';
import { compareWithPublished, type PublishedTable } from '../published/published.ts';
import { composeAgainst } from '../published/tables.ts';
import { type Called, composeAnswer, type RunAnswer, runAnswer, unanswered } from '../tables/answer.ts';
import { caseWords } from '../tables/case-answer.ts';
import { machineText, namedRun, versionTexts } from '../tables/notes.ts';
import { unrankedTable } from '../tables/ranking.ts';
import { type Block, heading, list, paragraph, withoutSpare } from '../text/document.ts';
import { calledOf } from './commands.ts';
import { type ComposeOptions, composeReport, reportParts, shownNotes } from './compose.ts';

export interface ReportOptions extends ComposeOptions {
  readonly command?: string;
  readonly outcomes?: readonly RuleOutcome[];
}

export function reportOf(view: AnalyzedRun, options: ReportOptions = {}): Report<Row> {
  const called = calledOf(view, options.command ?? 'wiremark');
  const tables = compareWithPublished(view);
  return {
    blocks: () => composeReport(view, tables, called, options),
    summary: () => renderSummary(view, options.outcomes),
    table: () => ({ columns: dataColumns(options.columns), rows: runRows(view) }),
    json: () => jsonReport(view, tables, called),
  };
}

function dataColumns(wanted: ComposeOptions['columns'] = []): readonly ResultColumn[] {
  if (wanted.every(({ more }) => more)) return RESULT_COLUMNS;
  const ids = wanted.flatMap(({ id }) => dataIds(id));
  const asked: ColumnId[] = ['dataset', 'size', 'task', 'name', ...ids];
  return [...new Set(asked)].map((id) => resultColumn(id));
}

export async function renderSummary(view: AnalyzedRun, outcomes?: readonly RuleOutcome[]): Promise<string> {
  const { renderMarkdown } = await import('../text/markdown.ts');
  return renderMarkdown(composeSummary(view, outcomes));
}

/** Version of the JSON report: increased when a key changes its meaning or is removed. */
export const REPORT_SCHEMA = 6;

export function jsonReport(view: AnalyzedRun, published: readonly PublishedTable[], called: Called) {
  const { id, tool, startedAt, finishedAt, interruptions, runtimes, datasets, own, warnings } = view;
  const { machine, settings, suite, partial, partialReason } = view;
  const both = bothTasks(view.cases);
  return {
    schema: REPORT_SCHEMA,
    run: { id, tool, startedAt, finishedAt, interruptions, runtimes, datasets, own, warnings },
    ...{ machine, settings, suite, partial, partialReason },
    answer: runAnswer(view, called, both),
    answers: [...view.cases, ...both].map((one) => {
      const { dataset, size, task, baseline, disturbed, answer } = one;
      const facts = { dataset, size, task, baseline, disturbed };
      if (answer === null) return facts;
      const { fastest, hidden, runtimes, smallest } = answer;
      return { ...facts, fastest, hidden, runtimes, smallest, ...caseWords(one) };
    }),
    rows: runRows(view),
    published,
  };
}

const MOST_SPARE = 6;

export function composeSummary(view: AnalyzedRun, outcomes: readonly RuleOutcome[] = []): Block[] {
  const called = calledOf(view, 'wiremark');
  const parts = reportParts(view, called, 'default');
  return [
    heading(3, worstWord(outcomes) + (versionsTitle(parts.answer) ?? view.suite.title)),
    ...(outcomes.length > 0 ? [list(outcomes.map(ruleLine))] : []),
    ...parts.warnings.map((text) => paragraph(text, 'bad')),
    // The next step is omitted, because the readers of a README didn't make the run.
    ...(parts.answer === null
      ? [paragraph(unanswered(view, called).why)]
      : composeAnswer(parts.answer, null, false).map((block) =>
          block.kind === 'heading' ? paragraph(block.text, 'strong') : block,
        )),
    ...parts.cases.flatMap(({ title, summary, shown, ranking, notes }) => [
      ...[paragraph(title, 'strong'), paragraph(summary)],
      ...(ranking ? [withoutSpare(ranking, MOST_SPARE)] : []),
      ...(shown.unranked.length > 0 ? [unrankedTable(shown.unranked, { brief: true })] : []),
      ...shownNotes(notes),
    ]),
    ...shownNotes(parts.common),
    ...parts.leftOut.lines.map((text) => paragraph(`Left out: ${text}`)),
    paragraph(originText(view)),
  ];
}

function versionsTitle(answer: RunAnswer | null): string | null {
  const texts = answer?.cases.map(({ title, versions }) => versions && `${title}: ${versions}`);
  return texts?.every((text) => text !== undefined) ? texts.join('; ') : null;
}

function originText(view: AnalyzedRun): string {
  const when = view.startedAt.slice(0, 'yyyy-mm-dd'.length);
  const versions = versionTexts(view).join('; ');
  return `Measured ${when} with wiremark ${view.tool} on ${machineText(view.machine)}. ${versions && `${versions}. `}Run ${namedRun(view)}.`;
}

export function againstReport(view: AnalyzedRun, edition?: string): Report<never> | null {
  const published = compareWithPublished(view, edition);
  if (published.length === 0) return null;
  const { id, tool, startedAt, machine, runtimes, suite } = view;
  return {
    blocks: () => composeAgainst(view, published),
    json: () => {
      const run = { id, tool, startedAt, runtimes };
      return { schema: REPORT_SCHEMA, run, machine, suite, published };
    },
  };
}
