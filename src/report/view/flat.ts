/** One flat row for each contender of each case: what `--format json` and `--format csv` promise to programs. */
import { documentSize } from './case.ts';
import { costOf } from './prices.ts';
import type { OperationTime, RankedRow, Row } from './rows.ts';
import { allRows, type CaseView, type RunView } from './view.ts';

export type FlatRow = ReturnType<typeof flatRow>;

/** In the order of the report: case by case, ranked rows first. */
export function flatRows(view: RunView): FlatRow[] {
  return view.cases.flatMap((one) => allRows(one).map((row) => flatRow(row, one)));
}

/**
 * Every row has every key; what a row can't have is null. One literal, since objects put together from parts take twice
 * as long, and there may be ten thousand.
 */
export function flatRow(row: Row, one: CaseView) {
  const { baseline, batch, disturbances, disturbed } = one;
  const ranked = row.kind === 'ranked' ? row : null;
  const timed = row.kind === 'limit' ? row : ranked;
  const failed = row.kind === 'failed' ? row : null;
  const sizes = ranked?.sizes;
  return {
    runtime: row.runtime,
    variant: row.variant,
    serializer: row.serializer,
    name: row.name,
    title: row.title,
    version: row.version,
    code: row.code,
    format: row.format,
    limit: row.limit,
    bound: row.bound,
    dataset: row.dataset,
    size: row.size,
    task: row.task,
    outputKind: row.outputKind,
    deviations: row.deviations,
    beyond: row.beyond,
    varies: row.varies,
    baseline,
    batchSize: batch,
    verdict: row.verdict,
    // Why it isn't ranked.
    reason: row.kind === 'unmeasured' ? row.reason : (failed?.reason ?? null),
    cure: failed?.cure ?? null,
    difference: failed?.difference ?? null,
    rank: ranked?.rank ?? null,
    tied: ranked?.tied ?? null,
    beatenBy: ranked?.beatenBy ?? null,
    ratio: ranked?.ratio ?? null,
    finding: ranked?.finding ?? null,
    grade: ranked?.grade ?? null,
    preliminary: ranked?.preliminary ?? null,
    targetMissed: ranked?.targetMissed ?? null,
    nsPerOp: timed?.nsPerOp.estimate ?? null,
    time: timed && plainTime(timed.nsPerOp),
    throughput: ranked?.throughput ?? null,
    megabytesPerSecond: ranked && megabytesPerSecond(ranked, one),
    batch: ranked?.batch ?? null,
    bytes: sizes?.raw ?? null,
    gzip: sizes?.gzip ?? null,
    zstd: sizes?.zstd ?? null,
    brotli: sizes?.brotli ?? null,
    cost: ranked && costOf(ranked, one),
    rounds: timed?.rounds ?? 0,
    samples: timed?.samples ?? 0,
    launchSpread: ranked?.launchSpread ?? null,
    ratioDeviation: ranked?.ratioDeviation ?? null,
    roundSummary: ranked?.roundSummary ?? null,
    steadiness: timed?.steadiness ?? null,
    bounds: ranked?.bounds ?? null,
    start: ranked?.start ?? null,
    firstSight: ranked?.firstSight ?? null,
    idleCores: ranked?.idleCores ?? null,
    unverified: failed?.unverified ?? null,
    disturbances,
    disturbed,
    memory: ranked?.memory ?? null,
  };
}

/** Million bytes of documents, written or read, a second; null where their size isn't known. */
function megabytesPerSecond(row: RankedRow, one: CaseView): number | null {
  const bytes = documentSize(row, one);
  return bytes === undefined ? null : (bytes / row.nsPerOp.estimate) * 1000;
}

function plainTime({ estimate: _, ...time }: OperationTime) {
  return time;
}
