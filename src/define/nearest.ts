/**
 * Returns the name closest to a misspelled word. If none is close and the word has at least three letters, returns the shortest
 * name that begins with it.
 */
export function nearestName(word: string, names: Iterable<string>): string | undefined {
  const lower = word.toLowerCase();
  const limit = Math.max(1, Math.floor(word.length / 3));
  const all = [...names];
  const near = all
    .filter((name) => Math.abs(word.length - name.length) <= limit)
    .map((name) => ({ name, distance: editDistance(lower, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  // Too many names begin with one or two given letters.
  if (near.length > 0 || word.length < 3) return near[0]?.name;
  const longer = all.filter((name) => name.toLowerCase().startsWith(lower));
  return longer.sort((a, b) => a.length - b.length)[0];
}

/** Returns the end of an error message: ` Did you mean "x"?` if a name is close, else all names if they are few, else nothing. */
export function suggestion(word: string, names: Iterable<string>): string {
  const all = [...names];
  const near = nearestName(word, all);
  if (near !== undefined) return ` Did you mean "${near}"?`;
  if (all.length === 0 || all.length > 12) return '';
  return ` There ${all.length === 1 ? 'is' : 'are'} ${all.map((name) => `"${name}"`).join(', ')}.`;
}

const ADDING = {
  dataset: (name: string) => `wiremark new dataset ${name.split('/')[0]} --from FILE`,
  suite: (name: string) => `wiremark new suite ${name}`,
  serializer: (name: string) => {
    const [id, runtime = 'RUNTIME'] = name.split('/').reverse();
    return `wiremark new serializer ${id} --runtime ${runtime}`;
  },
  runtime: (name: string) => `wiremark new runner ${name}`,
};
export type Addable = keyof typeof ADDING;
export type Unread = ReadonlyMap<string, Error>;

const PLACES = { dataset: 'datasets', suite: 'suites', serializer: 'runners', runtime: 'runners' };

export function unreadCalled(unread: Unread | undefined, what: Addable, word: string): Error | undefined {
  return unread?.get(`${PLACES[what]} ${word.split('/')[0]}`);
}

export function mayBeUnread(what: Addable, unread: Unread = new Map()): string {
  const hides = { serializer: /^(runners|rows) /, runtime: /^runners /, dataset: /$^/, suite: /$^/ }[what];
  const hiding = [...unread].flatMap(([name, { message }]) => (hides.test(name) ? [message] : []));
  return hiding.length === 0 ? '' : ` It may be in what can't be read: ${hiding.join('; ')}`;
}

export function missing(what: Addable, word: string, names: Iterable<string>, unread?: Unread): string {
  const meant = suggestion(word, names) || ' `wiremark list` shows all.';
  return `there is no ${what} "${word}".${meant}${howToAdd(what, word, unread)}`;
}

export function howToAdd(what: Addable, word: string, unread?: Unread): string {
  const adding = /^[\w./-]+$/.test(word) ? ` To add it: ${ADDING[what](word)}` : '';
  return mayBeUnread(what, unread) || adding;
}

/** Minimum number of insertions, deletions, replacements and swaps of neighbors (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let distance = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        distance = Math.min(distance, before[j - 2]! + 1);
      row.push(distance);
    }
    before = previous;
    previous = row;
  }
  return previous[b.length]!;
}
