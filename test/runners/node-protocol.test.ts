/** The kit of the Node runner against docs/PROTOCOL.md, line by line, with serializers made for the purpose. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decodeFixture, encodeFixture } from '../../src/dataset/fixture.ts';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { readModel } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import { escapeValue } from '../../src/runner/protocol.ts';
import { splitFrames } from '../../src/verify/frames.ts';
import { verifyDump } from '../../src/verify/outputs.ts';
import { objectSums, outputSums } from '../../src/verify/sums.ts';
import { folder, type JobChoice, job, model, root, serializer, sliceOf, talk } from './node-kit.ts';

const HELLO = ['wiremark 3', `runtime node ${process.version}`, 'version 7', 'ready'];

serializer('text', 'return { serialize: (note) => note.text, deserialize: (text) => ({ text }) };');

test('slices rotate over the documents, whatever is dumped in between', async () => {
  const dump = join(folder, 'out.frames');
  const { replies, status } = talk([
    ...(await job({ id: 'text' })),
    'slice 1 0',
    'slice 1 4294967295',
    `dump documents ${dump}`,
    'slice 1 7',
    'slice 400 8',
    `dump hard ${dump}`,
    'slice 2 9',
    'end',
  ]);
  assert.deepEqual(replies.slice(0, 4), HELLO);
  const sums = outputSums(readFileSync(dump), 'utf-16');
  // One character; the state 1013904223 leads into the first quarter; JavaScript counts UTF-16.
  assert.deepEqual(sliceOf(replies[4]), { ops: 1, checksum: 1 + 'a'.charCodeAt(0) });
  assert.deepEqual(sliceOf(replies[5]), { ops: 1, checksum: sums.sum(1, 1, 4294967295) });
  assert.equal(replies[6], 'dumped documents 3');
  assert.deepEqual(sliceOf(replies[7]), { ops: 1, checksum: sums.sum(2, 1, 7) });
  assert.deepEqual(sliceOf(replies[8]), { ops: 400, checksum: sums.sum(3, 400, 8) });
  assert.equal(replies[9], 'dumped hard 3');
  assert.deepEqual(sliceOf(replies[10]), { ops: 2, checksum: sums.sum(403, 2, 9) });
  assert.deepEqual(replies.slice(11), ['bye']);
  assert.equal(status, 0);
});

test('bytes count as bytes; frames hold each output', async () => {
  serializer('utf8', 'return { serialize: (note) => Buffer.from(note.text) };');
  const dump = join(folder, 'bytes.frames');
  const { replies } = talk([
    ...(await job({ id: 'utf8', output: 'bytes' })),
    'slice 300 3',
    `dump documents ${dump}`,
  ]);
  const sums = outputSums(readFileSync(dump), 'bytes');
  assert.deepEqual(sliceOf(replies[4]), { ops: 300, checksum: sums.sum(0, 300, 3) });
  const frames = splitFrames(readFileSync(dump)).map((frame) => Buffer.from(frame).toString());
  assert.deepEqual(frames, ['a', 'béé', '漢字漢字漢']);
});

test('deserialize gets text, counts a leaf of each object and writes a fixture', async () => {
  const dump = join(folder, 'objects');
  const { replies } = talk([
    ...(await job({ id: 'text', task: 'deserialize' })),
    'slice 500 5',
    `dump hard ${dump}`,
  ]);
  const sums = objectSums(model, decodeFixture(readFileSync(dump)), 'utf-16');
  assert.deepEqual(sliceOf(replies[4]), { ops: 500, checksum: sums.sum(0, 500, 5) });
  assert.deepEqual(plain(decodeFixture(readFileSync(dump))), [
    { text: 'ü0' },
    { text: 'ü1' },
    { text: 'ü2' },
  ]);
});

test('objects are written as they are, with what the model does not have', async () => {
  serializer(
    'odd',
    'return { deserialize: () => ({ text: 5, size: null, extra: [new Date(3), -0, 2 ** 40, true], gone: undefined }) };',
  );
  const dump = join(folder, 'odd.out');
  talk([...(await job({ id: 'odd', task: 'deserialize' })), `dump hard ${dump}`]);
  const [first] = plain(decodeFixture(readFileSync(dump))) as unknown[];
  assert.deepEqual(first, { text: 5, size: null, extra: [3n, -0, 2 ** 40, true] });
});

test('every hard value survives reading and writing a fixture', async () => {
  const every = readModel(readDataset(join(root, 'datasets/every-kind')));
  const hard = hardDocuments(every);
  // It keeps what it is given, and writes it down when it has been given everything.
  serializer(
    'keep',
    "const { writeFixture } = await import('../kit/fixture-writer.mjs'); return { serialize: (one) => { all.push(one); if (all.length === COUNT) writeFixture(PATH, all, schema.model, () => undefined); return 'x'; } };"
      .replace('COUNT', String(hard.length))
      .replace('PATH', JSON.stringify(join(folder, 'kept'))),
    'const all = [];',
  );
  talk([...(await job({ id: 'keep', model: every, documents: hard })), `slice ${hard.length} 0`]);
  const kept = decodeFixture(readFileSync(join(folder, 'kept')));
  const expected = decodeFixture(encodeFixture(every, hard));
  assert.deepEqual(plain(kept), plain(expected));
});

for (const name of ['contract-list', 'contract-deep', 'contract-wide', 'contract-names']) {
  test(`maps, values of any kind and awkward names survive reading and writing a fixture, ${name}`, async () => {
    const model = readModel(readDataset(join(root, 'datasets', name)));
    const hard = hardDocuments(model);
    serializer(
      'keep-any',
      "const { writeFixture } = await import('../kit/fixture-writer.mjs'); return { serialize: (one) => { all.push(one); if (all.length === COUNT) writeFixture(PATH, all, schema.model, () => undefined); return 'x'; } };"
        .replace('COUNT', String(hard.length))
        .replace('PATH', JSON.stringify(join(folder, 'kept'))),
      'const all = [];',
    );
    talk([...(await job({ id: 'keep-any', model, documents: hard })), `slice ${hard.length} 0`]);
    const { verdict } = await verifyDump('deserialize', {
      model,
      format: 'json',
      deviations: [],
      expected: hard,
      file: join(folder, 'kept'),
      set: 'hard',
    });
    assert.deepEqual(verdict, { verdict: 'ok' });
  });
}

test('a word of the model that the kit does not know is told', async () => {
  const lines = await job({ id: 'text' });
  const file = join(folder, 'later.model');
  for (const [model, word] of [
    ['model 2\n', 'model 2'],
    ['model 1\nroot record A\nrecord A\nfield required tensor double x\n', 'tensor'],
    ['model 1\nroot record A\nrecord A\nfield computed double x\n', 'computed'],
    ['model 1\nroot string\nview A\n', 'view'],
  ] as const) {
    writeFileSync(file, model);
    const { replies, status } = talk(
      lines.map((line) => (line.startsWith('model ') ? `model ${file}` : line)),
    );
    assert.equal(replies.length, 1);
    assert.match(replies[0]!, new RegExp(`^error unsupported .*"${word}"`));
    assert.equal(status, 1);
  }
});

test('trees are built, and written only for the dump', async () => {
  serializer(
    'tree',
    "let built = 0; return { toTree: (note) => ({ built: ++built, note }), parseTree: (text) => ({ built: ++built, note: { text } }), writeTree: (tree) => tree.note.text + ' ' + built };",
  );
  for (const [task, texts] of [
    ['to-tree', ['a 3', 'béé 3', '漢字漢字漢 3']],
    ['parse-tree', ['ü0 3', 'ü1 3', 'ü2 3']],
  ] as const) {
    const dump = join(folder, 'tree.frames');
    const { replies } = talk([...(await job({ id: 'tree', task })), `dump documents ${dump}`, 'slice 2 0']);
    const frames = splitFrames(readFileSync(dump)).map((frame) => Buffer.from(frame).toString());
    assert.deepEqual(frames, texts, task);
    assert.deepEqual(sliceOf(replies[5]), { ops: 2, checksum: 2 });
  }
});

test('a buffer that is handed out again shows', async () => {
  serializer(
    'reuse',
    'const one = Buffer.alloc(2); return { serialize: (note) => { one[0] = note.text.length; return one; } };',
  );
  const dump = join(folder, 'reuse.frames');
  talk([...(await job({ id: 'reuse', output: 'bytes' })), `dump documents ${dump}`]);
  assert.deepEqual(
    splitFrames(readFileSync(dump)).map((frame) => frame[0]),
    [5, 5, 5],
  );
});

test('what a library prints goes to standard error', async () => {
  serializer(
    'loud',
    "console.log('from create'); process.stdout.write('raw\\n'); return { serialize: (note) => { console.info('timed'); return note.text; } };",
    "console.log('from import');",
  );
  const { replies, stderr, status } = talk([...(await job({ id: 'loud' })), 'slice 1 0', 'end']);
  assert.deepEqual(replies.slice(0, 4), HELLO);
  assert.equal(replies.length, 6);
  assert.match(stderr, /from import[\s\S]*from create[\s\S]*raw[\s\S]*timed/);
  assert.equal(status, 0);
});

test('paths may have spaces, backslashes and line breaks', async () => {
  const dump = join(folder, 'a b\\n c\nd.frames');
  const { replies } = talk([...(await job({ id: 'text' })), `dump documents ${escapeValue(dump)}`]);
  assert.equal(replies[4], 'dumped documents 3');
  assert.equal(splitFrames(readFileSync(dump)).length, 3);
});

test('the end of input ends the runner, in the job and after it', async () => {
  const whole = await job({ id: 'text' });
  assert.deepEqual(talk(whole.slice(0, 5)), { replies: [], status: 0, stderr: '' });
  assert.deepEqual(talk(whole), { replies: HELLO, status: 0, stderr: '' });
});

test('errors are one line with the kind that fits', async () => {
  serializer('no-deserialize', "return { serialize: () => '' };");
  serializer(
    'refuses',
    "throw new Unsupported('no\\ndates');",
    "import { Unsupported } from '../kit/errors.mjs';",
  );
  serializer('missing', '', "import 'no-such-package';");
  serializer('broken', "throw new TypeError('oh\\\\no');");
  serializer('wrong', 'return { serialize: () => Buffer.from([1]) };');
  serializer('dies', "return { serialize: () => { throw new Error('mid-slice'); } };");
  const dump = join(folder, 'x.frames');
  const cases: [JobChoice, string[], RegExp][] = [
    [{ id: 'no-deserialize', task: 'deserialize' }, [], /^error unsupported .*deserialize/],
    [{ id: 'refuses' }, [], /^error unsupported no\\ndates$/],
    [{ id: 'missing' }, [], /^error unavailable .*no-such-package/],
    [{ id: 'no-such-file' }, [], /^error unavailable .*no-such-file/],
    [{ id: 'broken' }, [], /^error crash oh\\\\no$/],
    [{ id: 'text', task: 'dance' }, [], /^error crash .*dance/],
    [{ id: 'wrong' }, [`dump documents ${dump}`], /^error crash .*object.*text/],
    [{ id: 'dies' }, ['slice 1 0'], /^error crash mid-slice$/],
    [{ id: 'text' }, ['jump'], /^error crash .*jump/],
    [{ id: 'text' }, ['slice -3 0'], /^error crash .*-3/],
    [{ id: 'text' }, ['slice 3'], /^error crash .*2 numbers/],
    [{ id: 'text' }, ['dump everything /tmp/x'], /^error crash .*everything/],
  ];
  for (const [choice, commands, expected] of cases) {
    const { replies, status } = talk([...(await job(choice)), ...commands, 'end']);
    const wanted = commands.length === 0 ? 1 : HELLO.length + 1;
    assert.equal(replies.length, wanted, replies.join('\n'));
    assert.match(replies.at(-1)!, expected);
    assert.equal(status, 1);
  }
});

test('a job that says a thing twice, or too little, is refused', async () => {
  const whole = await job({ id: 'text' });
  assert.match(talk(['size big', ...whole]).replies[0]!, /^error crash expected "wiremark 3" first/);
  assert.match(talk([...whole.slice(0, -1), 'size big', 'load']).replies[0]!, /^error crash .*"size" twice/);
  const short = whole.filter((line) => !line.startsWith('documents '));
  assert.match(talk(short).replies[0]!, /^error crash the job has no "documents"/);
});

/** Records without a prototype, as the decoder makes them, compare unequal to literals. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
