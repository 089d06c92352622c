import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kit, serializer } from './kit.ts';

const { skip } = kit;

test('the variant is unavailable if Ruby runs without YJIT', { skip }, () => {
  const job = kit.job({ id: 'text' });
  const { replies, status } = kit.talk(job, { WIREMARK_RUBY_YJIT: '1', RUBYOPT: '--disable-yjit' });
  assert.match(replies[0]!, /^error unavailable this Ruby was built without YJIT: ruby \d/);
  assert.equal(status, 1);
});

test('the greeting names YJIT if Ruby has it', { skip }, () => {
  const job = kit.job({ id: 'text' });
  const { replies } = kit.talk([...job, 'end'], { WIREMARK_RUBY_YJIT: '1', RUBYOPT: '--yjit' });
  const isThere = !replies[0]!.startsWith('error');
  assert.match(
    replies[isThere ? 1 : 0]!,
    isThere ? /^runtime ruby \S+ \+YJIT$/ : /^error unavailable .*YJIT|^error unavailable .*yjit/,
  );
});

test("Oj replaces ActiveSupport's encoder after a row is loaded and before it creates operations", {
  skip,
}, () => {
  serializer(
    'asks',
    ['order = ORDER.join(" ")', 'Wiremark::Operations.new(serialize: ->(_) { order.dup })'],
    [
      'ORDER = ["loaded"]',
      'module Oj; def self.optimize_rails = ORDER << "optimized"; end',
      'def require(name) = %w[active_support active_support/json oj].include?(name) ? ORDER << name : super',
    ],
  );
  for (const [variant, order] of [
    ['', 'loaded'],
    ['1', 'loaded active_support active_support/json oj optimized'],
  ] as const) {
    const replies = kit.answers({ id: 'asks' }, ['slice 1 1', `kept ${kit.out}`], {
      WIREMARK_RUBY_OJ: variant,
    });
    assert.equal(replies.at(-1), 'kept 1');
    assert.deepEqual(kit.keptTexts(), [order]);
  }
});

test('the variant is unsupported for a row without ActiveSupport', { skip }, () => {
  const { replies } = kit.talk(kit.job({ id: 'text' }), { WIREMARK_RUBY_OJ: '1' });
  assert.match(replies[0]!, /^error unsupported Oj\.optimize_rails needs Oj and ActiveSupport/);
});
