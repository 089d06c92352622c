import { visible } from './width.ts';

/** A value that JSON can carry, with the control characters of all its texts made visible, for where markup is made of it. */
export function shown<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === 'string' ? visible(part) : part));
}
