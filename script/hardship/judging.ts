/** Checks that hold after every verb and fault. */
import { getSystemErrorMap } from 'node:util';
import type { Outcome, Tree } from './world.ts';

/** Returns the first problem with the way in which a verb ended; null if there is none. */
export function badEnd(outcome: Outcome, how: string): string | null {
  const { status, signal, stderr, stdout, errors, notes } = outcome;
  const foreign = notes.find((note) => note.foreign !== undefined);
  if (foreign) return `signals what isn't its own: ${foreign.foreign} (${foreign.stack?.[0]?.trim()})`;
  if (outcome.isLate) return 'never ends';
  if (outcome.left.length > 0) return `leaves processes behind: ${outcome.left.join('; ')}`;
  if (how === 'killed') return null;
  if (signal !== null) return how === 'interrupt' && signal === 'SIGINT' ? null : `ended by ${signal}`;
  const both = `${stdout}\n${stderr}`;
  const strange = /bug in wiremark.*|^\s+at .*|^Node\.js v\d.*|node:internal.*/m.exec(both)?.[0];
  if (strange !== undefined) return `breaks: ${strange.trim().slice(0, 160)}`;
  const known = how === 'interrupt' ? [0, 1, 2, 130] : [0, 1, 2];
  if (status === null || !known.includes(status)) return `ends with exit code ${status}`;
  const lines = errors.flatMap(linesOf);
  if (status === 2 && lines.length !== 1)
    return `ends with exit code 2 and ${lines.length} lines: ${(lines.join(' / ') || stderr).slice(0, 300)}`;
  return null;
}

/** The lines of a text without indented ones, which continue a line. */
const linesOf = (text: string) => text.split('\n').filter((line) => /^\S/.test(line));

/** True if the output reports the fault: it names the error or has an unusual line. */
export function tells({ stdout, stderr }: Outcome, usual: Outcome, how: string): boolean {
  const number = [...getSystemErrorMap()].find(([, [code]]) => code === how)?.[1];
  const known = new Set(linesOf(usual.stderr).map(steady));
  return (
    [how, number?.[1] ?? how].some((word) => `${stdout}${stderr}`.includes(word)) ||
    linesOf(stderr).some((line) => !known.has(steady(line)))
  );
}

/** Removes durations, which differ between any two runs. */
export function steady(text: string): string {
  return text.replace(/took \d+ m?s/g, 'took').replace(/\d+(\.\d+)? (m?s|min)\b/g, 'TIME');
}

/** Files with neither old nor intended content, and missing files that exist in both `before` and `after`. */
export function strays(found: Tree, before: Tree, after: Tree): string[] {
  const strange = [...found].filter(
    ([path, digest]) => ![before, after].some((one) => one.get(path) === digest),
  );
  const gone = [...before.keys()].filter((path) => after.has(path) && !found.has(path));
  return [...strange.map(([path]) => path), ...gone.map((path) => `${path} (gone)`)];
}

export function isSame(a: Tree, b: Tree): boolean {
  return a.size === b.size && [...a].every(([path, digest]) => b.get(path) === digest);
}
