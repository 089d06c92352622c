import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST } from '../../src/define/bounds.ts';
import { alternativesOf, matchesAny } from '../../src/define/patterns.ts';
import { Random } from '../../src/stats/random.ts';

test('a pattern is a glob over whole names', () => {
  const known: [pattern: string, matches: string[], others: string[]][] = [
    ['*', ['json', ''], ['jvm/json']],
    ['*/json', ['jvm/json', 'jvm+zgc/JSON'], ['json', 'jvm/json-b', 'a/b/json']],
    ['jvm*/j*n', ['jvm/json', 'jvm+x/jan-n'], ['jvm/jso', 'jv/json']],
    ['j?m/*', ['jvm/x', 'jvm/'], ['jm/x', 'j/m/x']],
    ['a?b', ['axb'], ['a/b', 'ab']],
    ['{a,b{c,d}}x', ['ax', 'bcx', 'bdx'], ['bx', 'cx']],
    ['jvm{,+zgc}/x', ['jvm/x', 'jvm+zgc/x'], ['jvm+/x']],
    ['a.c', ['a.c'], ['abc']],
    ['[a](b)!', ['[a](b)!'], ['ab']],
    ['{a', ['{a'], ['a']],
    ['**', ['x'], ['x/y']],
    ['*a*b*', ['xaxbx', 'ab', 'aab'], ['ba']],
  ];
  for (const [pattern, matches, others] of known) {
    for (const name of matches) assert.ok(matchesAny([pattern], name), `${pattern} ${name}`);
    for (const name of others) assert.ok(!matchesAny([pattern], name), `${pattern} ${name}`);
  }
});

test('a pattern takes no longer than it is long', () => {
  const name = `${'a'.repeat(MOST.name)}/${'a'.repeat(MOST.name)}`;
  const random = new Random(1);
  const parts = ['a', '*', '?', '*a', '{a,aa}', '{*a,a*}', '/', '+(', 'a|a', ')', '{', '}', ','];
  for (let i = 0; i < 2_000; i++) {
    const drawn = Array.from({ length: random.integer(1, 60) }, () => random.element(parts));
    matchesAny([drawn.join('').slice(0, MOST.word)], name);
  }
  assert.ok(!matchesAny([`${'*a'.repeat(99)}b`], name));
  assert.equal(alternativesOf('{a,aa}'.repeat(33)).length, MOST.alternatives + 1);
});
