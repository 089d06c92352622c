/**
 * Works through a queue, several at once, each only when all that it needs is done.
 *
 * @template T
 * @param {object} what
 * @param {readonly T[]} what.queue what comes first begins first, as far as it can
 * @param {(one: T) => readonly T[]} [what.needs] of those in the queue or not; of a circle, the first of the queue goes first
 * @param {number} what.atOnce
 * @param {(one: T) => Promise<void>} what.work
 */
export async function inOrder({ queue, needs = () => [], atOnce, work }) {
  const left = [...queue];
  const open = new Set(queue);
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  while (open.size > 0) {
    const next = left.findIndex((one) => !needs(one).some((needed) => open.has(needed)));
    if (running.size >= atOnce || (next < 0 && running.size > 0)) {
      await Promise.race(running);
      continue;
    }
    const [one] = /** @type {[T]} */ (left.splice(Math.max(next, 0), 1));
    const job = work(one).finally(() => {
      open.delete(one);
      running.delete(job);
    });
    running.add(job);
  }
}
