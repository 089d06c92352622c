import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFailRule, RuleError } from '../../../src/report/compare/guard/fail-if.ts';

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

for (const [text, position, message] of [
  ['', 1, /expected one of slower, faster.*; found nothing/],
  ['slowr > 5%', 1, /found "slowr". Did you mean "slower"\?/],
  ['jvm/*: slowr', 8, /Did you mean "slower"\?/],
  ['jvm/*:', 7, /found nothing/],
  [': slower', 1, /expected a serializer in front of the colon/],
  ['slower 5%', 8, /expected ">" and a percentage, or the end, after "slower"/],
  ['slower < 5%', 8, /expected ">"/],
  ['slower >= 5%', 9, /expected a number/],
  ['slower > -5%', 10, /expected a number from 0 on/],
  ['slower > 5', 11, /expected "%" after 5/],
  ['slower > .5%', 10, /expected a number/],
  ['slower > 5% faster', 13, /give --fail-if once for each rule/],
  ['failed > 5%', 8, /"failed" is or isn't: it takes no ">"/],
  ['faster > 100%', 14, /nothing takes 100 % less time/],
  ['undecided', 1, /"undecided" never fails a build/],
  ['SLOWER', 1, /Did you mean "slower"/],
] as const)
  test(`"${text}" is refused at character ${position}`, () => {
    assert.throws(
      () => parseFailRule(text),
      (error: Error) => {
        assert.ok(error instanceof RuleError);
        assert.equal(error.position, position);
        assert.match(error.message, message);
        const [, shown, mark] = error.message.split('\n');
        assert.equal(shown, `  ${text}`);
        assert.equal(mark!.indexOf('^'), 2 + position - 1);
        return true;
      },
    );
  });
