/** The columns of a comparison's flat rows: those of CSV and of docs/CI.md. */
import type { ColumnType, DataColumn, Datum } from '../../store/columns.ts';
import { resultColumn } from '../view/columns.ts';
import type { Estimate } from '../view/rows.ts';
import type { FlatChange, FlatSide } from './flat.ts';
import type { PairFacts } from './pairs/rows.ts';

type CompareColumn<From> = DataColumn<From, Datum>;

/** Which row it is, as in the results of a run. */
const FACTS: readonly CompareColumn<PairFacts>[] = (
  ['dataset', 'size', 'task', 'runtime', 'variant', 'serializer', 'format', 'output_kind'] as const
).map((id) => resultColumn(id));

export const COMPARE_COLUMNS: readonly CompareColumn<FlatChange>[] = [
  ...FACTS,
  text('state', 'compared, baseline, failing, lost, mended, new, unranked, incomparable', (row) => row.state),
  text('finding', 'baseline, slower, faster, same, undecided', (row) => row.finding),
  column('preliminary', 'BOOLEAN', 'fewer than ten rounds in a run', (row) => row.preliminary),
  column(
    'sure',
    'BOOLEAN',
    'changed, by the test with all rows taken together; only such rows break a rule on times',
    (row) => row.sure,
  ),
  ...interval(
    'change',
    "after over before, above 1 is slower; of the baseline's own row, of its time",
    (row: FlatChange) => row.change,
  ),
  number('confidence', 'of that interval', (row) => row.change?.confidence),
  number('p_value', 'of "no change", adjusted for all rows', (row) => row.pValue),
  text('baseline', 'what the ratios are relative to; null where times are compared', (row) => row.baseline),
  text('reason', "why it isn't compared", (row) => row.reason),
  number('bytes_change', 'bytes of a document, after over before', (row) => row.bytesChange?.low),
  number(
    'allocated_change_low',
    'allocated bytes, after over before: the least that it can be',
    (row) => row.allocatedChange?.low,
  ),
  number('allocated_change_high', 'and the most', (row) => row.allocatedChange?.high),
  text('fails', 'the rules that it breaks, with semicolons between', (row) => row.fails.join('; ')),
  ...sideColumns('before'),
  ...sideColumns('after'),
];

function sideColumns(which: 'before' | 'after'): CompareColumn<FlatChange>[] {
  const columns: readonly CompareColumn<FlatSide>[] = [
    text('verdict', 'null where the run does not have the row', (side) => side.verdict),
    ...interval('ns_per_op', 'nanoseconds per operation', (side: FlatSide) => side.nsPerOp),
    ...interval('ratio', 'time relative to the baseline of that run', (side: FlatSide) => side.ratio),
    column('rounds', 'INTEGER', 'each in a fresh process', (side) => side.rounds),
    number('bytes', 'mean of a document', (side) => side.bytes),
    number('allocated_bytes_per_op', 'null where it was not counted', (side) => side.allocated),
    text('version', 'of the serializer', (side) => side.version),
    text('runtime_version', 'of the runtime', (side) => side.runtimeVersion),
    text('code', "digest of the row's own code", (side) => side.code),
    text('run', 'id of the run', (side) => side.run),
  ];
  return columns.map(({ id, type, what, of }) =>
    column(`${which}_${id}`, type, what, (row: FlatChange) => of(row[which])),
  );
}

type Of<From, Value> = (from: From) => Value | null | undefined;

function column<From>(id: string, type: ColumnType, what: string, of: Of<From, Datum>): CompareColumn<From> {
  return { id, type, what, of: (from) => of(from) ?? null };
}

function text<From>(id: string, what: string, of: Of<From, string>) {
  return column(id, 'VARCHAR', what, of);
}

function number<From>(id: string, what: string, of: Of<From, number>) {
  return column(id, 'DOUBLE', what, of);
}

function interval<From>(id: string, what: string, of: Of<From, Estimate>) {
  return [
    number(id, what, (from: From) => of(from)?.estimate),
    number(`${id}_low`, 'where its interval begins', (from: From) => of(from)?.low),
    number(`${id}_high`, 'where its interval ends', (from: From) => of(from)?.high),
  ];
}
