/** What docs/PROTOCOL.md asks of a kit, line by line, with serializers made for the purpose. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { escapeValue } from '../../../src/build/protocol.ts';
import { hardDocuments } from '../../../src/dataset/hard.ts';
import { readModel } from '../../../src/dataset/prepare.ts';
import { readDataset } from '../../../src/define/dataset.ts';
import { encodeFixture, openFixture } from '../../../src/oracle/fixture.ts';
import { verifyResults } from '../../../src/trial/results.ts';
import { HARD } from './hard.ts';
import { type JobChoice, type Kit, root, sliceOf } from './kit.ts';
import { lengthOf, lengthOfSlice } from './lengths.ts';

const TEXTS = ['a', 'béé', '漢字漢字漢'];

export function testProtocol(kit: Kit): void {
  describe('the protocol', { skip: kit.skip }, () => protocol(kit));
}

function protocol(kit: Kit): void {
  const kept = `kept ${kit.out}`;

  test('slices rotate from where the last one ended, and anew after set; what they keep adds up', () => {
    const text = { id: 'text' };
    const lines = [...kit.job(text), kit.set(text), 'slice 1 1', 'slice 3 2', 'slice 2 0', 'slice 1 1'];
    const { replies, status } = kit.talk([...lines, kept, 'end']);
    kit.greets(replies);
    assert.deepEqual(replies.slice(9), ['kept 4', 'bye']);
    assert.equal(status, 0);
    const operations = (...numbers: number[]) => numbers.map((number) => TEXTS[number % 3]);
    assert.deepEqual(kit.keptTexts(), operations(0, 2, 3, 6));
    const told = replies.slice(5, 9).map(sliceOf);
    assert.deepEqual(
      told.map(({ ops }) => ops),
      [1, 3, 2, 1],
    );
    const lengths = TEXTS.map((one) => lengthOf(one, kit.unit));
    assertLengths(told, lengths);

    const anew = kit.set({ ...text, documents: [{ text: 'x' }, { text: 'y' }] });
    const commands = ['slice 5 1', kept, kept, 'slice 1 1', anew, 'slice 403 2', kept];
    const more = kit.answers(text, commands);
    assert.deepEqual([more[1], more[2], more[4], more[6]], ['kept 1', 'kept 0', 'set 2', 'kept 3']);
    assert.deepEqual(kit.keptTexts(), [TEXTS[2], 'y', 'x']);
    kit.answers(text, ['slice 5 1', kept, kept]);
    assert.deepEqual(kit.keptTexts(), []);
  });

  test('bytes are kept as they are', () => {
    const utf8 = { id: 'utf8', output: 'bytes' };
    const [slice] = kit.answers(utf8, ['slice 300 3', kept]);
    const outputs = TEXTS.map((one) => Buffer.from(one));
    const lengths = outputs.map((one) => one.length);
    assertLengths([sliceOf(slice)], lengths);
    assert.deepEqual(kit.kept(), outputs);
  });

  test('deserialize gets text; a frame is a fixture of one object', () => {
    const replies = kit.answers({ id: 'text', task: 'deserialize' }, ['slice 500 3', kept]);
    assert.deepEqual(sliceOf(replies[0]), { ops: 500, length: 0 });
    const texts = (objects(kit) as { text: string }[]).map(({ text }) => text);
    assert.deepEqual(texts, ['ü2', 'ü0', 'ü1']);
  });

  const skip = kit.without('odd');
  test('objects are written as they are, with what the model does not have', { skip }, () => {
    kit.answers({ id: 'odd', task: 'deserialize' }, ['slice 1 1', kept]);
    const [{ size, extra }] = objects(kit) as [{ size?: unknown; extra: unknown[] }];
    assert.equal(Number(size ?? 0), 0);
    assert.deepEqual(
      extra.map((one) => (typeof one === 'bigint' ? Number(one) : one)),
      [3, -0, 2 ** 40, true],
    );
  });

  for (const name of HARD) {
    test(`every hard value, of any kind and name, survives reading and writing a fixture, ${name}`, async () => {
      const model = readModel(readDataset(join(root, 'datasets', name)));
      const hard = hardDocuments(model);
      const inputs = hard.map((one) => encodeFixture(model, [one]));
      const job = { id: 'keep-any', task: 'deserialize', output: 'bytes', model, inputs };
      const replies = kit.answers(job, [`slice ${hard.length} ${hard.length}`, kept]);
      assert.equal(replies[1], `kept ${hard.length}`, replies[0]);
      await verifyResults({
        ...{ model, set: 'hard', documents: hard, of: hard.map((_, index) => index) },
        ...{ frames: kit.kept(), source: 'fixture', deviations: [] },
      });
    });
  }

  test('a word of the model that the kit does not know is told', () => {
    const lines = kit.job({ id: 'text' });
    const file = join(kit.folder, 'later.model');
    for (const [model, word] of [
      ['model 2\n', 'model 2'],
      ['model 1\nroot record A\nrecord A\nfield required tensor double x\n', 'tensor'],
      ['model 1\nroot record A\nrecord A\nfield computed double x\n', 'computed'],
      ['model 1\nroot string\nview A\n', 'view'],
    ] as const) {
      writeFileSync(file, model);
      const { replies, status } = kit.talk(
        lines.map((line) => (line.startsWith('model ') ? `model ${file}` : line)),
      );
      assert.equal(replies.length, 1);
      assert.match(replies[0]!, new RegExp(`^error unsupported .*"${word}"`));
      assert.equal(status, 1);
    }
  });

  test('trees that are kept are written after each slice', () => {
    for (const [task, texts] of [
      ['to-tree', ['béé 2', '漢字漢字漢 5', 'a 5', 'béé 5']],
      ['parse-tree', ['ü1 2', 'ü2 5', 'ü0 5', 'ü1 5']],
    ] as const) {
      const replies = kit.answers({ id: 'tree', task }, ['slice 2 1', 'slice 3 3', 'slice 1 0', kept]);
      assert.deepEqual(kit.keptTexts(), texts, task);
      assert.deepEqual(sliceOf(replies[0]), { ops: 2, length: 0 });
    }
  });

  test('what is no result is a mismatch', () => {
    const bytes = { output: 'bytes' };
    const reads = { task: 'deserialize' };
    const cases: [JobChoice, string, RegExp][] = [
      [{ id: 'wrong' }, 'slice 1 1', / instead of text$/],
      [{ id: 'subclass', ...bytes }, 'slice 1 1', / instead of bytes$/],
      // Put off until it is read.
      [{ id: 'lazy', ...reads }, 'slice 1 1', /text/],
      [{ id: 'reuse', ...bytes }, 'slice 3 2', /share memory|the same String|bytearray/],
      [{ id: 'reuse', ...reads }, 'slice 3 2', /share memory|the same/],
    ];
    for (const [choice, command, expected] of cases) {
      const { replies, status } = kit.talk([...kit.job(choice), kit.set(choice), command, 'end']);
      assert.deepEqual([replies.length, status], [6, 1]);
      assert.match(replies[5]!, /^error mismatch /);
      assert.match(replies[5]!, expected);
    }
    const [first, second] = kit.answers({ id: 'reuse', ...reads }, ['slice 3 1', 'slice 3 1']);
    assert.deepEqual([sliceOf(first).ops, sliceOf(second).ops], [3, 3], 'one of a slice is enough');
  });

  test('an operation that fails is told by its number, and a set begins anew', () => {
    const dies = { id: 'dies' };
    const commands = ['slice 1 1', 'slice 2 2', kit.set(dies), 'slice 3 3', kit.set(dies), 'slice 1 1', kept];
    const replies = kit.answers(dies, commands);
    assert.match(replies[1]!, /^failed 0 .*mid-slice( \(line \d+ of its file\))?$/);
    assert.match(replies[3]!, /^failed 1 .*mid-slice/);
    assert.equal(replies[6], 'kept 2');
    assert.deepEqual(kit.keptTexts(), ['a', 'a']);
  });

  test('what a library prints goes to standard error', () => {
    const loud = { id: 'loud' };
    const { replies, stderr, status } = kit.talk([...kit.job(loud), kit.set(loud), 'slice 1 0', 'end']);
    kit.greets(replies);
    assert.equal(replies.length, 7);
    assert.match(stderr, /from import[\s\S]*from create[\s\S]*raw[\s\S]*timed/);
    assert.equal(status, 0);
  });

  test('paths may have spaces, backslashes and line breaks', () => {
    const text = { id: 'text' };
    const out = join(kit.folder, 'a b\\n c\nd');
    const lines = [kit.set(text, 'e f\\n g\nh'), 'slice 3 3', `kept ${escapeValue(out)}`];
    const { replies } = kit.talk([...kit.job(text), ...lines]);
    assert.equal(replies.at(-1), 'kept 3');
    assert.deepEqual(kit.keptTexts(out), TEXTS);
  });

  test('the end of input ends the runner, in the job and after it', () => {
    const whole = kit.job({ id: 'text' });
    assert.deepEqual(kit.talk(whole.slice(0, 5)), { replies: [], status: 0, stderr: '' });
    const { replies, ...ended } = kit.talk(whole);
    kit.greets(replies);
    assert.deepEqual([replies.length, ended], [4, { status: 0, stderr: '' }]);
  });

  test('what cannot be loaded is told in one line with the kind that fits', () => {
    const cases: [JobChoice, RegExp][] = [
      [{ id: 'no-deserialize', task: 'deserialize' }, /^error unsupported .*deserialize/],
      [{ id: 'refuses' }, /^error unsupported no\\ndates$/],
      [{ id: 'missing' }, /^error unavailable .*no.such.package/],
      [{ id: 'no-such-file' }, /^error unavailable .*no-such-file/],
      [{ id: 'broken' }, /^error crash .*oh\\\\no( \(line \d+ of its file\))?$/],
    ];
    for (const [choice, expected] of cases) {
      const { replies, status } = kit.talk([...kit.job(choice), 'end']);
      assert.deepEqual([replies.length, status], [1, 1]);
      assert.match(replies[0]!, expected);
    }
    const [, ...earlier] = kit.job({ id: 'text' });
    assert.match(kit.talk(['wiremark 3', ...earlier]).replies[0]!, /^error crash .*wiremark 4/);
  });
}

/** What was kept of `deserialize`. */
function objects(kit: Kit): unknown[] {
  return kit.kept().map((frame) => {
    const { count, documents } = openFixture(frame);
    assert.equal(count, 1);
    return plain([...documents][0]);
  });
}

/** Records without a prototype, as the decoder makes them, compare unequal to literals. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

/** Compares the lengths of slices, from the first document on, with those of the outputs; a runner may count none. */
function assertLengths(
  slices: readonly { readonly ops: number; readonly length: number }[],
  lengths: readonly number[],
): void {
  let from = 0;
  const expected = slices.map(({ ops }) => {
    from += ops;
    return lengthOfSlice(lengths, from - ops, ops);
  });
  const found = slices.map(({ length }) => length);
  if (found.some((length) => length !== 0)) assert.deepEqual(found, expected);
}
