import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesAny } from '../../src/define/patterns.ts';

test('a pattern is a glob over whole names', () => {
  const known: [pattern: string, matches: string[], others: string[]][] = [
    ['*', ['json', ''], ['ark/json']],
    ['*/json', ['ark/json', 'ark+zgc/JSON'], ['json', 'ark/json-b', 'a/b/json']],
    ['ark*/j*n', ['ark/json', 'ark+x/jan-n'], ['ark/jso', 'ar/json']],
    ['a?k/*', ['ark/x', 'ark/'], ['ak/x', 'a/k/x']],
    ['a?b', ['axb'], ['a/b', 'ab']],
    ['{a,b{c,d}}x', ['ax', 'bcx', 'bdx'], ['bx', 'cx']],
    ['ark{,+zgc}/x', ['ark/x', 'ark+zgc/x'], ['ark+/x']],
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
