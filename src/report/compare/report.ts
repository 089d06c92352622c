import { type ColumnId, interval, number, resultColumn, text, truth } from '../../analysis/columns.ts';
import type { Row } from '../../analysis/rows.ts';
import type { CheckedComparison } from '../../analysis/rules/evaluate.ts';
import type { CaseComparison, ComparedRuns } from '../../analysis/runs/compare.ts';
import { type ChangedRow, type Sides, STATES } from '../../analysis/runs/rows.ts';
import type { DataColumn, Datum } from '../../store/record/columns.ts';
import type { Report } from '../formats.ts';
import { machineSentences } from '../machine.ts';
import { heading } from '../text/document.ts';
import { renderMarkdown } from '../text/markdown.ts';
import { composeAnswer, composeCases, composeComparison, composeFacts, titleOf } from './compose.ts';
import { belief, type Called, headline } from './headline.ts';
import { ruleAdvice, worstWord } from './rules.ts';
import { noteText, shownRows } from './wording.ts';

export function comparisonReport(comparison: CheckedComparison, called: Called): Report<ReportedRow> {
  return {
    blocks: () => composeComparison(comparison, called),
    summary: async () => comparisonSummary(comparison, called),
    table: () => ({ columns: COMPARE_COLUMNS, rows: reportedRows(comparison) }),
    json: () => comparisonJson(comparison),
  };
}

/** Version of the JSON: increased when a key changes its meaning or is removed. */
const COMPARISON_SCHEMA = 3;

export function comparisonJson({ view, outcomes }: CheckedComparison) {
  const { within, before, after, machines, cases } = view;
  const { comparable, differences } = machines;
  return {
    schema: COMPARISON_SCHEMA,
    within,
    headline: headline(view),
    belief: belief(view),
    before,
    after,
    machines: { comparable, differences, words: machineSentences(machines) },
    rows: reportedRows({ view, outcomes }).map((row) =>
      Object.fromEntries(COMPARE_COLUMNS.map(({ id, of }) => [id, of(row)])),
    ),
    obstacles: cases.flatMap(({ dataset, size, task, obstacle }) =>
      obstacle === null ? [] : [{ dataset, size, task, reason: obstacle }],
    ),
    guard: outcomes.map((one) => ({
      rule: one.rule.text,
      outcome: one.outcome,
      rows: one.judged,
      broken: one.broken.length,
      unclear: one.open.length,
      advice: ruleAdvice(one),
    })),
  };
}

interface ReportedRow extends ChangedRow {
  readonly runs: Sides<string>;
  readonly fails: readonly string[];
}

type CompareColumn = DataColumn<ReportedRow, Datum>;

const OF_SIDES: readonly ColumnId[] = [
  ...(['verdict', 'reason', 'ns_per_op', 'ns_per_op_low', 'ns_per_op_high'] as const),
  ...(['baseline', 'ratio', 'ratio_low', 'ratio_high', 'rounds', 'disturbed', 'bytes'] as const),
  ...(['allocated_bytes_per_op', 'allocated_error', 'version', 'code'] as const),
];

export const COMPARE_COLUMNS: readonly CompareColumn[] = [
  ...(['dataset', 'size', 'task', 'runtime', 'variant', 'serializer', 'format', 'output_kind'] as const).map(
    (id) => ofSide(id, (row) => row.after ?? row.before),
  ),
  text('state', STATES.join(', '), (row) => row.state),
  text('finding', 'baseline, slower, faster, same, unclear', (row) => row.finding),
  text('grade', 'of the finding: established, likely, unclear', (row) => row.grade),
  truth('preliminary', 'fewer than ten rounds in a run', (row) => row.preliminary),
  ...interval(
    'change',
    "after over before, above 1 is slower; of the baseline's own row, of its time",
    (row: ReportedRow) => row.change,
  ),
  number('confidence', 'of that interval', (row) => row.change?.confidence),
  number('p_value', 'of "no change", adjusted for all rows', (row) => row.pValue),
  text('obstacle', "why figures of both runs aren't compared", (row) => row.obstacle),
  text('fails', 'the rules that it breaks, with semicolons between', (row) => row.fails.join('; ')),
  ...(['before', 'after'] as const).flatMap((which) => [
    ...OF_SIDES.map((id) => ({ ...ofSide(id, (row) => row[which]), id: `${which}_${id}` })),
    text(`${which}_run`, 'id of the run', (row: ReportedRow) => row.runs[which]),
  ]),
];

function reportedRows({ view, outcomes }: CheckedComparison): ReportedRow[] {
  const runs = { before: view.before.id, after: view.after.id };
  const rows = view.cases.flatMap((one) => one.rows);
  return rows.map((row) => {
    const fails = outcomes.filter(({ broken }) => broken.includes(row)).map(({ rule }) => rule.text);
    return { ...row, runs, fails };
  });
}

function ofSide(id: ColumnId, side: (row: ReportedRow) => Row | null): CompareColumn {
  const { type, what, of } = resultColumn(id);
  const ofRow = (row: Row | null) => row && of(row);
  return { id, type, what, of: (row) => ofRow(side(row)) };
}

/** Markdown for the summary page of a CI job. Unchanged rows without notes are only in the folded part. */
function comparisonSummary(comparison: CheckedComparison, called: Called): string {
  const { view, outcomes } = comparison;
  const short = notable(view);
  const count = ({ cases }: ComparedRuns) => cases.flatMap(({ rows }) => rows).length;
  const whole = count(short) === count(view);
  const first = renderMarkdown([
    heading(2, `wiremark: ${worstWord(outcomes)}${titleOf(view)}`),
    ...composeAnswer(comparison, called),
    ...composeCases(short),
  ]);
  return `${first}
<details><summary>${whole ? 'How they were compared' : 'All rows, and how they were compared'}</summary>

${renderMarkdown([...(whole ? [] : composeCases(view)), ...composeFacts(view)])}
</details>
`;
}

function notable(view: ComparedRuns): ComparedRuns {
  const cases = view.cases.map((one) => ({
    ...one,
    rows: one.rows.filter((row) => row.finding !== 'same' || noteText(row) !== ''),
  }));
  const isNotable = (one: CaseComparison) =>
    one.obstacle !== null || shownRows(one).some(({ state }) => state !== 'baseline');
  return { ...view, cases: cases.filter(isNotable) };
}
