/** The kits of the runners against docs/PROTOCOL.md, line by line, with serializers made for the purpose. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { decodeFixture } from '../../src/dataset/fixture.ts';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { readModel } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import { escapeValue } from '../../src/runner/protocol.ts';
import { splitFrames } from '../../src/verify/frames.ts';
import { verifyDump } from '../../src/verify/outputs.ts';
import { objectSums, outputSums } from '../../src/verify/sums.ts';
import { type JobChoice, model, root, sliceOf } from './kit.ts';
import { KITS, type KitUnderTest } from './kit-serializers.ts';

/** Lines of a greeting. */
const HELLO = 4;

for (const one of KITS) describe(one.kit.runtime, { skip: one.kit.skip }, () => protocol(one));

function protocol({ kit, keeping }: KitUnderTest): void {
  const { folder } = kit;
  const job = (choice: JobChoice) => kit.job(choice);
  const talk = (lines: readonly string[]) => kit.talk(lines);

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
    kit.greets(replies);
    const sums = outputSums(readFileSync(dump), kit.unit);
    // One character; the state 1013904223 leads into the first quarter.
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
    const sums = objectSums(model, decodeFixture(readFileSync(dump)), kit.unit);
    assert.deepEqual(sliceOf(replies[4]), { ops: 500, checksum: sums.sum(0, 500, 5) });
    assert.deepEqual(plain(decodeFixture(readFileSync(dump))), [
      { text: 'ü0' },
      { text: 'ü1' },
      { text: 'ü2' },
    ]);
  });

  test('objects are written as they are, with what the model does not have', async () => {
    const dump = join(folder, 'odd.out');
    talk([...(await job({ id: 'odd', task: 'deserialize' })), `dump hard ${dump}`]);
    const [first] = plain(decodeFixture(readFileSync(dump))) as unknown[];
    const { size, ...rest } = first as { size: unknown };
    assert.equal(Number(size ?? 0), 0);
    const [extra] = [(rest as unknown as { extra: unknown[] }).extra];
    assert.deepEqual(
      [...extra!].map((one) => (typeof one === 'bigint' ? Number(one) : one)),
      [3, -0, 2 ** 40, true],
    );
  });

  test('what is put off until it is read is refused', async () => {
    const { replies, status } = talk([
      ...(await job({ id: 'lazy', task: 'deserialize' })),
      `dump hard ${join(folder, 'lazy.out')}`,
    ]);
    assert.match(replies.at(-1)!, /^error mismatch .*text/);
    assert.equal(status, 1);
  });

  for (const name of ['every-kind', 'contract-list', 'contract-deep', 'contract-wide', 'contract-names']) {
    test(`every hard value, of any kind and name, survives reading and writing a fixture, ${name}`, async () => {
      const model = readModel(readDataset(join(root, 'datasets', name)));
      const hard = hardDocuments(model);
      keeping('keep-any', hard.length, join(folder, 'kept'));
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
    const dump = join(folder, 'reuse.frames');
    talk([...(await job({ id: 'reuse', output: 'bytes' })), `dump documents ${dump}`]);
    assert.deepEqual(
      splitFrames(readFileSync(dump)).map((frame) => frame[0]),
      [5, 5, 5],
    );
  });

  test('what a library prints goes to standard error', async () => {
    const { replies, stderr, status } = talk([...(await job({ id: 'loud' })), 'slice 1 0', 'end']);
    kit.greets(replies);
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
    const { replies, ...ended } = talk(whole);
    kit.greets(replies);
    assert.deepEqual([replies.length, ended], [HELLO, { status: 0, stderr: '' }]);
  });

  test('errors are one line with the kind that fits', async () => {
    const dump = join(folder, 'x.frames');
    const cases: [JobChoice, string[], RegExp][] = [
      [{ id: 'no-deserialize', task: 'deserialize' }, [], /^error unsupported .*deserialize/],
      [{ id: 'refuses' }, [], /^error unsupported no\\ndates$/],
      [{ id: 'missing' }, [], /^error unavailable .*no.such.package/],
      [{ id: 'no-such-file' }, [], /^error unavailable .*no-such-file/],
      [{ id: 'broken' }, [], /^error crash .*oh\\\\no( \(line \d+ of its file\))?$/],
      [{ id: 'text', task: 'dance' }, [], /^error crash .*dance/],
      [{ id: 'wrong' }, [`dump documents ${dump}`], /^error crash .*instead of text/],
      [{ id: 'dies' }, ['slice 1 0'], /^error crash .*mid-slice( \(line \d+ of its file\))?$/],
      [{ id: 'text' }, ['jump'], /^error crash .*jump/],
      [{ id: 'text' }, ['slice -3 0'], /^error crash .*-3/],
      [{ id: 'text' }, ['slice 3'], /^error crash .*(2 numbers|two values)/],
      [{ id: 'text' }, ['dump everything /tmp/x'], /^error crash .*everything/],
    ];
    for (const [choice, commands, expected] of cases) {
      const { replies, status } = talk([...(await job(choice)), ...commands, 'end']);
      const wanted = commands.length === 0 ? 1 : HELLO + 1;
      assert.equal(replies.length, wanted, replies.join('\n'));
      assert.match(replies.at(-1)!, expected);
      assert.equal(status, 1);
    }
  });

  test('a job that says a thing twice, or too little, is refused', async () => {
    const whole = await job({ id: 'text' });
    assert.match(talk(['size big', ...whole]).replies[0]!, /^error crash expected "wiremark 3" first/);
    assert.match(
      talk([...whole.slice(0, -1), 'size big', 'load']).replies[0]!,
      /^error crash .*"size" twice/,
    );
    const short = whole.filter((line) => !line.startsWith('documents '));
    assert.match(talk(short).replies[0]!, /^error crash the job has no "documents"/);
  });
}

/** Records without a prototype, as the decoder makes them, compare unequal to literals. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}
