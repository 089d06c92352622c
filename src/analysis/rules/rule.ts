/**
 * The language of `--fail-if`: which changes fail a build. For `faster`, the number is below 100.
 *
 *     rule      = [ pattern ":" ] ( measured [ ">" number "%" ] | state )
 *     measured  = "slower" | "faster" | "bytes" | "allocated"
 *     state     = "failed" | "missing"
 */
import { FixableError } from '../../define/error.ts';
import { suggestion } from '../../define/nearest.ts';

const MEASURED = ['slower', 'faster', 'bytes', 'allocated'] as const;
const STATES = ['failed', 'missing'] as const;
const WORDS: readonly string[] = [...MEASURED, ...STATES];

export interface FailRule {
  readonly text: string;
  /** A glob, as for `-s`; null for all rows. */
  readonly pattern: string | null;
  readonly what: (typeof MEASURED | typeof STATES)[number];
  /** 0.05 for 5 %, 0 without a number; absent for `failed` and `missing`. */
  readonly threshold?: number;
}

export class RuleError extends FixableError {}

const PARTS = /^(?:([^:]*):)?\s*([^\s>%]*)\s*(?:(>)\s*(\d+(?:\.\d+)?)\s*%)?\s*(.*)$/s;

export function parseFailRules(texts: readonly string[] = []): FailRule[] {
  return texts.map(parseFailRule);
}

export function parseFailRule(text: string): FailRule {
  const [, given, word = '', more, number, rest] = PARTS.exec(text)!;
  const fail = (what: string): never => {
    throw new RuleError(`--fail-if ${JSON.stringify(text)}: ${what}`);
  };
  const rule = { text, pattern: given?.trim() ?? null };
  if (rule.pattern === '') fail('expected a serializer in front of the colon, like jackson*');
  const state = STATES.find((one) => one === word);
  if (state) return more || rest ? fail(`expected nothing after "${word}"`) : { ...rule, what: state };
  const what = MEASURED.find((one) => one === word) ?? fail(`found "${word}".${suggestion(word, WORDS)}`);
  if (rest) fail(`expected "${word}" or "${word} > 5%"; give --fail-if once for each rule`);
  if (what === 'faster' && Number(number) >= 100) fail('nothing takes 100 % less time');
  return { ...rule, what, threshold: Number(number ?? 0) / 100 };
}
