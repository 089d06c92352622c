/**
 * Runs `work` for each item, at most `limit` at once. After the first error, it starts no further items, waits for the running
 * ones, then throws that error.
 */
export async function sideBySide<T>(items: readonly T[], limit: number, work: (item: T) => Promise<void>) {
  const waiting = [...items];
  const errors: unknown[] = [];
  const lane = async () => {
    while (waiting.length > 0 && errors.length === 0)
      await work(waiting.shift()!).catch((error: unknown) => errors.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(Math.max(1, limit), items.length) }, lane));
  if (errors.length > 0) throw errors[0];
}
