/** `--fail-if`: rules as they are typed, and what they do to the exit code. */
import { type FailRule, parseFailRule, RuleError } from '../analysis/rules/rule.ts';
import { type RuleOutcome, ruleLine, worstOf } from '../report/compare/guard.ts';
import { UsageError } from './errors.ts';
import type { ExitCode } from './place.ts';

/** @throws UsageError */
export function rulesFrom(texts: readonly string[] = []): FailRule[] {
  return texts.map((text) => {
    try {
      return parseFailRule(text);
    } catch (error) {
      throw error instanceof RuleError ? new UsageError(error.message) : error;
    }
  });
}

/**
 * Says on standard error how each rule came out, wherever the report went.
 *
 * @returns 1 where a rule is broken, 2 where one had nothing to judge
 */
export function judged(outcomes: readonly RuleOutcome[]): ExitCode {
  for (const outcome of outcomes) process.stderr.write(`wiremark: ${ruleLine(outcome)}\n`);
  return EXIT_CODES[worstOf(outcomes)];
}

const EXIT_CODES = { passed: 0, failed: 1, unchecked: 2 } as const;
