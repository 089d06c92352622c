/**
 * Calls `work` for each item of a queue, several at once. An item starts when all items that it needs are done.
 *
 * @template T
 * @param {object} what
 * @param {readonly T[]} what.queue in order of preference
 * @param {(one: T) => readonly T[]} [what.needs] returns the items that must be done before `one`; items that aren't in
 *   the queue don't count. If all remaining items wait, since some need each other, the first one starts nevertheless.
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
