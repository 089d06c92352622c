/** What is Python's own in its kit: memory, the collector, ways of keeping data from being plain. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decodeFixture } from '../../src/dataset/fixture.ts';
import { recordOf, type SchemaModel } from '../../src/schema/model.ts';
import { objectSums } from '../../src/verify/sums.ts';
import { sliceOf } from './kit.ts';
import { kit, serializer, skip } from './python-kit.ts';

/** Allocates a megabyte ten times and keeps none of it, and says what Python's own counters saw of that. */
const BLIND = [
  'import sys, tracemalloc',
  'def serialize(note):',
  '    tracemalloc.start()',
  '    before, blocks = tracemalloc.get_traced_memory()[0], sys.getallocatedblocks()',
  '    for _ in range(10):',
  '        bytearray(1_000_000)',
  '    after, peak = tracemalloc.get_traced_memory()',
  '    return f"{after - before} {peak - before} {sys.getallocatedblocks() - blocks}"',
  'return Operations(serialize=serialize)',
];

test("what was allocated can't be had: no counter of Python's saw ten megabytes", { skip }, async () => {
  serializer('blind', BLIND);
  const dump = join(kit.folder, 'blind.frames');
  const { replies } = kit.talk([
    ...(await kit.job({ id: 'blind' })),
    `dump documents ${dump}`,
    'memory 3',
    'end',
  ]);
  const [kept, peak, blocks] = readFileSync(dump).toString('latin1', 4).split(' ').map(Number.parseFloat);
  assert.ok(kept! < 10_000, `${kept} bytes`);
  assert.ok(peak! < 1_100_000, `${peak} bytes`);
  assert.ok(blocks! < 100, `${blocks} blocks`);
  assert.match(replies[5]!, /^unknown allocated CPython counts what is in use, not what was allocated$/);
  assert.deepEqual(replies.slice(-2), ['memory 3', 'bye']);
});

test('collections are counted by generation', { skip }, async () => {
  for (const [generation, expected] of [
    [0, ['gen0 7', 'gen1 0', 'gen2 0']],
    [2, ['gen0 0', 'gen1 0', 'gen2 7']],
  ] as const) {
    const id = `collects-${generation}`;
    serializer(
      id,
      [`return Operations(serialize=lambda note: str(gc.collect(${generation})))`],
      ['import gc', 'gc.set_threshold(0)'],
    );
    const { replies } = kit.talk([...(await kit.job({ id })), 'memory 7', 'end']);
    assert.deepEqual(
      replies.slice(5, -2).map((line) => line.replace('collections ', '')),
      expected,
    );
  }
});

test('variants freeze what was loaded, or keep the collector off within slices', { skip }, async () => {
  serializer(
    'asked',
    ['return Operations(serialize=lambda note: f"{gc.isenabled()} {gc.get_freeze_count() > 1000}")'],
    ['import gc'],
  );
  const dump = join(kit.folder, 'asked.frames');
  for (const [collector, expected] of [
    ['', 'True False'],
    ['frozen', 'True True'],
    ['off', 'False True'],
  ] as const) {
    kit.talk([...(await kit.job({ id: 'asked' })), `dump documents ${dump}`], {
      WIREMARK_PYTHON_COLLECTOR: collector,
    });
    assert.equal(readFileSync(dump).toString('latin1', 4, 4 + expected.length), expected, collector);
  }
  serializer(
    'garbage',
    [
      'def serialize(note):',
      '    one = []',
      '    one.append(one)',
      '    return str(len(gc.get_objects()))',
      'return Operations(serialize=serialize)',
    ],
    ['import gc'],
  );
  // Garbage that only the collector finds doesn't pile up from slice to slice.
  const slices = Array.from({ length: 4 }, () => 'slice 200 0');
  const lines = [...(await kit.job({ id: 'garbage' })), ...slices, `dump documents ${dump}`];
  kit.talk(lines, { WIREMARK_PYTHON_COLLECTOR: 'off' });
  const objects = Number.parseInt(readFileSync(dump).toString('latin1', 4), 10);
  assert.ok(objects < 600, `${objects} objects are left`);
});

const ways: Record<string, readonly string[]> = {
  'a property': ['class Late:', '    text = property(lambda self: "x")', '    size = None'],
  __getattr__: [
    'class Late:',
    '    def __getattr__(self, name):',
    '        return "x" if name == "text" else None',
  ],
  'a method': ['class Late:', '    def text(self):', '        return "x"', '    size = None'],
  'a list of its own': ['class Late(list):', '    pass'],
};

for (const [way, lines] of Object.entries(ways)) {
  test(`what is computed when it is read is no plain data: ${way}`, { skip }, async () => {
    serializer('late', [...lines, 'return Operations(deserialize=lambda text: Late())']);
    const dump = join(kit.folder, 'late.out');
    const { replies } = kit.talk([
      ...(await kit.job({ id: 'late', task: 'deserialize' })),
      `dump hard ${dump}`,
    ]);
    assert.match(replies.at(-1)!, /^error mismatch .*(Late|no plain data)/);
  });
}

test('a field that is called like a method of the class is plain data', { skip }, async () => {
  serializer('covered', [
    'class Late:',
    '    def text(self):',
    '        return "x"',
    'def deserialize(text):',
    '    late = Late()',
    '    late.__dict__.update(text="y", size=None)',
    '    return late',
    'return Operations(deserialize=deserialize)',
  ]);
  const dump = join(kit.folder, 'covered.out');
  const { replies } = kit.talk([
    ...(await kit.job({ id: 'covered', task: 'deserialize' })),
    `dump hard ${dump}`,
  ]);
  assert.match(replies.at(-1)!, /^dumped hard/);
});

const scalars: SchemaModel = {
  root: { kind: 'list', element: { kind: 'record', name: 'One' } },
  records: new Map([
    [
      'One',
      recordOf('One', [
        { name: 'date', type: { kind: 'instant' }, presence: 'required' },
        { name: 'id', type: { kind: 'uuid' }, presence: 'required' },
        { name: 'from', type: { kind: 'enum', name: 'State' }, presence: 'required' },
        { name: 'x', type: { kind: 'double' }, presence: 'required' },
        { name: 'some', type: { kind: 'map', value: { kind: 'any' } }, presence: 'nullable' },
        { name: 'any', type: { kind: 'any' }, presence: 'optional' },
      ]),
    ],
  ]),
  enums: new Map([['State', { name: 'State', values: ['new', 'class'] }]]),
};

test('what is of another type than the model has is sampled as what it is', { skip }, async () => {
  serializer('other', [
    'One = schema.natural.records["One"]',
    'objects = [[], [One("date", "a0-f", 1, 2, None, [1, [True]])], [One(5, b"bytes", "new", 2.5, {"a": 1}, "any")], [One(*[None] * 6)]]',
    'left = iter(objects * 1000)',
    'return Operations(deserialize=lambda text: next(left))',
  ]);
  const dump = join(kit.folder, 'other.out');
  const four = Array.from({ length: 4 }, () => []);
  const job = await kit.job({
    id: 'other',
    task: 'deserialize',
    model: scalars,
    documents: four,
    inputs: four.map(() => Buffer.from('[]')),
  });
  const { replies } = kit.talk([...job, 'slice 1000 7', 'slice 400 8', `dump documents ${dump}`]);
  assert.equal(replies[6], 'dumped documents 4', replies.join('\n'));
  const sums = objectSums(scalars, decodeFixture(readFileSync(dump)), 'code-points');
  assert.deepEqual(sliceOf(replies[4]), { ops: 1000, checksum: sums.sum(0, 1000, 7) });
  assert.deepEqual(sliceOf(replies[5]), { ops: 400, checksum: sums.sum(1000, 400, 8) });
});
