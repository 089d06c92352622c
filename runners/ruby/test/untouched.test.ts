/** Rows that would have code of theirs run before the clock starts or after it has stopped. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { kit, serializer } from './kit.ts';

const { skip } = kit;
const operations = (body: string) => `Wiremark::Operations.new(serialize: ->(note) { ${body} })`;

/** What is answered to a set and to commands. */
function replies(id: string, commands = ['slice 3 1']): string[] {
  return kit.talk([...kit.job({ id }), kit.set({ id }), ...commands]).replies.slice(4);
}

/** What a row puts in place of a method: its holder, whether it is the holder's own, its name. */
const REPLACED = [
  ['String', false, 'force_encoding'],
  ['String', false, 'unpack1'],
  ['Array', false, 'map'],
  ['Integer', false, '-'],
  ['Hash', false, 'fetch'],
  ['Object', false, 'raise'],
  ['Method', false, 'call'],
  ['Method', false, 'freeze'],
  ['UnboundMethod', false, 'bind_call'],
  ['UnboundMethod', false, '=='],
  ['Object', false, 'method'],
  ['IO', false, 'gets'],
  ['Process', true, 'clock_gettime'],
  ['File', true, 'open'],
  ['Array', true, 'new'],
] as const;

for (const [holder, isOwn, name] of REPLACED) {
  const told = `error crash the row replaces ${name} of ${holder}, which the kit uses`;
  const where = isOwn ? `${holder}.singleton_class` : holder;
  const ways = {
    'another method': [
      `real = ${where}.instance_method(:${name})`,
      'bind = UnboundMethod.instance_method(:bind_call).bind(real)',
      `replace = -> { ${where}.define_method(:${name}) { |*all, **more, &block| bind.call(self, *all, **more, &block) } }`,
    ],
    'a module before it': [`replace = -> { ${where}.prepend(Module.new { def ${name}(...) = super }) }`],
  };
  for (const [way, lines] of Object.entries(ways)) {
    test(`${name} of ${holder}: ${way}, before there are documents`, { skip }, () => {
      serializer('early', [...lines, 'replace.call', operations('note.text.dup')]);
      assert.deepEqual(kit.talk(kit.job({ id: 'early' })).replies, [told]);
    });

    test(`${name} of ${holder}: ${way}, by an operation of a slice that keeps nothing`, { skip }, () => {
      serializer('late', [
        ...lines,
        'calls = 0',
        operations('replace.call if (calls += 1) == 4; note.text.dup'),
      ]);
      const [, first, second] = replies('late', ['slice 3 1', 'slice 1 0', 'slice 1 1']);
      assert.match(first!, /^slice 3 /);
      assert.equal(second, told);
    });
  }
}

test('a method that is put back when it is called was replaced all the same', { skip }, () => {
  serializer('restores', [
    'single = Process.singleton_class',
    'real = single.instance_method(:clock_gettime)',
    'fake = ->(*all) { single.define_method(:clock_gettime, real); Process.clock_gettime(*all) }',
    operations('single.define_method(:clock_gettime, &fake); note.text.dup'),
  ]);
  const told = 'error crash the row replaces clock_gettime of Process, which the kit uses';
  assert.equal(replies('restores')[1], told);
});

test('a row of a library that gives nil an == of its own, as bson does, is no cheat', { skip }, () => {
  serializer('equals', [
    'NilClass.include(Module.new { def ==(other) = raise })',
    operations('note.text.dup'),
  ]);
  assert.match(replies('equals', ['slice 3 3']).at(-1)!, /^slice 3 /);
});

test('a text is asked for nothing once the clock has stopped', { skip }, () => {
  const filled = (lines: readonly string[]) => {
    serializer('late', ['late = lambda do |text|', ...lines, '  text', 'end', operations('late.call(+"")')]);
    replies('late', ['slice 3 1', `kept ${kit.out}`]);
    return kit.keptTexts();
  };
  const missing =
    '  class << text; undef_method(:encoding); private def method_missing(*) = replace("x").b.encoding; end';
  assert.deepEqual(filled([missing]), ['']);
  assert.deepEqual(filled(['  NilClass.define_singleton_method(:equal?) { |_| text.replace("x"); false }']), [
    '',
  ]);
});

test("the kit's own methods and constants can't be replaced, nor those of what a row is given", {
  skip,
}, () => {
  for (const [replace, frozen] of [
    ['Wiremark::TimedLoop.define_method(:prepare) { |_| nil }', 'Wiremark::TimedLoop'],
    ['Wiremark::Trial.prepend(Module.new)', 'Wiremark::Trial'],
    ['def (Wiremark::Frames).pack(_) = nil', 'Wiremark::Frames'],
    ['Wiremark::Results.class_eval("def frames(_) = nil")', 'Wiremark::Results'],
    ['Wiremark.const_set(:Process, Module.new)', 'Wiremark'],
    ['def (Wiremark::FixtureReader::NEW).bind_call(*) = nil', '#<UnboundMethod'],
    ['def (schema.natural).replaced = nil', '#<Wiremark::Natural'],
    ['def (schema.model.root).kind = nil', '#<struct Wiremark::Type'],
  ]) {
    serializer('meddles', [replace!, operations('note.text.dup')]);
    const [reply] = kit.talk(kit.job({ id: 'meddles' })).replies;
    assert.match(reply!, /^error crash FrozenError: can't modify frozen \w+: .* \(line 5 of its file\)$/);
    assert.ok(reply!.includes(`: ${frozen}`), reply);
  }
});

test("an object of the kit's that a row finds in memory is given no methods", { skip }, () => {
  const find = (name: string, body: string) =>
    operations(`ObjectSpace.each_object(Wiremark::${name}) { |one| ${body} }; note.text.dup`);
  serializer('finds', [find('TimedLoop', 'def one.prepare(_) = super')]);
  assert.equal(
    replies('finds')[1],
    'error crash the row replaces prepare of Wiremark::TimedLoop, which the kit uses',
  );
  for (const name of ['Main', 'Trial', 'FixtureReader', 'Results']) {
    serializer('finds', [find(name, 'def one.to_s = ""')]);
    assert.match(replies('finds')[1]!, /^failed 0 FrozenError: /, name);
  }
});

/** Its text is how often `SEEN << 1` was called between documents' coming and their operations. */
const counting = [operations('SEEN.length.to_s')];

test('what a row puts in place of constants and standard input is called by nothing', { skip }, () => {
  for (const lines of [
    [
      'real = Process',
      'fake = Module.new { define_singleton_method(:clock_gettime) { |*all| SEEN << 1; real.clock_gettime(*all) } }',
      'real.constants.each { |name| fake.const_set(name, real.const_get(name)) }',
      'Object.send(:remove_const, :Process)',
      'Object.const_set(:Process, fake)',
    ],
    ['real = $stdin', 'def real.gets(...) = super.tap { SEEN << 1 }'],
    ['fake = Object.new', 'def fake.gets(...) = STDIN.gets(...).tap { SEEN << 1 }', '$stdin = fake'],
    [
      'note = schema.natural.classes["Note"]',
      'def note.new(...) = super.tap { SEEN << 1 }',
      'def note.instance_method(...) = super.tap { SEEN << 1 }',
    ],
  ]) {
    serializer('listens', [...lines, ...counting], ['SEEN = []']);
    assert.match(replies('listens', ['slice 3 1', `kept ${kit.out}`])[2]!, /^kept 1$/);
    assert.deepEqual(kit.keptTexts(), ['0'], lines.join('\n'));
  }
});

test('no tracer sees what the kit does', { skip }, () => {
  for (const line of [
    'TracePoint.new { SEEN << 1 if GIVEN.any? }.enable',
    'TracePoint.new(:c_call) { SEEN << 1 if GIVEN.any? }.enable',
    'TracePoint.new(:line) { SEEN << 1 if GIVEN.any? }.enable(target: Wiremark::TimedLoop.instance_method(:slice))',
    'set_trace_func(->(*) { SEEN << 1 if GIVEN.any? })',
    'TracePoint.new(:c_call) { |point| SEEN << 1 if point.self.class == Wiremark::Trial }.enable',
  ]) {
    // From the first operation on, when all that could be heard by another way is over.
    serializer('traces', [line, operations('GIVEN << 1; SEEN.length.to_s')], ['SEEN = []', 'GIVEN = []']);
    const commands = ['slice 3 1', kit.set({ id: 'traces' }), 'slice 3 1', `kept ${kit.out}`];
    assert.match(replies('traces', commands).at(-1)!, /^kept 2$/);
    assert.deepEqual(kit.keptTexts(), ['0', '0'], line);
  }
});

test('a row has no thread while it waits for documents, but one that sleeps until another wakes it', {
  skip,
}, () => {
  const told =
    'error crash the row has a thread while it waits for documents: it could work on them before its time';
  for (const line of [
    'Thread.new { loop { sleep(0.001) } }',
    'Thread.new { nil while true }',
    // Both ends are kept: what reads from a pipe that was collected ends.
    'ends = IO.pipe; Thread.new { ends.first.read }',
    'Class.new(Thread) { def to_s = " sleep_forever>" }.new { sleep(60) }',
    '$VERBOSE = nil; Ractor.new { sleep(60) }',
  ]) {
    serializer('helped', [line, operations('note.text.dup')]);
    assert.deepEqual(replies('helped'), [told], line);
  }
  serializer('sleeps', [
    'Thread.new { Queue.new.pop }',
    'Thread.pass until Thread.list.all? { |one| one == Thread.main || one.stop? }',
    operations('note.text.dup'),
  ]);
  assert.match(replies('sleeps')[1]!, /^slice 3 /);
});

const program = process.env.WIREMARK_RUBY ?? 'ruby';
/** Why what needs some gems can't be tried. */
const without = (requires: string) =>
  skip || (spawnSync(program, ['-e', requires]).status !== 0 && 'there is no such gem');

const FRAMEWORKS = {
  ActiveSupport: 'require "active_support/all"',
  'Oj in the place of its encoder':
    'require "active_support"; require "active_support/json"; require "oj"; Oj.optimize_rails',
  "Oj in json's place": 'require "oj"; Oj.mimic_JSON',
};

for (const [name, line] of Object.entries(FRAMEWORKS))
  test(`a framework may replace methods as it does: ${name}`, { skip: without(line) }, () => {
    serializer('framework', [line, operations('note.text.dup')]);
    assert.match(replies('framework')[1]!, /^slice 3 /);
  });

test("Zeitwerk's namespaces are there within operations", { skip: without('require "zeitwerk"') }, () => {
  const files = { 'lib/outer.rb': '', 'lib/outer/inner.rb': '', 'lib/outer/inner/deep.rb': 'SAID = "deep"' };
  for (const [file, body] of Object.entries(files)) {
    const names = file
      .slice(4, -3)
      .split('/')
      .map((part) => part[0]!.toUpperCase() + part.slice(1));
    const made = names.reduceRight((inner, one) => `module ${one}\n${inner}\nend`, body);
    mkdirSync(join(kit.folder, file, '..'), { recursive: true });
    writeFileSync(join(kit.folder, file), `${made}\n`);
  }
  serializer(
    'lazy-load',
    [
      'loader = Zeitwerk::Loader.new',
      `loader.push_dir(${JSON.stringify(join(kit.folder, 'lib'))})`,
      'loader.setup',
      operations('Outer::Inner::Deep::SAID + note.text'),
    ],
    ['require "zeitwerk"'],
  );
  assert.match(replies('lazy-load', ['slice 3 3'])[1]!, /^slice 3 /);
});
