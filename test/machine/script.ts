/** Modules of TypeScript by their text, for a process of their own. */

/** As an `import` of such a module spells a file below src. */
export const source = (path: string): string =>
  JSON.stringify(new URL(`../../src/${path}`, import.meta.url).href);

/** What Node is called with to run one. */
export const wordsFor = (script: string): string[] => [
  ...['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script],
];

/** The same, by a shell that leaves the process few files to open. */
export const withFewFiles = (script: string): string[] => [
  ...['-c', 'ulimit -n 64; exec "$@"', 'bash', process.execPath, ...wordsFor(script)],
];

/**
 * Statements that leave a process no file to open: for a script of a process with few. tsx closes files of its own
 * while the script starts, so they are opened until none was closed for a while.
 */
export const openAllFiles = `
  const { openSync } = await import('node:fs');
  for (let opened = 1; opened > 0; ) {
    opened = 0;
    try { for (;; opened++) openSync('/dev/null'); } catch {}
    await new Promise((resolve) => setTimeout(resolve, 500));
  }`;
