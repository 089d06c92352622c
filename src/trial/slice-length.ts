interface SliceLength {
  readonly nsPerOp: number;
  readonly sliceNs: number;
  readonly documents: number;
  readonly batch: number;
}

const RAMP = 10;
const LONGEST_NS = 1_000_000_000;

/**
 * Returns the number of operations of the next slice: that of `sliceOps`, but growth is limited to ten times `ops`, and
 * to a slice that should take at most 1 s.
 * @param ops operations of the last slice, which took `elapsedNs`
 */
export function nextOps(ops: number, elapsedNs: number, length: SliceLength): number {
  const growth = Math.min(RAMP, Math.max(1, Math.floor(LONGEST_NS / elapsedNs)));
  return Math.min(sliceOps(length), ops * growth);
}

const LONGER = 2;

/**
 * Returns a number of operations that takes about `sliceNs`. Whole rotations over the documents are preferred, because
 * then all slices do the same work. If one rotation takes more than twice `sliceNs`, the result is a number of whole
 * batches, preferably one that divides a rotation.
 */
export function sliceOps({ nsPerOp, sliceNs, documents, batch }: SliceLength): number {
  const wanted = sliceNs / nsPerOp;
  const rotation = (documents / greatestCommonDivisor(documents, batch)) * batch;
  if (rotation <= wanted * LONGER) return Math.max(1, Math.round(wanted / rotation)) * rotation;
  const batches = Math.max(1, Math.round(wanted / batch));
  return (nearestDivisor(rotation / batch, batches) ?? batches) * batch;
}

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
