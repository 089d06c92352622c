/** A serializer's own files, for build programs that copy them to where they are in the runner's folder. */
import { relative, sep } from 'node:path';

/**
 * That they are there, wiremark has seen to.
 * @param {import('./request.mjs').Unit} unit
 * @returns {{ reason: string, cure: string } | null} null when they can be copied so
 */
export function whyNotCopied({ serializer, file, sources }) {
  const outside = [file, ...sources].find((path) => relative('.', path).split(sep)[0] === '..');
  if (outside === undefined) return null;
  const reason = `${outside} isn't in the runner's folder`;
  return { reason, cure: `correct the entry "${serializer}" in runner.toml` };
}
