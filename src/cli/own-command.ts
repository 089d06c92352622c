import { delimiter, dirname, relative, resolve, sep } from 'node:path';

/** Returns how wiremark was called, so that users can copy commands: `wiremark`, `npx wiremark`, `../wiremark`. */
export function calledAs(): string {
  const { PATH = '', _: typed = '', npm_command } = process.env;
  const program = process.argv[1] ?? 'wiremark';
  if (npm_command === 'exec') return 'npx wiremark';
  if (PATH.split(delimiter).includes(dirname(program))) return 'wiremark';
  // A shell sets `_` to the program's path as typed.
  if (resolve(typed) === program) return typed;
  const path = relative('', program);
  if (path.startsWith('..')) return program;
  return path.includes(sep) ? path : `.${sep}${path}`;
}

const COMMAND =
  /(?<=["`]|: |^ +)wiremark(?= (?:(?:run|bench|check|infer|report|compare|fleet|runs|sql|serve|new|list|doctor|noise|source)\b|\[))/gm;

/** Replaces `wiremark` in commands of a message by how wiremark was called, so that the commands can be copied. */
export function typeable(text: string): string {
  return text.replaceAll(COMMAND, () => calledAs());
}
