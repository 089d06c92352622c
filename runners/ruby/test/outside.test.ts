/** A row for Ruby that lies outside of its folder, by the command itself. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratchFolder, wiremark } from '../../../test/contract/command.ts';
import { kit } from './kit.ts';

test('a row from outside, with a gem by path', { skip: kit.skip }, () => {
  const cwd = scratchFolder('outside')('row');
  mkdirSync(join(cwd, 'bench'));
  mkdirSync(join(cwd, 'lib'));
  const row = `runtime = "ruby"
id = "my-json"
format = "json"
output = "text"
tasks = ["serialize"]
file = "my_json.rb"
packages = ["my_json@file:.."]
`;
  const own = `require "my_json"
module Row
  GEM = "my_json"
  def self.create(_schema) = Wiremark::Operations.new(serialize: MyJson.method(:dump))
end
`;
  const spec = `Gem::Specification.new do |spec|
  spec.name = "my_json"
  spec.version = "0.1.0"
  spec.summary = "made up"
  spec.authors = ["nobody"]
  spec.files = ["lib/my_json.rb"]
end
`;
  writeFileSync(join(cwd, 'bench/row.toml'), row);
  writeFileSync(join(cwd, 'bench/my_json.rb'), own);
  writeFileSync(join(cwd, 'my_json.gemspec'), spec);
  writeFileSync(join(cwd, 'lib/my_json.rb'), 'module MyJson\n  def self.dump(_) = "[]"\nend\n');
  const { status, stdout, stderr } = wiremark(
    cwd,
    'bench bench/row.toml -t serialize -s my-json --seed 5 --rounds 1'.split(' '),
  );
  // It puts out something else, so that its own code has run.
  assert.match(stdout, /ruby\/my-json .*mismatch/, stderr);
  assert.equal(status, 1);
});
