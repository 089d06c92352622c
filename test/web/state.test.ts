import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FRESH, fromHash, type PageState, toggled, toHash } from '../../src/web/run/state.ts';

test('a fresh page has no hash', () => {
  assert.equal(toHash(FRESH), '');
});

test('what was chosen comes back from the address', () => {
  const state: PageState = {
    ...FRESH,
    text: 'jack son&=%#',
    chosen: { ...FRESH.chosen, runtime: ['jvm', 'node'], data: ['users/small'], verdict: ['not measured'] },
    sort: { column: 'times_walk', descending: true },
    open: ['users/small serialize python/naïve|日本語-serializer', 'users/small serialize jvm/circe'],
  };
  assert.deepEqual(fromHash(`#${toHash(state)}`), state);
  const ascending = { ...state, sort: { column: 'bytes', descending: false } };
  assert.deepEqual(fromHash(`#${toHash(ascending)}`), ascending);
});

test('an address that was cut or typed by hand is taken as far as it goes', () => {
  assert.deepEqual(fromHash('#runtime=jvm&nonsense&%zz'), {
    ...FRESH,
    chosen: { ...FRESH.chosen, runtime: ['jvm'] },
  });
});

test('toggling opens and closes', () => {
  assert.deepEqual(toggled(['a'], 'b'), ['a', 'b']);
  assert.deepEqual(toggled(['a', 'b'], 'a'), ['b']);
});
