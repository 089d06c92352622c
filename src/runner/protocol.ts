/** What the lines between wiremark and its programs have in common (docs/PROTOCOL.md). */

export const PROTOCOL_VERSION = 3;

/** Why a first answer that isn't `wiremark 3` is refused. */
export function otherProtocol(answer: string): string {
  const refusal = `speaks another protocol: ${quote(answer)}, not wiremark ${PROTOCOL_VERSION}`;
  const changed = CHANGED[answer];
  return changed === undefined ? refusal : `${refusal}; ${changed}`;
}

/** For the author of a program of an earlier version, by its first answer. */
const CHANGED: Readonly<Record<string, string>> = {
  'wiremark 1':
    'since then a job has "model PATH" in place of the artifact node-model, fixtures have the tag M, and builds are made by a program of the runner: see docs/PROTOCOL.md, "Since version 1"',
  'wiremark 2':
    'since then "slice OPS SEED" has checksums of contents, and there are "fresh N PATH" and "dump fresh PATH": see docs/PROTOCOL.md, "Since version 2"',
};

/** What a program said, for a message. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}

/** Key and value of a line; the value as it stands there. */
export function splitLine(line: string): [key: string, value: string] {
  const space = line.indexOf(' ');
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)];
}

/** Writes a value of a protocol line: `\`, line feed and carriage return are escaped. */
export function escapeValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}

/** The reverse of escapeValue. An unknown escape stays as it is. */
export function unescapeValue(value: string): string {
  return value.replace(/\\(.)/g, (whole, what) =>
    what === 'n' ? '\n' : what === 'r' ? '\r' : what === '\\' ? '\\' : whole,
  );
}
