import { delimiter, dirname, relative, sep } from 'node:path';

/** Returns how wiremark was called, for commands to copy: `wiremark`, `npx wiremark`, `../wiremark`. */
export function calledAs(): string {
  const program = process.argv[1] ?? 'wiremark';
  if (process.env.npm_command === 'exec') return 'npx wiremark';
  if ((process.env.PATH ?? '').split(delimiter).includes(dirname(program))) return 'wiremark';
  const path = relative(process.cwd(), program);
  const near = path.includes(sep) ? path : `.${sep}${path}`;
  return near.length <= program.length ? near : program;
}

const COMMAND =
  /(?<=["`]|: |^ +)wiremark(?= (?:(?:run|bench|check|infer|report|compare|fleet|runs|sql|serve|new|list|doctor|noise|source)\b|\[))/gm;

/** Replaces `wiremark` in commands of a message by how wiremark was called, so that the commands can be copied. */
export function typeable(text: string): string {
  return text.replaceAll(COMMAND, () => calledAs());
}
