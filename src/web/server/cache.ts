/** What was made of a run stays until the run changes, as long as there is room. */

interface Kept<T> {
  readonly version: string;
  readonly value: Promise<T>;
  /** 0 until it is made. */
  size: number;
}

/**
 * @param room how much is kept altogether; what wasn't asked for longest goes first
 * @param sizeOf in the unit of `room`, which are values unless told
 */
export function makeCache<T>(room = 10_000, sizeOf: (value: T) => number = () => 1) {
  const kept = new Map<string, Kept<T>>();
  const shrink = () => {
    let used = [...kept.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [key, { size }] of kept) {
      if (used <= room) return;
      kept.delete(key);
      used -= size;
    }
  };
  return {
    has: (key: string, version: string) => kept.get(key)?.version === version,
    /**
     * What `make` gave for this key and version; another version takes its place. A request while it is made waits for
     * the same. A failure isn't kept.
     */
    get(key: string, version: string, make: () => Promise<T>): Promise<T> {
      const before = kept.get(key);
      kept.delete(key);
      if (before?.version === version) {
        kept.set(key, before);
        return before.value;
      }
      const entry: Kept<T> = { version, value: make(), size: 0 };
      kept.set(key, entry);
      entry.value.then(
        (value) => {
          entry.size = sizeOf(value);
          shrink();
        },
        () => {
          if (kept.get(key) === entry) kept.delete(key);
        },
      );
      return entry.value;
    },
  };
}
