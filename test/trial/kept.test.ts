import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, ftruncateSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { codecs } from '../../src/oracle/codecs.ts';
import { MOST_VALUES } from '../../src/oracle/decoded.ts';
import type { Verdict } from '../../src/plan/verdict.ts';
import { recordOf } from '../../src/schema/model.ts';
import type { Value } from '../../src/schema/value.ts';
import { joinFrames, splitFrames } from '../../src/trial/frames.ts';
import { readKept } from '../../src/trial/kept.ts';
import { type KnownResults, type Results, verifyResults } from '../../src/trial/results.ts';
import { openAllFiles, source, withFewFiles } from '../machine/script.ts';
import { temporary } from '../machine/temporary.ts';
import { field, list, modelOf, record } from '../oracle/resources.ts';
import { documents, keptFile, mismatchOf, outputs, people, resultsOf, u32, verdictOf } from './people.ts';

const folder = temporary('verify');
const MIB = 2 ** 20;
/** Size of the largest files. They are sparse: they take no room on a disk, and read as zeros. */
const SPARSE = 1900 * MIB;

const read = (path: string, of: readonly Value[] = documents, signal?: AbortSignal) =>
  readKept(resultsOf([], { of, signal }), { path, count: of.length });

/** Reads a file of kept results and compares them, as for a process. */
const judged = async (frames: readonly Uint8Array[], of: readonly Value[], rest: Partial<Results> = {}) =>
  verdictOf(
    verifyResults({ ...resultsOf(await read(keptFile(folder, joinFrames(frames)), of), { of }), ...rest }),
  );

let sparse = 0;

/** A file with these bytes, followed by zeros. */
function sparseFile(begin: Uint8Array, size = SPARSE): string {
  const file = join(folder, `sparse-${sparse++}`);
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, begin);
  ftruncateSync(descriptor, size);
  closeSync(descriptor);
  return file;
}

const text = (length: number): Value => ({
  person: { name: 'x'.repeat(length), gender: 'Male', height: 1, account: 1n, ssn: null },
  hobbies: [],
});

test('results are read, and their file is removed in any case', async () => {
  const path = keptFile(folder, joinFrames(outputs('json')));
  assert.deepEqual(joinFrames(await read(path)), joinFrames(outputs('json')));
  const bad = keptFile(folder, Buffer.from('no frames'));
  await mismatchOf(read(bad));
  const empty = keptFile(folder, Buffer.of());
  assert.equal(await mismatchOf(read(empty)), 'hard documents: 0 results for 3 operations');
  assert.deepEqual([existsSync(path), existsSync(bad)], [false, false]);
});

test('a missing file, or a folder in its place, is a mismatch', async () => {
  for (const [file, why] of [
    [join(folder, 'nowhere'), /^hard documents: the results can't be read: ENOENT: no such file/],
    [folder, /^hard documents: the results can't be read: EISDIR: /],
  ] as const)
    assert.match(await mismatchOf(read(file)), why);
});

test('frames are split no further than there are documents', async () => {
  for (const [begin, reason] of [
    [new Uint8Array(), /documents: 5 results or more for 4 operations$/],
    [u32(60 * MIB - 4), /documents: 1 results for 4 operations$/],
    [
      u32(60 * MIB),
      /documents: the kept results .* a frame needs 62914560 bytes, 62914556 left at byte 4 \(in \/0\)$/,
    ],
  ] as const)
    assert.match(await mismatchOf(read(sparseFile(begin, 60 * MIB), [text(MIB), ...documents])), reason);
});

function assertUnsupported(verdict: Verdict, why: RegExp): void {
  assert.match(verdict.verdict === 'unsupported' ? verdict.reason : verdict.verdict, why);
}

test("a result beyond wiremark's limits is unsupported, not a mismatch", async () => {
  // These documents may be that large, so it could be right.
  const many = new Array<Value>(20).fill(text(MIB));
  const verdict = await verdictOf(read(sparseFile(new Uint8Array()), many));
  const limit =
    /can't verify so much \(its results have 1900 MiB, and at most 255 MiB are read\): take a smaller size/;
  assertUnsupported(verdict, limit);
});

test('a document of more values than memory has room for is not decoded to its end', async () => {
  const json = Buffer.alloc(3 * MOST_VALUES + 3, ',""').fill('[', 0, 1);
  const msgpack = Buffer.alloc(MOST_VALUES + 10, 0xc0);
  msgpack.set([0xdd, ...u32(msgpack.length - 5)]);
  const head = [Buffer.from('WMFIX 2\n'), u32(1), Buffer.from('['), u32(msgpack.length)];
  const fixture = Buffer.concat([...head, Buffer.alloc(msgpack.length, 'N')]);
  for (const [source, frame] of Object.entries({ json, msgpack, fixture })) {
    const verdict = await judged([frame], [text(MIB)], { source: source as Results['source'] });
    assertUnsupported(verdict, /can't verify so much \(.*8388608 are decoded\)/);
  }
});

test('correct results may be much longer with white space, nulls and escapes', async () => {
  const names = Array.from({ length: 100 }, (_, at) => `the-field-number-${at}`);
  const fields = names.map((name) => field(name, 'double', 'optional'));
  const wide = modelOf(list(record('Wide')), recordOf('Wide', fields));
  // A null for each absent field, on lines of their own with deep indentation.
  const absent = new Array<Value>(1000).fill({});
  const nulls = absent.map(() => Object.fromEntries(names.map((name) => [name, null])));
  const wordy = Buffer.from(JSON.stringify(nulls, null, 10));
  assert.ok(wordy.length > 3 * MIB);
  const path = keptFile(folder, joinFrames([wordy]));
  const expected = { ...resultsOf([], { of: [absent], deviations: ['absent-as-null'] }), model: wide };
  const frames = await readKept(expected, { path, count: 1 });
  await verifyResults({ ...expected, frames });
  // As escapes, each unit of a text is six bytes.
  const escaped = text(MIB);
  const frame = Buffer.from(codecs.json.encode(people, escaped)).toString().replaceAll('x', '\\u0078');
  assert.deepEqual(await judged([Buffer.from(frame)], [escaped]), { verdict: 'ok' });
});

test('quotes of results are cut', async () => {
  const key = 'k'.repeat(MIB / 4);
  for (const fault of [`{"${key}":1,"${key}":2}`, `{"person":null,"${key}":1}`]) {
    const verdict = await judged([Buffer.from(fault), ...outputs('json').slice(1)], documents);
    assert.equal(verdict.verdict, 'mismatch');
    assert.ok(JSON.stringify(verdict).length < 4000);
  }
});

const many = new Array<Value>(20_000).fill(documents[0]!);
const same = many.map(() => outputs('json')[0]!);

test('an interrupt ends looking up and comparing results', async () => {
  const known: KnownResults = new Map();
  const long = [codecs.json.encode(people, text(MIB))];
  const remembered = { of: [text(MIB)], known };
  await verifyResults(resultsOf(long, remembered));
  const often = new Array(300).fill(0);
  for (const [what, verify] of Object.entries({
    'looked up': (signal: AbortSignal) =>
      verifyResults({ ...resultsOf(often.fill(long[0]), { ...remembered, signal }), of: often.map(() => 0) }),
    compared: (signal: AbortSignal) => verifyResults(resultsOf(same, { of: many, signal })),
  })) {
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error('interrupted')));
    await assert.rejects(verify(controller.signal), new Error('interrupted'), what);
  }
});

const noLimits = process.platform !== 'linux';
test('a lack of file handles is an error of the system, not a failure of the runner', {
  skip: noLimits,
}, () => {
  const file = join(folder, 'large-enough');
  const call = `{ documents: [], of: [], set: 'documents' }, { path: ${JSON.stringify(file)}, count: 0 }`;
  const script = `
    import { readKept } from ${source('trial/kept.ts')};
    ${openAllFiles}
    try { await readKept(${call}); } catch (error) {
      process.stdout.write(error.name + ' ' + error.code);
    }`;
  writeFileSync(file, '');
  assert.equal(`${execFileSync('bash', withFewFiles(script))}`, 'Error EMFILE');
});

test('frames that are cut off are refused', () => {
  for (const [bytes, told] of [
    [[0, 0, 0], /the length of a frame needs 4 bytes, 3 left at byte 0 \(in \/0\)/],
    [[0, 0, 0, 1], /a frame needs 1 byte, 0 left at byte 4 \(in \/0\)/],
    [[0, 0, 0, 0, 255, 255, 255, 255, 1], /a frame needs 4294967295 bytes, 1 left .* \/1\)/],
  ] as const)
    assert.throws(() => splitFrames(Uint8Array.from(bytes)), told);
});
