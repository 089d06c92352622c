import { known } from '../plan/figure.ts';
import { median, sortSamples } from '../stats/samples.ts';
import type { ColumnType, DataColumn, Datum } from '../store/record/columns.ts';
import type { MemoryFigures } from '../store/record/record.ts';
import type { Estimate, LaunchFigure, Spread } from './figures.ts';
import type { Row } from './rows.ts';

export interface ResultColumn<Id extends string = string, From = Row> extends DataColumn<From, Datum> {
  readonly id: Id;
  readonly head: string;
}

type Maybe<T> = T | null | undefined;

function columnsOf<T extends Datum>(type: ColumnType) {
  return <Id extends string, From = Row>(
    id: Id,
    what: string,
    of: (row: From) => Maybe<T>,
    head = '',
  ): ResultColumn<Id, From> => ({ id, type, what, head, of: (row) => of(row) ?? null });
}

export const text = columnsOf<string>('VARCHAR');
export const number = columnsOf<number>('DOUBLE');
const count = columnsOf<number>('INTEGER');
export const truth = columnsOf<boolean>('BOOLEAN');

export const RESULT_COLUMNS = [
  text('dataset', 'the data', (row) => row.dataset),
  text('size', 'of the dataset', (row) => row.size),
  text('task', 'serialize, deserialize, to-tree, parse-tree', (row) => row.task),
  text('runtime', 'language or its virtual machine, by its folder', (row) => row.runtime),
  text('variant', 'how the runtime was started; null: as its manifest says', (row) => row.variant),
  text('serializer', 'its id within the runtime', (row) => row.serializer),
  text('name', 'runtime/serializer, or runtime+variant/serializer', (row) => row.name, 'serializer'),
  text('title', 'its name for people', (row) => row.title),
  text('version', 'as the runner reported it; null where it never got that far', (row) => row.version),
  text('code', "digest of its own code: kit, serializer's file, build options", (row) => row.code),
  text('format', 'json, protobuf, …', (row) => row.format, 'format'),
  text('limit', 'what it bounds: no-op, copy, write, walk. In SQL write it as "limit"', (row) => row.limit),
  text('bound', 'hand-written or prefilled, for such a row', (row) => row.bound),
  text('output_kind', 'text or bytes', (row) => row.outputKind, 'output'),
  text(
    'verdict',
    'ok, mismatch, clock, remembers, crash, timeout, unavailable, unsupported; null where the run ended before',
    (row) => row.verdict,
  ),
  text('reason', 'why it is not ranked', (row) => row.reason),
  text('deviations', 'declared and needed, with spaces between', (row) => row.deviations.join(' ')),
  text('beyond', 'where it breaks beyond the range of the data, though it is ok', (row) => row.beyond),
  truth('varies', 'its outputs differ from call to call, as declared', (row) => row.varies),
  truth('reuses', 'each of its outputs is valid until the next call alone, as declared', (row) => row.reuses),
  text('baseline', 'name of the row that the ratio is relative to', (row) => row.baseline),
  count('rank', 'the first place that it may have, from 1', (row) => row.rank, '#'),
  count('rank_last', 'the last place that it may have', (row) => row.rankLast),
  truth('rank_likely', 'one of the two is only likely', (row) => row.rankLikely),
  ...interval('ratio', "time ÷ the baseline's, pseudo-median over rounds", (row) => row.ratio, 'ratio'),
  number('confidence', 'of that interval, e.g. 0.95', (row) => row.ratio?.confidence),
  text('finding', 'baseline, faster, slower, same, unclear', (row) => row.finding),
  text('grade', 'of the finding: established, likely, unclear', (row) => row.grade),
  truth('preliminary', 'fewer than ten whole rounds', (row) => row.preliminary),
  truth('target_missed', "the ratio isn't known as well as the run's target asks", (row) => row.targetMissed),
  ...interval('ns_per_op', 'time of an operation, pseudo-median over rounds', (row) => row.nsPerOp, 'time'),
  number('ns_per_op_mean', 'over all slices alike', (row) => row.nsPerOp?.mean),
  number('ns_per_op_median', 'over all slices alike', (row) => row.nsPerOp?.median),
  number('ns_per_op_minimum', 'of slices, each a mean of operations', (row) => row.nsPerOp?.minimum),
  number('ns_per_op_maximum', 'of slices, each a mean of operations', (row) => row.nsPerOp?.maximum),
  number('ns_per_op_mean_of_rounds', 'a round is the median of its slices', (row) => row.roundSummary?.mean),
  ...spread('ns_per_op', (row) => row.roundSummary),
  number('ops_per_s', 'operations per second: 10⁹ ÷ ns_per_op', (row) => row.throughput?.estimate, 'ops/s'),
  ...spread('ops_per_s', (row) => row.throughput),
  number(
    'mb_per_s',
    '10⁶ bytes of documents a second, by ns_per_op',
    (row) => row.megabytesPerSecond,
    'MB/s',
  ),
  count('batch', 'documents in a batch', (row) => row.batchSize),
  number('bytes', 'mean of a document, written or read', (row) => row.sizes?.raw, 'bytes'),
  number('gzip', 'the same, compressed', (row) => row.sizes?.gzip, 'gzip'),
  number('zstd', 'the same, compressed', (row) => row.sizes?.zstd, 'zstd'),
  number('brotli', 'the same, compressed', (row) => row.sizes?.brotli, 'brotli'),
  ...compression('gzip', 'gunzip', (row) => [row.sizes?.gzipNs, row.sizes?.gunzipNs]),
  ...compression('zstd', 'unzstd', (row) => [row.sizes?.zstdNs, row.sizes?.unzstdNs]),
  ...compression('brotli', 'unbrotli', (row) => [row.sizes?.brotliNs, row.sizes?.unbrotliNs]),
  count('rounds', 'each in a fresh process', (row) => row.rounds, 'rounds'),
  count('samples', 'timed slices', (row) => row.samples),
  number('launch_spread', 'standard deviation of ln(ratio) from launch to launch', (row) => row.launchSpread),
  number('ratio_deviation', 'standard deviation of the ratio over rounds', (row) => row.ratioDeviation),
  count('launches', 'fresh processes that were timed', (row) => row.steadiness?.launches),
  count('steady_launches', 'those that were steady when timing began', (row) => row.steadiness?.steady),
  ...interval(
    'times_walk',
    'time relative to a walk over the objects',
    (row) => row.bounds?.timesWalk,
    '× walk',
  ),
  text('hand_written', 'fastest such row of its runtime and format', (row) => row.bounds?.handWritten),
  ...interval(
    'percent_of_hand_written',
    "its speed as a percentage of that row's",
    (row) => row.bounds?.percentOfHandWritten,
    '% of hand',
  ),
  ...launches('cold_start_ns', 'to the end of the first operation, median', (row) => row.start?.coldStart),
  ...launches('first_operation_ns', 'that operation alone, median', (row) => row.start?.firstOperation),
  ...launches(
    'first_sight',
    'time on unseen documents relative to known ones, median',
    (row) => row.firstSight,
    'on unseen documents',
  ),
  ...interval(
    'unverified_ns_per_op',
    'of a row that failed and was timed on request: of work that was not done, never to be ranked',
    (row) => row.unverified?.nsPerOp,
  ),
  ...interval('unverified_ratio', "that time relative to the baseline's", (row) => row.unverified?.ratio),
  number(
    'disturbed_share',
    "share of its case's comparisons (pairs of slices) in which one waited for a core for more than 5 % of its time",
    ({ disturbances: { known, disturbed } }) => (known === 0 ? null : disturbed / known),
  ),
  number('waited', "share of its case's time spent waiting for a core", (row) => row.disturbances.waited),
  truth('disturbed', 'so much was disturbed that claims of its case are only likely', (row) => row.disturbed),
  number('allocated_bytes_per_op', 'null where it was not counted', (row) => known(row.memory?.allocated)),
  number('allocated_error', 'relative, as the runner states it', (row) => row.memory?.allocatedError),
  text('collections_per_1000_ops', 'by generation: young=1.5 old=0', (row) => collections(row.memory)),
  number('peak_resident_bytes', 'most memory of the process', (row) => known(row.memory?.peakResident)),
  number('conversion', 'share of time that converts to or from typed objects, if any', conversionShare),
] as const;

export type ColumnId = (typeof RESULT_COLUMNS)[number]['id'];

const BY_ID: ReadonlyMap<string, ResultColumn> = new Map(RESULT_COLUMNS.map((column) => [column.id, column]));

export function resultColumn(id: ColumnId): ResultColumn;
export function resultColumn(id: string): ResultColumn | undefined;
export function resultColumn(id: string): ResultColumn | undefined {
  return BY_ID.get(id);
}

/** Column of a table. `interval` shows both ends of the ratio's interval; `compared` shows the finding and the ratio. */
export type ShownId = ColumnId | 'interval' | 'compared';

export function dataIds(id: ShownId): readonly ColumnId[] {
  if (id === 'interval') return ['ratio_low', 'ratio_high'];
  return [id === 'compared' ? 'finding' : id];
}

const BY_WORD: ReadonlyMap<string, ShownId> = new Map([
  ...RESULT_COLUMNS.flatMap(({ id, head }) => (head === '' ? [] : [[head.toLowerCase(), id] as const])),
  ...RESULT_COLUMNS.map(({ id }) => [id, id] as const),
  ['walk', 'times_walk'],
  ['hand', 'percent_of_hand_written'],
  ['interval', 'interval'],
  ['finding', 'compared'],
]);

export function columnCalled(word: string): ShownId | undefined {
  return BY_WORD.get(word.trim().toLowerCase());
}

export function columnWords(): IterableIterator<string> {
  return BY_WORD.keys();
}

export function interval<Id extends string, From = Row>(
  id: Id,
  what: string,
  of: (row: From) => Maybe<Estimate>,
  head?: string,
) {
  return [
    number(id, what, (row: From) => of(row)?.estimate, head),
    number(`${id}_low`, 'where its interval begins', (row: From) => of(row)?.low),
    number(`${id}_high`, 'where its interval ends', (row: From) => of(row)?.high),
  ] as const;
}

function compression<To extends string, From extends string>(
  to: To,
  from: From,
  of: (row: Row) => readonly [Maybe<number>, Maybe<number>],
) {
  return [
    number(`${to}_ns`, 'to compress a document, by Node.js; null for tasks that read', (row) => of(row)[0]),
    number(`${from}_ns`, 'to decompress it', (row) => of(row)[1]),
  ] as const;
}

function spread<Id extends string>(id: Id, of: (row: Row) => Spread | null) {
  return [
    number(`${id}_error`, 'half of its interval of 99.9 %, from 4 rounds on', (row) => of(row)?.error),
    number(`${id}_deviation`, 'standard deviation over rounds', (row) => of(row)?.deviation),
  ] as const;
}

function launches<Id extends string>(
  id: Id,
  what: string,
  of: (row: Row) => Maybe<LaunchFigure>,
  head?: string,
) {
  return [
    number(id, what, (row) => of(row)?.median, head),
    number(`${id}_minimum`, 'of all launches', (row) => of(row)?.minimum),
    number(`${id}_maximum`, 'of all launches', (row) => of(row)?.maximum),
  ] as const;
}

/**
 * Share of an operation's time, from 0 to 1, spent converting to or from typed objects. Null if it wasn't measured, or if plain
 * objects weren't faster in each pair of slices (one typed, one plain). Pairs are compared because the machine's speed drifts.
 */
export function conversionShare({ conversion }: Pick<Row, 'conversion'>): number | null {
  const { typed, plain } = conversion ?? { typed: [1], plain: [1] };
  const ratios = plain.map((ns, pair) => ns / typed[pair]!);
  return Math.max(...ratios) < 1 ? 1 - median(sortSamples(ratios)) : null;
}

function collections(memory: MemoryFigures | null): string | null {
  const counts = Object.entries(memory?.collections ?? {}).flatMap(([name, figure]) =>
    figure.known ? [`${name}=${Number(figure.value.toPrecision(4))}`] : [],
  );
  return counts.length === 0 ? null : counts.join(' ');
}
