/** Boxes and lines of a chart, and whether they are in each other's way. */

/** In px. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Segment {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

export function isInside(box: Box, bounds: Box): boolean {
  return (
    box.left >= bounds.left &&
    box.right <= bounds.right &&
    box.top >= bounds.top &&
    box.bottom <= bounds.bottom
  );
}

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Whether a line goes through a box: it begins in it, or meets one of the two diagonals. */
export function crosses(line: Segment, { left, right, top, bottom }: Box): boolean {
  const { x1, y1, x2, y2 } = line;
  // Most are nowhere near.
  if (Math.max(x1, x2) < left || Math.min(x1, x2) > right) return false;
  if (Math.max(y1, y2) < top || Math.min(y1, y2) > bottom) return false;
  return (
    (x1 > left && x1 < right && y1 > top && y1 < bottom) ||
    meet(line, { x1: left, y1: top, x2: right, y2: bottom }) ||
    meet(line, { x1: left, y1: bottom, x2: right, y2: top })
  );
}

/** Whether two lines have a point in common. */
export function meet(a: Segment, b: Segment): boolean {
  return side(a, b.x1, b.y1) !== side(a, b.x2, b.y2) && side(b, a.x1, a.y1) !== side(b, a.x2, a.y2);
}

/** On which side of a line a point lies. */
function side({ x1, y1, x2, y2 }: Segment, x: number, y: number): number {
  return Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));
}
