export { escapeValue } from '../schema/emit/model.ts';

export const PROTOCOL_VERSION = 4;

export function otherProtocol(answer: string): string {
  return `speaks another protocol: ${quote(answer)}, not wiremark ${PROTOCOL_VERSION}`;
}

export function quote(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}

export function splitLine(line: string): [key: string, value: string] {
  const space = line.indexOf(' ');
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)];
}

export function unescapeValue(value: string): string {
  return value.replace(/\\(.)/g, (whole, what) =>
    what === 'n' ? '\n' : what === 'r' ? '\r' : what === '\\' ? '\\' : whole,
  );
}
