import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kit, serializer } from './kit.ts';

interface Memory {
  readonly allocated: number;
  readonly error: number;
  readonly collections: Readonly<Record<string, number>>;
}

function memory(id: string, ops: number, output = 'bytes', slices = 0, environment = {}): Memory {
  const task = output === 'objects' ? 'deserialize' : 'serialize';
  const choice = { id, task, output: output === 'text' ? 'text' : 'bytes' };
  const warmup = Array.from({ length: slices }, () => `slice ${ops} 0`);
  const lines = [...kit.job(choice), kit.set(choice), ...warmup, `memory ${ops}`, 'end'];
  const { replies, status, stderr } = kit.talk(lines, environment);
  assert.deepEqual([replies.at(-2), replies.at(-1), status], [`memory ${ops}`, 'bye', 0], stderr);
  assert.equal(stderr, '');
  const reply = replies.slice(5 + slices, -2);
  const value = (key: string) =>
    Number(
      reply
        .find((line) => line.startsWith(`${key} `))
        ?.split(' ')
        .at(-1),
    );
  const found = reply.map((line) => line.replace(/ [\d.]+$/, ''));
  assert.deepEqual(found, ['allocated', 'allocated-error', 'collections young', 'collections old']);
  return {
    allocated: value('allocated') / ops,
    error: value('allocated-error'),
    collections: { young: value('collections young'), old: value('collections old') },
  };
}

/** Bytes that 64-bit V8 needs for a string of one-byte characters. */
const STRING = (length: number) => Math.ceil((16 + length) / 8) * 8;
const ARRAY = (length: number) => 32 + 16 + 8 * length;

const exactly = (bytes: number) => [bytes, bytes] as const;
/** Minimum and maximum bytes of a Buffer with V8's objects, whose size differs between versions. */
const buffer = (bytes: number) => [bytes + 96, bytes + 256] as const;
const kept = (count: number, made: string) => `() => (kept[next++ % ${count}] = ${made})`;

/**
 * For each operation: its name, the bytes that it allocates (minimum and maximum), how often it runs, its source, and its
 * output.
 */
const KNOWN = [
  ['small arrays', exactly(ARRAY(10)), 100_000, '() => new Array(10).fill(1)', 'objects'],
  ['strings of 1 kB', exactly(STRING(1000)), 20_000, '() => source.latin1Slice(0, 1000)', 'text'],
  [
    'strings of which two fit on a page',
    exactly(STRING(90_000)),
    2000,
    '() => source.latin1Slice(0, 90000)',
    'text',
  ],
  ['strings with pages of their own', exactly(STRING(200_000)), 1000, '() => source.latin1Slice()', 'text'],
  ['buffers of 1 MB', buffer(1e6), 1000, '() => Buffer.allocUnsafeSlow(1e6)', 'bytes'],
  // The next two operations also make V8 collect the old generation, which it marks incrementally and sweeps late.
  [
    'arrays that are kept for a while',
    exactly(ARRAY(100)),
    200_000,
    kept(20_000, 'new Array(100).fill(1)'),
    'objects',
  ],
  [
    'buffers that are kept for a while',
    buffer(20_000),
    20_000,
    kept(2000, 'Buffer.allocUnsafeSlow(20000)'),
    'bytes',
  ],
  // Node cuts 78 such buffers from a pool of 8,192 bytes.
  ['buffers from the pool', buffer(105), 100_000, '() => Buffer.allocUnsafe(100)', 'bytes'],
] as const;

const HEAD = 'const source = Buffer.alloc(200000, 97); const kept = []; let next = 0;';

/**
 * Returns the number of warm-up slices, at most 50, that allocate a gigabyte together: code that isn't compiled yet
 * allocates more than the known sizes.
 */
const warmingUp = (bytes: number) => Math.min(50, Math.ceil(1e9 / bytes));

for (const [id, bytes, ops, run, output] of KNOWN) {
  test(`allocated: ${id}`, () => {
    const operation = output === 'objects' ? 'deserialize' : 'serialize';
    const file = id.replaceAll(' ', '-');
    serializer(file, `return { ${operation}: ${run} };`, HEAD);
    const measured = memory(file, ops, output, warmingUp(ops * bytes[1]));
    const off = Math.max(bytes[0] - measured.allocated, measured.allocated - bytes[1]) / bytes[1];
    assert.ok(
      off <= measured.error,
      `measured ${measured.allocated} ± ${measured.error}, it is ${bytes.join(' to ')}`,
    );
    assert.ok(measured.error < 0.03, `the error ${measured.error} is too large`);
  });
}

test('operations that allocate nothing get nearly 0 bytes, with a large relative error', () => {
  serializer('nothing', "return { serialize: () => 'constant' };");
  const { allocated, error } = memory('nothing', 1_000_000, 'text');
  assert.ok(allocated < 0.1, `${allocated} bytes an operation`);
  assert.ok(error > 0.5 || allocated === 0, `an error of ${error} is too small`);
});

test('collections are counted by generation', () => {
  const environment = { NODE_OPTIONS: '--expose-gc' };
  for (const [type, how, expected] of [
    ['minor', "{ type: 'minor' }", { young: 7, old: 0 }],
    ['major', '', { young: 0, old: 7 }],
  ] as const) {
    serializer(type, `return { deserialize: () => { gc(${how}); return 1; } };`);
    assert.deepEqual(memory(type, 7, 'objects', 0, environment).collections, expected);
  }
});

test('garbage is collected during counting', () => {
  serializer('garbage', 'return { deserialize: () => new Array(1000).fill(1) };');
  const { collections } = memory('garbage', 10_000, 'objects');
  assert.ok(collections.young! > 0, 'no collection for 80 MB');
});

test('`memory 0` reports no allocations, and slices work after `memory`', () => {
  serializer('plain', 'return { serialize: (note) => note.text };');
  const replies = kit.answers({ id: 'plain' }, ['memory 0', 'memory 5', 'slice 3 1', 'end']);
  const head = ['collections young 0', 'collections old 0', 'memory 0'];
  assert.deepEqual(replies.slice(0, 3), head);
  assert.match(replies.at(-2)!, /^slice 3 \d+ \d+ \d+$/);
});
