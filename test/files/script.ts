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
