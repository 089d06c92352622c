import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kit, serializer } from './kit.ts';

const refusal = (id: string) => kit.talk(kit.job({ id })).replies.at(-1)!;

const sliced = (id: string, ops: number) => kit.answers({ id }, [`slice ${ops} ${ops}`])[0]!;

const operations = (body: string) => [`Wiremark::Operations.new(serialize: ->(note) { ${body} })`];

test('a result of another class is named, and a failed operation is reported by its index', {
  skip: kit.skip,
}, () => {
  serializer('nothing', operations('nil'));
  assert.equal(sliced('nothing', 1), 'error mismatch serialize returned nil instead of text');
  serializer('symbol', operations(':x'));
  assert.equal(sliced('symbol', 1), 'error mismatch serialize returned Symbol instead of text');
  serializer('late', ['calls = 0', ...operations('raise "third" if (calls += 1) == 3; "x".dup')]);
  assert.match(sliced('late', 5), /^failed 2 RuntimeError: third/);
});

test('a file without the module Row or its methods is refused with the reason', { skip: kit.skip }, () => {
  const wanted =
    'error crash its file must define the module Row, with create(schema) and with GEM or VERSION';
  kit.serializer('other-name', 'module Other\nend\n');
  assert.equal(refusal('other-name'), wanted);
  kit.serializer('no-version', 'module Row\n  def self.create(schema) = nil\nend\n');
  assert.equal(refusal('no-version'), wanted);
  serializer('forgets', ['nil']);
  assert.equal(refusal('forgets'), 'error crash create returned nil instead of operations');
});

test('a missing gem or file is reported with the line that requires it', { skip: kit.skip }, () => {
  serializer('far', [], ['require "no-such-gem"']);
  assert.equal(
    refusal('far'),
    "error unavailable cannot load such file -- no-such-gem (line 2 of its file): is it among the row's packages?",
  );
  serializer('near', [], ['require_relative "beside"']);
  assert.equal(
    refusal('near'),
    "error unavailable cannot load such file -- beside (line 2 of its file): is it among the row's sources?",
  );
  kit.serializer('other-gem', 'module Row\n  GEM = "my_json"\n  def self.create(schema) = {}\nend\n');
  assert.match(refusal('other-gem'), /its GEM is my_json, which isn't among the row's packages$/);
});
