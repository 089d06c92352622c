/** Whatever the kit calls once there are documents, and a row could have replaced, is among what it looks at. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { encodeFixture } from '../../../src/dataset/fixture.ts';
import { hardDocuments } from '../../../src/dataset/hard.ts';
import { readModel } from '../../../src/dataset/prepare.ts';
import { readDataset } from '../../../src/define/dataset.ts';
import { type JobChoice, root } from '../../../test/contract/runtime/kit.ts';
import { kit, serializer } from './kit.ts';

const { skip } = kit;
const noted = join(kit.folder, 'noted');
/** After each set, one slice that keeps one, one that keeps all, and one that keeps none; after the second one more. */
const SLICES = ['slice 3 1', 'slice 3 3', 'slice 2 0'];
const OPERATIONS = 17;

/**
 * A row that listens to all calls outside of its operations. Of operators of its own classes Ruby tells nobody: those that the kit
 * doesn't look at are replaced.
 */
const HEAD = `
module Spy
  OPERATORS = %i[+ - * / % == === != ! < <= > >= << >> [] []= & | =~ -@ +@ length size empty? nil? succ min max freeze call pack hash to_s]
  CLASS = Kernel.instance_method(:class)
  BOUND = [[UnboundMethod, :bind_call], [Method, :call]].freeze
  NOTED = {}
  STATE = { left: ${OPERATIONS}, last: nil }

  def self.aside(operations = 1)
    lambda do |given|
      $noting = false
      result = yield given
      STATE[:left] -= operations
      File.write(${JSON.stringify(noted)}, [WATCHED.length, *NOTED.keys].join("\\n")) if STATE[:left].zero?
      $noting = true
      result
    end
  end

  # Holders and names.
  def self.watched(rest, found = [])
    while rest.first
      found << rest.first(2)
      rest = rest.last
    end
    found
  end

  def self.kit?(one) = one.inspect.match?(/\\A(#<Class:)*Wiremark\\b/)

  # The kit's own are frozen: only what they inherit can be replaced.
  def self.watched?(one, made, name)
    return WATCHED.any? { |holder, known| known == name && holder === one } if kit?(Module === one ? one : made)
    # The natural model's are looked at whenever documents are read and objects are written.
    return true if name == :initialize && made.name.start_with?("Documents::")

    WATCHED.include?([Module === one ? one.singleton_class : made, name])
  end

  HEARD = TracePoint.new(:call, :c_call) do |point|
    # What is bound is looked up by nobody.
    is_bound = BOUND.include?(STATE[:last])
    STATE[:last] = [point.defined_class, point.method_id]
    made = CLASS.bind_call(point.self)
    next if !$noting || is_bound || kit?(point.defined_class) || watched?(point.self, made, point.method_id)

    NOTED["#{point.method_id} of #{point.defined_class}, of #{made}, in #{point.path}:#{point.lineno}"] = true
  end

  def self.replace_operators
    [Array, FalseClass, Float, Hash, Integer, NilClass, Proc, Regexp, String, Symbol, Time, TrueClass].each do |holder|
      OPERATORS.each do |name|
        next if !holder.method_defined?(name) || WATCHED.include?([holder, name])

        found = holder.instance_method(name)
        holder.define_method(name) { |*all, &block| found.bind_call(self, *all, &block) }
      end
    end
  end

  WATCHED = watched(Wiremark::Untouched::SEEN)
end
`.split('\n');

const body = (result: string, read = 'note.new((+"").replace(text).force_encoding("UTF-8"), nil)') => [
  'note = schema.natural.classes["Note"]',
  `operations = Wiremark::Operations.new(serialize: Spy.aside { |note| ${result} }, deserialize: Spy.aside { |text| ${read} },`,
  `  to_tree: Spy.aside { |note| [note.text] }, parse_tree: Spy.aside { |text| [text.dup] }, write_tree: Spy.aside(0) { |note| ${result.replace('note.text', 'note[0]')} })`,
  'Spy.replace_operators',
  'Spy::HEARD.enable',
  '$begin = -> { $noting = true }',
  'operations',
];

const replaced = (file: string, from: string, to: string) => {
  const path = join(kit.folder, 'ruby/kit', file);
  const text = readFileSync(path, 'utf8');
  assert.ok(text.includes(from), file);
  writeFileSync(path, text.replace(from, to));
};
// From its first look at the row on, the kit is on its own; what it does is heard here.
replaced('untouched.rb', 'def check(seen)', '$&\n        $begin&.call');
replaced('main.rb', '@untraced.enable { instance_eval("", __FILE__, __LINE__) }', 'serve');

/** Of a row that answers with these lines. */
function assertNothingAsked(lines: readonly string[], choice: Omit<JobChoice, 'id'>): void {
  serializer('spying', lines, HEAD);
  const job = { id: 'spying', ...choice };
  const once = () => [kit.set(job), ...SLICES, `kept ${kit.out}`];
  const { replies } = kit.talk([...kit.job(job), ...once(), ...once(), 'slice 1 1']);
  assert.equal(replies.at(-1)?.split(' ')[0], 'slice', replies.join('\n'));
  const [watched, ...names] = readFileSync(noted, 'utf8').split('\n');
  assert.ok(Number(watched) > 100, watched);
  assert.deepEqual(names, []);
}

for (const output of ['text', 'bytes'])
  for (const task of ['serialize', 'deserialize', 'to-tree', 'parse-tree'])
    test(`${task}, ${output}`, { skip }, () =>
      assertNothingAsked(body(output === 'text' ? 'note.text.dup' : 'note.text.b'), { task, output }),
    );

test('values of every kind', { skip }, () => {
  const model = readModel(readDataset(join(root, 'datasets/every-kind')));
  const documents = hardDocuments(model);
  assertNothingAsked(body('+"x"'), { model, documents });
  const one = JSON.stringify(join(kit.folder, 'one'));
  const read = `File.binwrite(${one}, text); Wiremark::FixtureReader.new(schema.natural).read(${one}).first`;
  assertNothingAsked(body('+"x"', read), {
    ...{ task: 'deserialize', output: 'bytes', model },
    inputs: documents.map((document) => encodeFixture(model, [document])),
  });
});
