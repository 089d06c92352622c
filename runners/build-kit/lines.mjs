/**
 * The protocol's lines over file descriptors 0 and 1, synchronously: while a program waits it stands in a read, with no
 * timer and no event loop behind it, and a reply is out before the next line of code runs.
 */
import fs from 'node:fs';

// Kept from before any library is loaded: one that patches them must not see what is asked.
const { readSync, writeSync } = fs;
const { wait } = Atomics;
const NOTHING = new Int32Array(new SharedArrayBuffer(4));

const NEWLINE = 10;
/** @type {Readonly<Record<string, string>>} */
const ESCAPES = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' };
/** @type {Readonly<Record<string, string>>} */
const ESCAPED = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

/** @param {string} value as it stands in a line */
export function unescapeValue(value) {
  return value.replace(/\\[\\nr]/g, (escaped) => ESCAPES[escaped] ?? escaped);
}

/** @param {string} value to be put in a line */
export function escapeValue(value) {
  return value.replace(/[\\\n\r]/g, (character) => ESCAPED[character] ?? character);
}

/**
 * Takes a line apart.
 * @param {string} line without its end
 * @returns {{ key: string, value: string }} `value` is unescaped
 */
export function parseLine(line) {
  const space = line.indexOf(' ');
  if (space < 0) return { key: line, value: '' };
  return { key: line.slice(0, space), value: unescapeValue(line.slice(space + 1)) };
}

export class LineReader {
  #descriptor;
  #chunk = Buffer.allocUnsafeSlow(65536);
  /** Bytes that were read and not yet handed out. */
  #rest = Buffer.alloc(0);

  /** @param {number} descriptor */
  constructor(descriptor) {
    this.#descriptor = descriptor;
  }

  /**
   * Waits for the next line.
   * @returns {{ key: string, value: string } | null} null when the input has ended; `value` is unescaped
   */
  next() {
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE);
      if (end >= 0) {
        const line = this.#rest.toString('utf8', 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return parseLine(line);
      }
      const count = this.#read();
      if (count === 0) return null;
      // Not in Buffer's pool, where a library could read what is asked.
      const rest = Buffer.alloc(this.#rest.length + count);
      this.#rest.copy(rest);
      this.#chunk.copy(rest, this.#rest.length);
      this.#rest = rest;
    }
  }

  #read() {
    return untilReady(() => {
      try {
        return readSync(this.#descriptor, this.#chunk);
      } catch (error) {
        if (codeOf(error) === 'EOF') return 0; // how Windows says that a pipe was closed
        throw error;
      }
    });
  }
}

Object.freeze(LineReader.prototype);

/**
 * Writes one line, whole, before it returns.
 * @param {number} descriptor
 * @param {string} key
 * @param {string} [value] escaped here
 */
export function writeLine(descriptor, key, value) {
  const line = Buffer.from(value === undefined ? `${key}\n` : `${key} ${escapeValue(value)}\n`);
  let at = 0;
  while (at < line.length) at += untilReady(() => writeSync(descriptor, line, at));
}

/**
 * The parent may have left the pipe in non-blocking mode, where waiting is an error: only then do we wait by
 * ourselves.
 * @template T
 * @param {() => T} attempt
 * @returns {T}
 */
function untilReady(attempt) {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN') throw error;
      wait(NOTHING, 0, 0, 2);
    }
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code;
}
