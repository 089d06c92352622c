/**
 * Reads and writes lines of wiremark's protocols (docs/PROTOCOL.md) synchronously: a waiting program blocks in a read,
 * without timers or an event loop, and a reply is written before the next statement runs.
 */
import fs from 'node:fs';

// Bound before any library is loaded: a library that patches these functions must not see the protocol.
const { readSync, writeSync } = fs;
const { wait } = Atomics;
const NOTHING = new Int32Array(new SharedArrayBuffer(4));

const NEWLINE = 10;
/** @type {Readonly<Record<string, string>>} */
const ESCAPES = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' };
/** @type {Readonly<Record<string, string>>} */
const ESCAPED = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

/** @param {string} value */
export function unescapeValue(value) {
  return value.replace(/\\[\\nr]/g, (escaped) => ESCAPES[escaped] ?? escaped);
}

/** @param {string} value */
export function escapeValue(value) {
  return value.replace(/[\\\n\r]/g, (character) => ESCAPED[character] ?? character);
}

/**
 * @param {string} line
 * @returns {{ key: string, value: string }} `value` is unescaped
 */
function parseLine(line) {
  const space = line.indexOf(' ');
  if (space < 0) return { key: line, value: '' };
  return { key: line.slice(0, space), value: unescapeValue(line.slice(space + 1)) };
}

export class LineReader {
  #descriptor;
  #chunk = Buffer.allocUnsafeSlow(65536);
  #rest = Buffer.alloc(0);

  /** @param {number} descriptor */
  constructor(descriptor) {
    this.#descriptor = descriptor;
  }

  /** @returns {{ key: string, value: string } | null} null when the input has ended; `value` is unescaped */
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
      // Buffer.alloc doesn't use Buffer's shared pool, from which libraries could read the protocol.
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
        if (codeOf(error) === 'EOF') return 0; // a closed pipe on Windows
        throw error;
      }
    });
  }
}

Object.freeze(LineReader.prototype);

/**
 * Writes one whole line before it returns.
 * @param {number} descriptor
 * @param {string} key
 * @param {string} [value]
 */
export function writeLine(descriptor, key, value) {
  const line = Buffer.from(value === undefined ? `${key}\n` : `${key} ${escapeValue(value)}\n`);
  let at = 0;
  while (at < line.length) at += untilReady(() => writeSync(descriptor, line, at));
}

/**
 * Retries while the pipe isn't ready: the parent may have left it in non-blocking mode.
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
