/** The limits and the counting of memory of the JVM kit (docs/PROTOCOL.md), each in a process that is told all at once. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { encodeFixture } from '../../../src/dataset/fixture.ts';
import { readRunner } from '../../../src/define/runner.ts';
import { buildRunner } from '../../../src/runner/build/build.ts';
import { jobLines } from '../../../src/runner/job.ts';
import { fillPlaceholders } from '../../../src/runner/placeholders.ts';
import type { Value } from '../../../src/schema/value.ts';
import { encodedFrames, splitFrames } from '../../../src/verify/frames.ts';
import { place } from '../../../test/contract/place.ts';
import { leaves } from '../../../test/contract/runtime/leaves.ts';
import { testDataset } from '../../../test/contract/runtime/verify-row.ts';
import { temporary } from '../../../test/files/temporary.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const scratch = temporary('jvm-limits');

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
const timed = dataset.size.documents;

/** The inputs of a limit: its documents as it takes them. */
function given(serializer: string, documents: readonly Value[]): string {
  const path = join(scratch, 'given');
  const { model } = dataset;
  const takesObjects = ['limit-walk', host!.id].includes(serializer);
  writeFileSync(
    path,
    takesObjects ? encodeFixture(model, documents) : encodedFrames(model, 'json', documents),
  );
  return `set ${documents.length} ${path}`;
}

/** A job for the host's module, its documents and commands; the replies after `set`, each a key and the rest. */
async function converse(
  serializer: string,
  commands: readonly string[],
  documents = dataset.documents,
): Promise<string[][]> {
  assert.ok(build.ok);
  const { placeholders } = build;
  const [program, ...words] = runner.start.map((word) => fillPlaceholders(word, placeholders));
  const lines = jobLines({
    serializer,
    format: 'json',
    output: serializer === host!.id ? 'text' : 'bytes',
    task: 'serialize',
    schema: dataset.definition.schemaFile,
    // The kit reads no model: its own is compiled.
    model: '/',
    artifacts: new Map(),
  });
  const { stdout } = await execa(program!, words, {
    input: `${[...lines, given(serializer, documents), ...commands, 'end'].join('\n')}\n`,
    cwd: scratch,
    reject: false,
  });
  const replies = stdout.split('\n').map((line) => line.split(' '));
  return replies.slice(replies.findIndex(([key]) => key === 'set') + 1);
}

/** A frames file's, or those that the documents are given as. */
const framesOf = (bytes: Uint8Array): Buffer[] => splitFrames(bytes).map((frame) => Buffer.from(frame));
const inputFrames = (documents: readonly Value[]): Buffer[] =>
  framesOf(encodedFrames(dataset.model, 'json', documents));

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

for (const kind of ['no-op', 'copy', 'write']) {
  test(`limit-${kind} gives the documents as they came in, in turn`, { skip }, async () => {
    const kept = join(scratch, `${kind}.kept`);
    for (const documents of [dataset.documents, dataset.hard]) {
      const count = documents.length;
      const commands = [`slice ${2 * count} ${count}`, `slice ${2 * count + 1} 1`, `kept ${kept}`];
      const replies = await converse(`limit-${kind}`, commands, documents);
      const inputs = inputFrames(documents);
      const length = sum(inputs.map((frame) => frame.length));
      assert.equal(replies[0]![4], `${2 * length}`);
      assert.equal(replies[1]![4], `${2 * length + inputs[0]!.length}`);
      assert.deepEqual(framesOf(readFileSync(kept)), [...inputs, inputs[0]]);
    }
  });
}

test('limit-walk counts every leaf that is not null', { skip }, async () => {
  const kept = join(scratch, 'walk');
  const replies = await converse('limit-walk', [`slice ${timed} 1`, 'slice 1 0', `kept ${kept}`]);
  assert.equal(replies[0]![4], `${sum(dataset.documents.map(leaves))}`);
  assert.equal(replies[1]![4], `${leaves(dataset.documents[0]!)}`);
  assert.deepEqual(replies[2], ['kept', '0']);
  assert.equal(readFileSync(kept).length, 0);
});

test('limit-no-op allocates nothing', { skip }, async () => {
  const replies = await converse('limit-no-op', ['slice 1000 1', 'memory 100000']);
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
  const arrays = sum(inputFrames(dataset.documents).map((frame) => Math.ceil((16 + frame.length) / 8) * 8));
  const ratio = allocated / (rounds * arrays);
  assert.ok(ratio >= 1 && ratio < 1.001, `${allocated} bytes for arrays of ${rounds * arrays}`);
});

test('collections during the operations are counted', { skip }, async () => {
  const length = sum(inputFrames(dataset.documents).map((frame) => frame.length));
  // More than the heap holds.
  const operations = Math.ceil((1.5 * 2 ** 30) / length) * timed;
  const replies = await converse('limit-copy', [`memory ${operations}`, 'memory 1']);
  const young = replies.filter(([key, name]) => key === 'collections' && name === 'young');
  assert.ok(Number(young[0]?.[2]) >= 1, replies.join('; '));
  assert.equal(young[1]?.[2], '0');
});

test('what JSON escapes is found in any place', { skip }, async () => {
  const classes = join(scratch, 'classes');
  const kit = join(root, 'runners/jvm/kit/src/main/java');
  const check = join(import.meta.dirname, 'limits/MarksCheck.java');
  await execa('javac', ['-encoding', 'UTF-8', '-sourcepath', kit, '-d', classes, check]);
  const { stdout } = await execa('java', ['-cp', classes, 'wiremark.kit.MarksCheck', '200000']);
  assert.equal(stdout, 'checked 200000');
});
