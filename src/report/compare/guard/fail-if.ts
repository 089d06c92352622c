/**
 * The language of `--fail-if`: what a change must be to fail a build.
 *
 *     rule      = [ pattern ":" ] what [ ">" number "%" ]
 *     what      = "slower" | "faster" | "failed" | "missing" | "bytes" | "allocated"
 *
 * White space between the parts doesn't matter. The pattern is a glob over serializers, as after `-s`.
 */
import { nearestName } from '../../../define/nearest.ts';

/** What may grow or shrink by so much, and what is or isn't. */
const MEASURED = ['slower', 'faster', 'bytes', 'allocated'] as const;
const STATES = ['failed', 'missing'] as const;
const WORDS: readonly string[] = [...MEASURED, ...STATES];

interface RuleFacts {
  /** As it was written. */
  readonly text: string;
  /** Glob over `runtime/serializer` or `serializer`; null for all rows. */
  readonly pattern: string | null;
}

export type FailRule = RuleFacts &
  (
    | { readonly what: (typeof STATES)[number] }
    /** By more than this: 0.05 for 5 %; 0 when the rule doesn't say. */
    | { readonly what: (typeof MEASURED)[number]; readonly threshold: number }
  );

/** A rule that isn't one. The message shows the place. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
  /** From 1. */
  readonly position: number;

  constructor(text: string, index: number, what: string) {
    super(`--fail-if, character ${index + 1}: ${what}\n  ${text}\n  ${' '.repeat(index)}^`);
    this.position = index + 1;
  }
}

/** @throws RuleError */
export function parseFailRule(text: string): FailRule {
  const reader = new RuleReader(text);
  const pattern = reader.pattern();
  const what = reader.word();
  const threshold = reader.threshold(what);
  reader.end();
  const state = STATES.find((one) => one === what);
  if (state) return { text, pattern, what: state };
  return { text, pattern, what: MEASURED.find((one) => one === what)!, threshold: threshold ?? 0 };
}

/** Reads a rule from left to right; each step fails where it stands. */
class RuleReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  pattern(): string | null {
    const colon = this.#text.indexOf(':');
    if (colon < 0) return null;
    const pattern = this.#text.slice(0, colon).trim();
    if (pattern === '') this.#fail('expected a serializer in front of the colon, like jvm/jackson*');
    this.#at = colon + 1;
    return pattern;
  }

  word(): string {
    this.#space();
    const word = /^[^\s>%]*/.exec(this.#rest())![0];
    if (!WORDS.includes(word)) this.#failAtWord(word);
    this.#at += word.length;
    return word;
  }

  /** What stands behind the word, as a fraction; null for nothing. */
  threshold(word: string): number | null {
    this.#space();
    if (this.#rest() === '') return null;
    if (!this.#rest().startsWith('>'))
      this.#fail(`expected ">" and a percentage, or the end, after "${word}"`);
    if (STATES.some((one) => one === word)) this.#fail(`"${word}" is or isn't: it takes no ">"`);
    this.#at++;
    this.#space();
    const number = /^\d+(\.\d+)?/.exec(this.#rest())?.[0];
    if (number === undefined) this.#fail('expected a number from 0 on, like 5 or 2.5');
    this.#at += number.length;
    this.#space();
    if (!this.#rest().startsWith('%')) this.#fail(`expected "%" after ${number}`);
    this.#at++;
    if (word === 'faster' && Number(number) >= 100) this.#fail('nothing takes 100 % less time');
    return Number(number) / 100;
  }

  end(): void {
    this.#space();
    if (this.#rest() !== '') this.#fail('expected the end; give --fail-if once for each rule');
  }

  #rest(): string {
    return this.#text.slice(this.#at);
  }

  #space(): void {
    this.#at += /^\s*/.exec(this.#rest())![0].length;
  }

  #failAtWord(word: string): never {
    if (word === 'undecided' || word === 'same')
      this.#fail(`"${word}" never fails a build: it doesn't say that anything got worse`);
    const found = word === '' ? 'nothing' : `"${word}"`;
    const near = nearestName(word, WORDS);
    const hint = near === undefined ? '' : `. Did you mean "${near}"?`;
    this.#fail(`expected one of ${WORDS.join(', ')}; found ${found}${hint}`);
  }

  #fail(what: string): never {
    throw new RuleError(this.#text, this.#at, what);
  }
}
