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

/** Pattern, word, `>`, number, `%`, and what is too much. */
const PARTS = /^(?:([^:]*):)?\s*([^\s>%]*)\s*(?:(>)\s*(\d+(?:\.\d+)?)?\s*(%)?\s*)?(.*)$/ds;

/** @throws RuleError */
export function parseFailRule(text: string): FailRule {
  const found = PARTS.exec(text)!;
  const [, pattern, word = '', more, number, percent, rest = ''] = found;
  const fail = (part: number, what: string): never => {
    throw new RuleError(text, found.indices![part]![0], what);
  };
  const REST = 6;
  if (pattern?.trim() === '') fail(1, 'expected a serializer in front of the colon, like jvm/jackson*');
  if (!WORDS.includes(word)) fail(2, faultOfWord(word));
  const rule = { text, pattern: pattern?.trim() ?? null };
  const state = STATES.find((one) => one === word);
  if (state && more) fail(3, `"${word}" is or isn't: it takes no ">"`);
  if (more === undefined) {
    if (rest !== '') fail(REST, `expected ">" and a percentage, or the end, after "${word}"`);
  } else {
    if (number === undefined) fail(percent ? 5 : REST, 'expected a number from 0 on, like 5 or 2.5');
    if (percent === undefined) fail(REST, `expected "%" after ${number}`);
    if (word === 'faster' && Number(number) >= 100) fail(REST, 'nothing takes 100 % less time');
    if (rest !== '') fail(REST, 'expected the end; give --fail-if once for each rule');
  }
  if (state) return { ...rule, what: state };
  return { ...rule, what: MEASURED.find((one) => one === word)!, threshold: Number(number ?? 0) / 100 };
}

function faultOfWord(word: string): string {
  if (word === 'undecided' || word === 'same')
    return `"${word}" never fails a build: it doesn't say that anything got worse`;
  const near = nearestName(word, WORDS);
  const hint = near === undefined ? '' : `. Did you mean "${near}"?`;
  return `expected one of ${WORDS.join(', ')}; found ${word === '' ? 'nothing' : `"${word}"`}${hint}`;
}
