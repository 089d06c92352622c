/** The columns of a comparison's flat rows: those of CSV and of docs/CI.md. */
import type { ColumnType, DataColumn, Datum } from '../../store/columns.ts';
import type { FlatChange, FlatSide } from './flat.ts';

type CompareColumn<From> = DataColumn<From, Datum>;

export const COMPARE_COLUMNS: readonly CompareColumn<FlatChange>[] = [
  column('dataset', 'VARCHAR', 'the data', (row) => row.dataset),
  column('size', 'VARCHAR', 'of it', (row) => row.size),
  column('task', 'VARCHAR', 'serialize, deserialize, to-tree, parse-tree', (row) => row.task),
  column('runtime', 'VARCHAR', 'jvm, node, …', (row) => row.runtime),
  column(
    'variant',
    'VARCHAR',
    'how the runtime was started; null: as its manifest says',
    (row) => row.variant,
  ),
  column('serializer', 'VARCHAR', 'its id within the runtime', (row) => row.serializer),
  column('format', 'VARCHAR', 'json, protobuf, …', (row) => row.format),
  column('output_kind', 'VARCHAR', 'text or bytes', (row) => row.outputKind),
  column(
    'state',
    'VARCHAR',
    'compared, baseline, failing, lost, mended, new, unranked, incomparable',
    (row) => row.state,
  ),
  column('finding', 'VARCHAR', 'baseline, slower, faster, same, undecided', (row) => row.finding),
  column('preliminary', 'BOOLEAN', 'fewer than ten rounds in a run', (row) => row.preliminary),
  column(
    'sure',
    'BOOLEAN',
    'changed, by the test with all rows taken together; only such rows break a rule on times',
    (row) => row.sure,
  ),
  column(
    'change',
    'DOUBLE',
    "after over before, above 1 is slower; of the baseline's own row, of its time",
    (row) => row.change?.estimate,
  ),
  column('change_low', 'DOUBLE', 'where its interval begins', (row) => row.change?.low),
  column('change_high', 'DOUBLE', 'where its interval ends', (row) => row.change?.high),
  column('confidence', 'DOUBLE', 'of that interval', (row) => row.change?.confidence),
  column('p_value', 'DOUBLE', 'of "no change", adjusted for all rows', (row) => row.pValue),
  column(
    'baseline',
    'VARCHAR',
    'what the ratios are relative to; null where times are compared',
    (row) => row.baseline,
  ),
  column('reason', 'VARCHAR', "why it isn't compared", (row) => row.reason),
  column('bytes_change', 'DOUBLE', 'bytes of a document, after over before', (row) => row.bytesChange?.low),
  column(
    'allocated_change_low',
    'DOUBLE',
    'allocated bytes, after over before: the least that it can be',
    (row) => row.allocatedChange?.low,
  ),
  column('allocated_change_high', 'DOUBLE', 'and the most', (row) => row.allocatedChange?.high),
  column('fails', 'VARCHAR', 'the rules that it breaks, with semicolons between', (row) =>
    row.fails.join('; '),
  ),
  ...sideColumns('before'),
  ...sideColumns('after'),
];

function sideColumns(which: 'before' | 'after'): CompareColumn<FlatChange>[] {
  const columns: readonly CompareColumn<FlatSide>[] = [
    column('verdict', 'VARCHAR', 'null where the run does not have the row', (side) => side.verdict),
    column('ns_per_op', 'DOUBLE', 'nanoseconds per operation', (side) => side.nsPerOp?.estimate),
    column('ns_per_op_low', 'DOUBLE', 'where its interval begins', (side) => side.nsPerOp?.low),
    column('ns_per_op_high', 'DOUBLE', 'where its interval ends', (side) => side.nsPerOp?.high),
    column('ratio', 'DOUBLE', 'time relative to the baseline of that run', (side) => side.ratio?.estimate),
    column('ratio_low', 'DOUBLE', 'where its interval begins', (side) => side.ratio?.low),
    column('ratio_high', 'DOUBLE', 'where its interval ends', (side) => side.ratio?.high),
    column('rounds', 'INTEGER', 'each in a fresh process', (side) => side.rounds),
    column('bytes', 'DOUBLE', 'mean of a document', (side) => side.bytes),
    column('allocated_bytes_per_op', 'DOUBLE', 'null where it was not counted', (side) => side.allocated),
    column('version', 'VARCHAR', 'of the serializer', (side) => side.version),
    column('runtime_version', 'VARCHAR', 'of the runtime', (side) => side.runtimeVersion),
    column('code', 'VARCHAR', "digest of the row's own code", (side) => side.code),
    column('run', 'VARCHAR', 'id of the run', (side) => side.run),
  ];
  return columns.map(({ id, type, what, of }) =>
    column(`${which}_${id}`, type, what, (row: FlatChange) => of(row[which])),
  );
}

function column<From>(
  id: string,
  type: ColumnType,
  what: string,
  of: (from: From) => Datum | undefined,
): CompareColumn<From> {
  return { id, type, what, of: (from) => of(from) ?? null };
}
