/** What `wiremark check` found: for people, and for programs the rows of a run that timed nothing. */
import { caseName } from '../../define/names.ts';
import type { Deviation } from '../../define/types.ts';
import { type Contender, contenderName } from '../../plan/case.ts';
import { isFailure, spelledReason, type Verdict } from '../../plan/verdict.ts';
import { groupBy } from '../../stats/group-by.ts';
import type { RunRecord } from '../../store/record.ts';
import { REPORT_SCHEMA } from '../run/json.ts';
import { type Block, cell, heading, proseColumn, tableOf, wordColumn } from '../text/document.ts';
import { counted } from '../text/numbers.ts';
import type { Row } from '../view/rows.ts';
import { buildView, runRows } from '../view/view.ts';

interface CheckedFacts {
  readonly contender: Contender;
  readonly verdict: Verdict;
  /** The declared deviations that had to be forgiven. */
  readonly forgiven: readonly Deviation[];
  readonly beyond: string | null;
}

const COLUMNS = [
  wordColumn<CheckedFacts>('SERIALIZER', ({ contender }) => contenderName(contender)),
  wordColumn<CheckedFacts>('VERDICT', ({ verdict }) => {
    const bad = isFailure(verdict) ? 'bad' : 'dim';
    return cell(verdict.verdict, verdict.verdict === 'ok' ? 'good' : bad);
  }),
  proseColumn<CheckedFacts>('', ({ verdict, forgiven, beyond }) => {
    if (verdict.verdict !== 'ok') return spelledReason(verdict);
    const forgave = forgiven.length > 0 ? [`declared deviation: ${forgiven.join(', ')}`] : [];
    return [...forgave, ...(beyond === null ? [] : [beyond])].join('; ');
  }),
];

/** A case with its verdicts. */
export function checkBlocks(planned: Parameters<typeof caseName>[0], rows: readonly CheckedFacts[]): Block[] {
  return [heading(2, caseName(planned)), tableOf(COLUMNS, rows)];
}

/** `14 rows: 12 ok, 1 mismatch, 1 unavailable`. */
export function totalText(rows: readonly CheckedFacts[]): string {
  const found = groupBy(rows, ({ verdict }) => verdict.verdict);
  const others = [...found].filter(([verdict]) => verdict !== 'ok');
  const words = others.map(([verdict, { length }]) => `, ${length} ${verdict}`);
  return `${counted(rows.length, 'row')}: ${found.get('ok')?.length ?? 0} ok${words.join('')}`;
}

/** The rows that a report of a run has; there is no time in them, and none is missing. */
export function checkedRows(record: RunRecord): Row[] {
  const rows = runRows(buildView({ record, samples: { of: () => [], warnings: [] } }));
  return rows.map((row) => (row.verdict === 'ok' ? ({ ...row, reason: null } as unknown as Row) : row));
}

/** All of it: as the JSON of a report, but for what only measuring tells. */
export function checkJson(record: RunRecord) {
  const { tool, startedAt, runtimes, datasets, machine, suite } = record;
  return {
    schema: REPORT_SCHEMA,
    check: { tool, startedAt, runtimes, datasets },
    machine,
    suite,
    rows: checkedRows(record),
  };
}
