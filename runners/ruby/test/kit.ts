/** The kit of Ruby with serializers made for a test: the same faults and habits as in test/runners/kit-serializers.ts. */
import { spawnSync } from 'node:child_process';
import { Kit } from '../../../test/runners/kit.ts';
import type { KitUnderTest } from '../../../test/runners/kit-serializers.ts';

const program = process.env.WIREMARK_RUBY ?? 'ruby';
/** Prints whether it is new enough. */
const asked = spawnSync(program, ['-e', 'puts((RUBY_VERSION.split(".").map(&:to_i) <=> [3, 1]) >= 0)'], {
  encoding: 'utf8',
});

const kit = new Kit({
  runtime: 'ruby',
  skip: asked.stdout?.trim() === 'true' ? false : 'there is no ruby of version 3.1 or newer',
  parts: ['ruby/kit'],
  program,
  started: 'ruby/kit/main.rb',
  file: (id) => `ruby/serializers/${id.replaceAll('-', '_')}.rb`,
  unit: 'utf-8',
  greeting: /^runtime ruby \d+\.\d+\.\d+p\d+$/,
});

/** Writes serializers/<id>.rb with the body of `create`: lines, of which the last gives the operations. */
export function serializer(id: string, body: readonly string[], head: readonly string[] = []): void {
  const lines = [
    '# frozen_string_literal: true',
    ...head,
    'module Row',
    '  VERSION = "7"',
    '  def self.create(schema)',
    ...body.map((line) => `    ${line}`),
    '  end',
    'end',
  ];
  kit.serializer(id, `${lines.join('\n')}\n`);
}

/** The operations, given as keywords. */
const operations = (keywords: string) => `Wiremark::Operations.new(${keywords})`;

serializer('text', [
  'note = schema.natural.classes["Note"]',
  operations('serialize: ->(one) { one.text.dup }, deserialize: ->(text) { note.new(text) }'),
]);
serializer('utf8', [operations('serialize: ->(note) { note.text.b }')]);
serializer('odd', [
  'extra = [Time.at(0, 3, :millisecond), -0.0, 2**40, true]',
  'odd = schema.natural.classes["Note"].new(5, nil)',
  'odd.instance_variable_set(:@extra, extra)',
  operations('deserialize: ->(_) { odd }'),
]);
serializer('tree', [
  'built = []',
  'build = ->(text) { built << text; text }',
  operations(
    'to_tree: ->(note) { build.(note.text) }, parse_tree: build, write_tree: ->(text) { "#{text} #{built.length}" }',
  ),
]);
serializer('reuse', [
  'one = "  ".b',
  operations('serialize: ->(note) { one.setbyte(0, note.text.length); one }'),
]);
serializer(
  'loud',
  ['puts "from create"', 'system("echo raw")', operations('serialize: ->(note) { puts "timed"; note.text }')],
  ['puts "from import"'],
);
serializer('no-deserialize', [operations('serialize: ->(_) { "" }')]);
serializer('refuses', ['raise Wiremark::Unsupported, "no\\ndates"']);
serializer('missing', [], ['require "no-such-package"']);
serializer('broken', ['raise TypeError, "oh\\\\no"']);
serializer('wrong', [operations('serialize: ->(_) { [1] }')]);
serializer('dies', [operations('serialize: ->(_) { raise "mid-slice" }')]);
serializer('lazy', [
  'note = schema.natural.classes["Note"]',
  operations('deserialize: ->(_) { note.new.tap { |one| def one.text = "late" } }'),
]);

/** As frames, each a fixture of one document. */
function keeping(id: string, count: number, path: string): void {
  serializer(
    id,
    [
      'kept = []',
      'objects = Wiremark::Results::Objects.new(schema.natural)',
      'keep = lambda do |one|',
      '  kept << one',
      `  File.binwrite(${JSON.stringify(path)}, objects.frames(kept).join) if kept.length == ${count}`,
      '  "x"',
      'end',
      operations('serialize: keep'),
    ],
    [],
  );
}

export const underTest: KitUnderTest = { kit, keeping };
