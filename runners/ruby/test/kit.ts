import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Habits, Kit } from '../../../test/contract/runtime/kit.ts';

const program = process.env.WIREMARK_RUBY ?? 'ruby';
const asked = spawnSync(program, ['-e', 'puts((RUBY_VERSION.split(".").map(&:to_i) <=> [3, 1]) >= 0)'], {
  encoding: 'utf8',
});

function source(body: readonly string[], head: readonly string[] = []): string {
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
  return `${lines.join('\n')}\n`;
}

const operations = (keywords: string) => `Wiremark::Operations.new(${keywords})`;

const habits = (fixture: string): Habits => ({
  text: source([
    'note = schema.natural.classes["Note"]',
    operations('serialize: ->(one) { one.text.dup }, deserialize: ->(text) { note.new(text) }'),
  ]),
  utf8: source([operations('serialize: ->(note) { note.text.b }')]),
  odd: source([
    'extra = [Time.at(0, 3, :millisecond), -0.0, 2**40, true]',
    'odd = schema.natural.classes["Note"].new(5, nil)',
    'odd.instance_variable_set(:@extra, extra)',
    operations('deserialize: ->(_) { odd }'),
  ]),
  tree: source([
    'built = []',
    'build = ->(text) { built << text; text }',
    operations(
      'to_tree: ->(note) { build.(note.text) }, parse_tree: build, write_tree: ->(text) { "#{text} #{built.length}" }',
    ),
  ]),
  reuse: source([
    'one = "  ".b',
    'note = schema.natural.classes["Note"].new("x")',
    operations('serialize: ->(note) { one.setbyte(0, note.text.length); one }, deserialize: ->(_) { note }'),
  ]),
  loud: source(
    [
      'puts "from create"',
      'system("echo raw")',
      operations('serialize: ->(note) { puts "timed"; note.text }'),
    ],
    ['puts "from import"'],
  ),
  'no-deserialize': source([operations('serialize: ->(_) { "" }')]),
  refuses: source(['raise Wiremark::Unsupported, "no\\ndates"']),
  missing: source([], ['require "no-such-package"']),
  broken: source(['raise TypeError, "oh\\\\no"']),
  wrong: source([operations('serialize: ->(_) { [1] }')]),
  subclass: source([operations('serialize: ->(_) { Class.new(String).new("x") }')]),
  dies: source([
    operations('serialize: ->(note) { note.text.length > 1 ? raise("mid-slice") : note.text.dup }'),
  ]),
  lazy: source([
    'note = schema.natural.classes["Note"]',
    operations('deserialize: ->(_) { note.new.tap { |one| def one.text = "late" } }'),
  ]),
  'keep-any': source([
    'reader = Wiremark::FixtureReader.new(schema.natural)',
    `path = ${JSON.stringify(fixture)}`,
    operations('deserialize: ->(bytes) { File.binwrite(path, bytes); reader.read(path).first }'),
  ]),
});

export const kit = new Kit({
  runtime: 'ruby',
  skip: asked.stdout?.trim() === 'true' ? false : 'there is no ruby of version 3.1 or newer',
  parts: ['ruby/kit'],
  start: (folder) => [program, join(folder, 'ruby/kit/main.rb')],
  file: (id) => `ruby/serializers/${id.replaceAll('-', '_')}.rb`,
  unit: 'utf-8',
  greeting: /^runtime ruby \d+\.\d+\.\d+p\d+$/,
  habits,
});

export function serializer(id: string, body: readonly string[], head: readonly string[] = []): void {
  kit.serializer(id, source(body, head));
}
