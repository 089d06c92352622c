/** What the variants of runner.toml change in a process, and what it answers where that isn't possible. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { encodeFixture } from '../../../src/dataset/fixture.ts';
import { documents, model } from '../../../test/runners/kit.ts';
import { serializer, underTest } from './kit.ts';

const { kit } = underTest;
const { skip } = kit;

test('a Ruby that goes on without YJIT is unavailable to the variant', { skip }, async () => {
  const job = await kit.job({ id: 'text' });
  const { replies, status } = kit.talk(job, { WIREMARK_RUBY_YJIT: '1', RUBYOPT: '--disable-yjit' });
  assert.match(replies[0]!, /^error unavailable this Ruby was built without YJIT: ruby \d/);
  assert.equal(status, 1);
});

test('with YJIT the greeting says so, where the Ruby has it', { skip }, async () => {
  const job = await kit.job({ id: 'text' });
  const { replies } = kit.talk([...job, 'end'], { WIREMARK_RUBY_YJIT: '1', RUBYOPT: '--yjit' });
  const isThere = !replies[0]!.startsWith('error');
  assert.match(
    replies[isThere ? 1 : 0]!,
    isThere ? /^runtime ruby \S+ \+YJIT$/ : /^error unavailable .*YJIT|^error unavailable .*yjit/,
  );
});

test("Oj takes the place of ActiveSupport's encoder after a row is loaded and before it creates anything", {
  skip,
}, async () => {
  // What stands for the gems leaves a word of what it was asked to do.
  serializer(
    'asks',
    ['order = ORDER.join(" ")', 'Wiremark::Operations.new(serialize: ->(_) { order.dup })'],
    [
      'ORDER = ["loaded"]',
      'module Oj; def self.optimize_rails = ORDER << "optimized"; end',
      'def require(name) = %w[active_support active_support/json oj].include?(name) ? ORDER << name : super',
    ],
  );
  const kept = join(kit.folder, 'asks.frames');
  const fixture = join(kit.folder, 'asks.set');
  writeFileSync(fixture, encodeFixture(model, documents));
  for (const [variant, order] of [
    ['', 'loaded'],
    ['1', 'loaded active_support active_support/json oj optimized'],
  ] as const) {
    const lines = [
      ...(await kit.job({ id: 'asks' })),
      `set 3 ${fixture}`,
      'slice 1 1',
      `kept ${kept}`,
      'end',
    ];
    const { replies } = kit.talk(lines, { WIREMARK_RUBY_OJ: variant });
    assert.equal(replies.at(-2), 'kept 1', replies.join('\n'));
    assert.equal(readFileSync(kept).subarray(4).toString(), order);
  }
});

test('a row whose gems have no ActiveSupport can have nothing take its place', { skip }, async () => {
  const { replies } = kit.talk(await kit.job({ id: 'text' }), { WIREMARK_RUBY_OJ: '1' });
  assert.match(replies[0]!, /^error unsupported Oj\.optimize_rails needs Oj and ActiveSupport/);
});
