interface SliceLength {
  readonly nsPerOp: number;
  readonly sliceNs: number;
  readonly documents: number;
  /** Operations of a batch; a slice has whole batches. */
  readonly batch: number;
}

/** Maximum factor by which operations grow from one slice to the next. */
const RAMP = 10;

/** Longest slice while slices grow, in ns. */
const LONGEST_NS = 1_000_000_000;

/** Operations of the next slice, after one of `ops` that took `elapsedNs`. */
export function nextOps(ops: number, elapsedNs: number, length: SliceLength): number {
  const growth = Math.min(RAMP, Math.max(1, Math.floor(LONGEST_NS / elapsedNs)));
  return Math.min(sliceOps(length), ops * growth);
}

/** Slices of whole rotations may be this many times longer than intended. */
const LONGER = 2;

/**
 * Number of operations that take about `sliceNs`: whole rotations over the documents, so that all slices do the same work. If one takes more
 * than twice as long, whole batches; their number divides a rotation if a factor of 2 suffices for that.
 */
export function sliceOps({ nsPerOp, sliceNs, documents, batch }: SliceLength): number {
  const wanted = sliceNs / nsPerOp;
  const rotation = (documents / greatestCommonDivisor(documents, batch)) * batch;
  if (rotation <= wanted * LONGER) return Math.max(1, Math.round(wanted / rotation)) * rotation;
  const batches = Math.max(1, Math.round(wanted / batch));
  return (nearestDivisor(rotation / batch, batches) ?? batches) * batch;
}

/** Divisor of `whole` nearest to `wanted` by ratio; null if none is within a factor of 2. */
function nearestDivisor(whole: number, wanted: number): number | null {
  let nearest: number | null = null;
  let distance = Math.log(2);
  for (let divisor = Math.ceil(wanted / 2); divisor <= Math.min(whole, wanted * 2); divisor++) {
    const ratio = Math.abs(Math.log(divisor / wanted));
    if (whole % divisor === 0 && ratio <= distance) [nearest, distance] = [divisor, ratio];
  }
  return nearest;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
