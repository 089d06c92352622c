/** The limits and the counting of memory of the JVM kit (docs/PROTOCOL.md), each in a process that is told all at once. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { readRunner } from '../../src/define/runner.ts';
import { buildRunner } from '../../src/runner/build/build.ts';
import { jobLines } from '../../src/runner/job.ts';
import { fillPlaceholders } from '../../src/runner/placeholders.ts';
import type { Value } from '../../src/schema/value.ts';
import { inputsFileName, prepareInputs, splitFrames } from '../../src/verify/frames.ts';
import { place } from '../contract/place.ts';
import { testDataset } from './verify-row.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'wiremark-jvm-limits-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const runner = readRunner(join(root, 'runners/jvm/runner.toml'));
assert.ok(runner.limits);
const host = runner.serializers.find(({ id }) => id === runner.limits?.host);
assert.ok(host);
const dataset = await testDataset(join(root, 'datasets/every-kind'), 'small', join(scratch, 'data'));
const cache = join(place.cache, 'tests');
mkdirSync(cache, { recursive: true });
const builds = await buildRunner({
  runner,
  serializers: [host],
  datasets: new Map([['every-kind', dataset.model]]),
  cache,
  progress: () => {},
});
const build = builds.get(`${host.id}/every-kind`)!;
const skip = build.ok ? false : build.reason;
const timed = dataset.counts.documents;

/** A job for the host's module and commands; the replies after `ready`, each a key and the rest. */
async function converse(serializer: string, commands: readonly string[]): Promise<string[][]> {
  assert.ok(build.ok);
  const { placeholders } = build;
  const [program, ...words] = runner.start.map((word) => fillPlaceholders(word, placeholders));
  const limit = serializer.startsWith('limit-');
  const input = (set: 'documents' | 'hard') => {
    const path = join(scratch, inputsFileName(dataset.digest, set, 'json'));
    prepareInputs(dataset.model, 'json', dataset[set], path);
    return { count: dataset.counts[set], path };
  };
  const lines = jobLines({
    serializer,
    format: 'json',
    output: limit ? 'bytes' : 'text',
    dataset: 'every-kind',
    size: 'small',
    task: 'serialize',
    schema: dataset.definition.schemaFile,
    // The kit reads no model: its own is compiled.
    model: '/',
    artifacts: new Map(),
    documents: { count: timed, path: dataset.files.documents },
    hard: { count: dataset.counts.hard, path: dataset.files.hard },
    ...(limit && { inputs: { documents: input('documents'), hard: input('hard') } }),
  });
  const { stdout } = await execa(program!, words, {
    input: `${[...lines, ...commands, 'end'].join('\n')}\n`,
    cwd: scratch,
    reject: false,
  });
  const replies = stdout.split('\n');
  return replies.slice(replies.indexOf('ready') + 1).map((line) => line.split(' '));
}

function inputFrames(set: 'documents' | 'hard'): Buffer[] {
  const path = join(scratch, inputsFileName(dataset.digest, set, 'json'));
  return splitFrames(readFileSync(path)).map((frame) => Buffer.from(frame));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Values that are neither null nor made of others. */
function leaves(value: Value): number {
  if (value === null) return 0;
  if (Array.isArray(value)) return sum(value.map(leaves));
  if (typeof value !== 'object' || value instanceof Uint8Array) return 1;
  if (value instanceof Map) return sum([...value.values()].map(leaves));
  return sum(Object.values(value as Record<string, Value>).map(leaves));
}

for (const kind of ['copy', 'write']) {
  test(`limit-${kind} gives the documents as they came in, before and after slices`, { skip }, async () => {
    const dumps = ['documents', 'hard', 'documents-again'].map((name) => join(scratch, `${kind}.${name}`));
    const replies = await converse(`limit-${kind}`, [
      `dump documents ${dumps[0]}`,
      `dump hard ${dumps[1]}`,
      `slice ${timed} 0`,
      `slice ${2 * timed} 4294967295`,
      `dump documents ${dumps[2]}`,
    ]);
    assert.deepEqual(replies.at(-1), ['bye']);
    const length = sum(inputFrames('documents').map((frame) => frame.length));
    assert.equal(replies[2]![4], `${length}`);
    assert.equal(replies[3]![4], `${2 * length}`);
    for (const [index, set] of (['documents', 'hard', 'documents'] as const).entries()) {
      const dumped = splitFrames(readFileSync(dumps[index]!)).map((frame) => Buffer.from(frame));
      assert.ok(dumped.length > 0);
      assert.deepEqual(dumped, inputFrames(set));
    }
  });
}

test('limit-walk counts every leaf that is not null', { skip }, async () => {
  const file = join(scratch, 'walk');
  const replies = await converse('limit-walk', [`slice ${timed} 0`, 'slice 1 7', `dump hard ${file}`]);
  assert.equal(replies[0]![4], `${sum(dataset.documents.map(leaves))}`);
  assert.equal(replies[1]![4], `${leaves(dataset.documents[0]!)}`);
  assert.deepEqual(replies[2], ['dumped', 'hard', '0']);
  assert.equal(readFileSync(file).length, 0);
});

test('limit-no-op counts operations and allocates nothing', { skip }, async () => {
  const replies = await converse('limit-no-op', ['slice 1000 1', 'memory 100000']);
  assert.equal(replies[0]![4], '1000');
  const counted = new Map(replies.slice(1, -2).map(([key, ...rest]) => [`${key} ${rest[0]}`, rest]));
  assert.ok(counted.has('collections young') && counted.has('collections old'), replies.join('; '));
  const allocated = replies.find(([key]) => key === 'allocated');
  // Other threads of the JVM are counted too: a few bytes of theirs are none of an operation's.
  assert.ok(Number(allocated?.[1]) < 100_000, `allocated ${allocated?.[1]} in 100000 operations`);
  assert.deepEqual(replies.at(-2), ['memory', '100000']);
});

test('what copying allocates is counted: the arrays and nothing else', { skip }, async () => {
  const rounds = 500;
  const replies = await converse('limit-copy', [`memory ${rounds * timed}`]);
  const allocated = Number(replies.find(([key]) => key === 'allocated')?.[1]);
  // An array has a header of 16 bytes and ends at a multiple of 8.
  const arrays = sum(inputFrames('documents').map((frame) => Math.ceil((16 + frame.length) / 8) * 8));
  const ratio = allocated / (rounds * arrays);
  assert.ok(ratio >= 1 && ratio < 1.001, `${allocated} bytes for arrays of ${rounds * arrays}`);
});

test('collections during the operations are counted', { skip }, async () => {
  const length = sum(inputFrames('documents').map((frame) => frame.length));
  // More than the heap holds.
  const operations = Math.ceil((1.5 * 2 ** 30) / length) * timed;
  const replies = await converse('limit-copy', [`memory ${operations}`, 'memory 1']);
  const young = replies.filter(([key, name]) => key === 'collections' && name === 'young');
  assert.ok(Number(young[0]?.[2]) >= 1, replies.join('; '));
  assert.equal(young[1]?.[2], '0');
});

test('a serializer allocates at least what it puts out', { skip }, async () => {
  const dump = join(scratch, 'outputs');
  const replies = await converse(host.id, [`dump documents ${dump}`, `memory ${timed}`]);
  const allocated = Number(replies.find(([key]) => key === 'allocated')?.[1]);
  const characters = sum(
    splitFrames(readFileSync(dump)).map((frame) => Buffer.from(frame).toString().length),
  );
  assert.ok(allocated > characters, `${allocated} bytes for ${characters} characters`);
});

test('a limit that there is none of is refused', { skip }, async () => {
  const replies = await converse('limit-jump', []);
  assert.deepEqual(replies[0], ['error', 'unsupported', 'no', 'limit-jump']);
});

test('what JSON escapes is found in any place', { skip }, async () => {
  const classes = join(scratch, 'classes');
  const kit = join(root, 'runners/jvm/kit/src/main/java');
  const check = join(root, 'test/runners/jvm-limits/MarksCheck.java');
  await execa('javac', ['-encoding', 'UTF-8', '-sourcepath', kit, '-d', classes, check]);
  const { stdout } = await execa('java', ['-cp', classes, 'wiremark.kit.MarksCheck', '200000']);
  assert.equal(stdout, 'checked 200000');
});
