/** What docs/PROTOCOL.md requires of a kit, with serializers made for each requirement. */
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
import { lengthOf } from './lengths.ts';

const TEXTS = ['a', 'béé', '漢字漢字漢'];

export function testProtocol(kit: Kit): void {
  describe('the protocol', { skip: kit.skip }, () => protocol(kit));
}

function protocol(kit: Kit): void {
  const kept = `kept ${kit.out}`;
  const text = { id: 'text' };

  test('each slice continues with the next document, `set` starts anew, and `kept` collects', () => {
    const lines = [...kit.job(text), kit.set(text), 'slice 1 1', 'slice 3 2', 'slice 2 0', 'slice 1 1'];
    const { replies, status } = kit.talk([...lines, kept, 'end']);
    kit.greets(replies);
    assert.deepEqual([replies.slice(9), status], [['kept 4', 'bye'], 0]);
    const operations = (...numbers: number[]) => numbers.map((number) => TEXTS[number % 3]);
    assert.deepEqual(kit.keptTexts(), operations(0, 2, 3, 6));
    const slices = replies.slice(5, 9).map(sliceOf);
    const found = slices.map(({ ops }) => ops);
    assert.deepEqual(found, [1, 3, 2, 1]);
    assertLengths(
      slices,
      TEXTS.map((one) => lengthOf(one, kit.spec.unit)),
    );

    const anew = kit.set({ ...text, documents: [{ text: 'x' }, { text: 'y' }] });
    const commands = ['slice 5 1', kept, kept, 'slice 1 1', anew, 'slice 403 2', kept];
    const more = kit.answers(text, commands);
    assert.deepEqual([more[1], more[2], more[4], more[6]], ['kept 1', 'kept 0', 'set 2', 'kept 3']);
    assert.deepEqual(kit.keptTexts(), [TEXTS[2], 'y', 'x']);
    kit.answers(text, ['slice 5 1', kept, kept]);
    assert.deepEqual(kit.keptTexts(), []);
  });

  test('bytes are kept unchanged', () => {
    const [slice] = kit.answers({ id: 'utf8', output: 'bytes' }, ['slice 300 3', kept]);
    const outputs = TEXTS.map((one) => Buffer.from(one));
    assertLengths(
      [sliceOf(slice)],
      outputs.map((one) => one.length),
    );
    assert.deepEqual(kit.kept(), outputs);
  });

  test('deserialize gets text, and each object is kept as a fixture', () => {
    const replies = kit.answers({ ...text, task: 'deserialize' }, ['slice 500 3', kept]);
    assert.deepEqual(sliceOf(replies[0]), { ops: 500, length: 0 });
    const seen = keptObjects(kit).map((one) => one.text);
    assert.deepEqual(seen, ['ü2', 'ü0', 'ü1']);
  });

  const skip = kit.without('odd');
  test('fields of an object that the model does not have are written, too', { skip }, () => {
    kit.answers({ id: 'odd', task: 'deserialize' }, ['slice 1 1', kept]);
    const [{ size, extra }] = keptObjects(kit) as [{ size?: unknown; extra: unknown[] }];
    assert.equal(Number(size ?? 0), 0);
    const told = extra.map((one) => (typeof one === 'bigint' ? Number(one) : one));
    assert.deepEqual(told, [3, -0, 2 ** 40, true]);
  });

  for (const name of HARD)
    test(`the hard documents of ${name} are read from fixtures and written unchanged`, async () => {
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

  test('an unknown word in the model is unsupported, and named', () => {
    const file = join(kit.folder, 'later.model');
    const lines = kit.job(text).map((line) => (line.startsWith('model ') ? `model ${file}` : line));
    for (const [model, word] of [
      ['model 2\n', 'model 2'],
      ['model 1\nroot record A\nrecord A\nfield required tensor double x\n', 'tensor'],
      ['model 1\nroot record A\nrecord A\nfield computed double x\n', 'computed'],
      ['model 1\nroot string\nview A\n', 'view'],
    ] as const) {
      writeFileSync(file, model);
      fails(lines, new RegExp(`^error unsupported .*"${word}"`));
    }
  });

  test('kept trees are written after each slice', () => {
    for (const [task, texts] of [
      ['to-tree', ['béé 2', '漢字漢字漢 5', 'a 5', 'béé 5']],
      ['parse-tree', ['ü1 2', 'ü2 5', 'ü0 5', 'ü1 5']],
    ] as const) {
      const replies = kit.answers({ id: 'tree', task }, ['slice 2 1', 'slice 3 3', 'slice 1 0', kept]);
      assert.deepEqual(kit.keptTexts(), texts, task);
      assert.deepEqual(sliceOf(replies[0]), { ops: 2, length: 0 });
    }
  });

  test('wrong types, lazy objects and results that share memory are mismatches', () => {
    const bytes = { output: 'bytes' };
    const reads = { task: 'deserialize' };
    const cases: [JobChoice, string, RegExp][] = [
      [{ id: 'wrong' }, 'slice 1 1', / instead of text$/],
      [{ id: 'subclass', ...bytes }, 'slice 1 1', / instead of bytes$/],
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
    assert.deepEqual([sliceOf(first).ops, sliceOf(second).ops], [3, 3], 'one result of a slice may be kept');
  });

  test('a failed operation is reported by its index, and a set starts anew', () => {
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
    assert.deepEqual([replies.length, status], [7, 0]);
    assert.match(stderr, /from import[\s\S]*from create[\s\S]*raw[\s\S]*timed/);
  });

  test('paths may have spaces, backslashes and line breaks', () => {
    const out = join(kit.folder, 'a b\\n c\nd');
    const lines = [kit.set(text, 'e f\\n g\nh'), 'slice 3 3', `kept ${escapeValue(out)}`];
    const { replies } = kit.talk([...kit.job(text), ...lines]);
    assert.equal(replies.at(-1), 'kept 3');
    assert.deepEqual(kit.keptTexts(out), TEXTS);
  });

  test('the end of input ends the process without an error, in the job and after it', () => {
    const job = kit.job(text);
    assert.deepEqual(kit.talk(job.slice(0, 5)), { replies: [], status: 0, stderr: '' });
    const { replies, ...ended } = kit.talk(job);
    kit.greets(replies);
    assert.deepEqual([replies.length, ended], [4, { status: 0, stderr: '' }]);
  });

  test('a serializer that can not be loaded is an error of its kind, in one line', () => {
    const cases: [JobChoice, RegExp][] = [
      [{ id: 'no-deserialize', task: 'deserialize' }, /^error unsupported .*deserialize/],
      [{ id: 'refuses' }, /^error unsupported no\\ndates$/],
      [{ id: 'missing' }, /^error unavailable .*no.such.package/],
      [{ id: 'no-such-file' }, /^error unavailable .*no-such-file/],
      [{ id: 'broken' }, /^error crash .*oh\\\\no( \(line \d+ of its file\))?$/],
    ];
    for (const [choice, expected] of cases) fails([...kit.job(choice), 'end'], expected);
    const [, ...job] = kit.job(text);
    assert.match(kit.talk(['wiremark 3', ...job]).replies[0]!, /^error crash .*wiremark 4/);
  });

  /** The kit must reply with this error only and exit with 1. */
  function fails(lines: readonly string[], error: RegExp): void {
    const { replies, status } = kit.talk(lines);
    assert.deepEqual([replies.length, status], [1, 1]);
    assert.match(replies[0]!, error);
  }
}

/** The kept objects of `deserialize`, each from its fixture. */
function keptObjects(kit: Kit): Readonly<Record<string, unknown>>[] {
  return kit.kept().map((frame) => {
    const { count, documents } = openFixture(frame);
    assert.equal(count, 1);
    const [object] = documents;
    return object instanceof Map ? Object.fromEntries(object) : (object as Record<string, unknown>);
  });
}

/** Checks the lengths of consecutive slices from the first document on; a kit may report 0 for all. */
function assertLengths(
  slices: readonly { readonly ops: number; readonly length: number }[],
  lengths: readonly number[],
): void {
  const found = slices.map(({ length }) => length);
  if (found.every((length) => length === 0)) return;
  let operation = 0;
  const expected = slices.map(({ ops }) => {
    let sum = 0;
    for (let left = ops; left > 0; left--) sum += lengths[operation++ % lengths.length]!;
    return sum;
  });
  assert.deepEqual(found, expected);
}
