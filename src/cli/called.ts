import { delimiter, dirname, relative, sep } from 'node:path';

/** The command as it was called, for lines to copy: `wiremark`, `npx wiremark`, `../wiremark`. */
export function calledAs(): string {
  const program = process.argv[1] ?? 'wiremark';
  if (process.env.npm_command === 'exec') return 'npx wiremark';
  if ((process.env.PATH ?? '').split(delimiter).includes(dirname(program))) return 'wiremark';
  const path = relative(process.cwd(), program);
  return path.includes(sep) ? path : `.${sep}${path}`;
}
