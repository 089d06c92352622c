/** A word of a command line as it is typed in a POSIX shell: in quotes where it needs them. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-][\w@%+=:,./~-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
