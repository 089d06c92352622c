import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFailRule, RuleError } from '../../../src/report/compare/fail-if.ts';

for (const [text, expected] of [
  ['slower', { pattern: null, what: 'slower', threshold: 0 }],
  ['slower > 5%', { pattern: null, what: 'slower', threshold: 0.05 }],
  ['slower>2.5%', { pattern: null, what: 'slower', threshold: 0.025 }],
  ['  slower  >  5  %  ', { pattern: null, what: 'slower', threshold: 0.05 }],
  ['slower > 0%', { pattern: null, what: 'slower', threshold: 0 }],
  ['slower > 300%', { pattern: null, what: 'slower', threshold: 3 }],
  ['faster > 10%', { pattern: null, what: 'faster', threshold: 0.1 }],
  ['bytes > 1%', { pattern: null, what: 'bytes', threshold: 0.01 }],
  ['allocated', { pattern: null, what: 'allocated', threshold: 0 }],
  ['failed', { pattern: null, what: 'failed' }],
  ['missing', { pattern: null, what: 'missing' }],
  ['jvm/jackson*: slower > 3%', { pattern: 'jvm/jackson*', what: 'slower', threshold: 0.03 }],
  ['{a,b}:failed', { pattern: '{a,b}', what: 'failed' }],
] as const)
  test(`"${text}" is a rule`, () => assert.deepEqual(parseFailRule(text), { text, ...expected }));

for (const [text, message] of [
  ['', /expected one of slower, faster.*; found nothing/],
  ['slowr > 5%', /found "slowr". Did you mean "slower"\?/],
  ['jvm/*: slowr', /Did you mean "slower"\?/],
  ['jvm/*:', /found nothing/],
  [': slower', /expected a serializer in front of the colon/],
  ['slower 5%', /expected "slower" or "slower > 5%"/],
  ['slower < 5%', /expected "slower" or "slower > 5%"/],
  ['slower >= 5%', /expected "slower" or "slower > 5%"/],
  ['slower > -5%', /expected "slower" or "slower > 5%"/],
  ['slower > 5', /expected "slower" or "slower > 5%"/],
  ['slower > .5%', /expected "slower" or "slower > 5%"/],
  ['slower > 5% faster', /give --fail-if once for each rule/],
  ['failed > 5%', /expected nothing after "failed"/],
  ['faster > 100%', /nothing takes 100 % less time/],
  ['unclear', /found "unclear"/],
  ['SLOWER', /Did you mean "slower"/],
] as const)
  test(`"${text}" is refused in one line that repeats it`, () => {
    assert.throws(
      () => parseFailRule(text),
      (error: Error) => {
        assert.ok(error instanceof RuleError);
        assert.ok(error.message.startsWith(`--fail-if "${text}": `));
        assert.match(error.message, message);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      },
    );
  });
