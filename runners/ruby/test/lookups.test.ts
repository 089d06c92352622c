/** Whatever the kit calls once there are documents, and a row could have replaced, is among what it looks at. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { notedBy, OPERATIONS, testLookups } from '../../../test/contract/runtime/lookups.ts';
import { kit, serializer } from './kit.ts';

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
      File.write(${JSON.stringify(notedBy(kit))}, [WATCHED.length, *NOTED.keys].join("\\n")) if STATE[:left].zero?
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

const one = JSON.stringify(join(kit.folder, 'one'));

testLookups({
  ...{ kit, least: 100, serializer: (id, lines) => serializer(id, lines, HEAD) },
  writes: (output) => body(output === 'text' ? 'note.text.dup' : 'note.text.b'),
  ofAny: body(
    '+"x"',
    `File.binwrite(${one}, text); Wiremark::FixtureReader.new(schema.natural).read(${one}).first`,
  ),
});
