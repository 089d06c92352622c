/** The limits of the kits do what docs/PROTOCOL.md says, on every kind of value and on real documents. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { readModel } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import { readRunner } from '../../src/define/runner.ts';
import type { SchemaModel } from '../../src/schema/model.ts';
import type { Value } from '../../src/schema/value.ts';
import { prepareInputs, splitFrames } from '../../src/verify/frames.ts';
import { type Kit, root, sliceOf } from './kit.ts';
import { KITS } from './kit-serializers.ts';
import { testDataset } from './verify-row.ts';

interface Case {
  readonly name: string;
  readonly model: SchemaModel;
  readonly documents: readonly Value[];
  readonly inputs: readonly Uint8Array[];
}

const folder = mkdtempSync(join(tmpdir(), 'wiremark-limits-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const users = await testDataset(join(root, 'datasets/users'), 'small', join(folder, 'data'));
const cases = [
  ...['every-kind', 'contract-list', 'contract-deep', 'contract-wide', 'contract-names'].map((name) => {
    const model = readModel(readDataset(join(root, 'datasets', name)));
    return makeCase(name, model, hardDocuments(model));
  }),
  makeCase('users', users.model, users.documents),
];

function makeCase(name: string, model: SchemaModel, documents: readonly Value[]): Case {
  const path = join(folder, `${name}.inputs`);
  prepareInputs(model, 'json', documents, path);
  return { name, model, documents, inputs: splitFrames(readFileSync(path)) };
}

async function ask(kit: Kit, limit: string, one: Case, commands: readonly string[], task = 'serialize') {
  const { replies, status } = kit.talk([
    ...(await kit.job({ id: limit, task, output: 'bytes', ...one })),
    ...commands,
    'end',
  ]);
  assert.deepEqual([replies[0], replies[3], replies.at(-1), status], ['wiremark 3', 'ready', 'bye', 0]);
  return replies.slice(4, -1);
}

/** Values that are no records, lists or maps and not null, by looking at the values alone. */
function leaves(value: Value | undefined): number {
  if (value === null || value === undefined) return 0;
  if (typeof value !== 'object' || value instanceof Uint8Array) return 1;
  const parts = value instanceof Map ? [...value.values()] : Object.values(value);
  return parts.reduce((sum: number, one) => sum + leaves(one), 0);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

for (const { kit } of KITS) describe(kit.runtime, { skip: kit.skip }, () => limits(kit));

function limits(kit: Kit): void {
  test('the manifest offers them, in the build of a serializer that it has', () => {
    const { limits, serializers } = readRunner(join(root, `runners/${kit.runtime}/runner.toml`));
    assert.deepEqual(limits?.kinds, ['no-op', 'copy', 'write', 'walk']);
    assert.ok(serializers.some(({ id }) => id === limits.host));
  });

  for (const one of cases) {
    const count = one.documents.length;
    const dump = join(folder, `${one.name}.dump`);

    for (const limit of ['limit-copy', 'limit-write']) {
      test(`${limit} puts out the documents, ${one.name}`, async () => {
        const replies = await ask(kit, limit, one, [
          `slice ${count} 5`,
          'slice 1 5',
          `dump documents ${dump}`,
        ]);
        const lengths = one.inputs.map((input) => input.length);
        assert.deepEqual(sliceOf(replies[0]), { ops: count, checksum: sum(lengths) });
        assert.deepEqual(sliceOf(replies[1]), { ops: 1, checksum: lengths[0] });
        assert.equal(replies[2], `dumped documents ${count}`);
        assert.deepEqual(splitFrames(readFileSync(dump)).map(hex), one.inputs.map(hex));
      });
    }

    test(`limit-walk meets every leaf, ${one.name}`, async () => {
      const counts = one.documents.map(leaves);
      for (const task of ['serialize', 'deserialize']) {
        const commands = [`slice ${count} 5`, 'slice 1 5', 'slice 1 5', `dump hard ${dump}`];
        const replies = await ask(kit, 'limit-walk', one, commands, task);
        assert.deepEqual(sliceOf(replies[0]), { ops: count, checksum: sum(counts) });
        assert.deepEqual(sliceOf(replies[1]), { ops: 1, checksum: counts[0] });
        assert.deepEqual(sliceOf(replies[2]), { ops: 1, checksum: counts[1] });
        assert.equal(replies[3], 'dumped hard 0');
        assert.equal(readFileSync(dump).length, 0);
      }
    });

    test(`limit-no-op counts operations, ${one.name}`, async () => {
      const replies = await ask(kit, 'limit-no-op', one, ['slice 1000 5', `dump documents ${dump}`]);
      assert.deepEqual(sliceOf(replies[0]), { ops: 1000, checksum: 1000 });
      assert.equal(replies[1], 'dumped documents 0');
      assert.equal(readFileSync(dump).length, 0);
    });
  }

  test('a limit without the encoded documents is refused', async () => {
    const lines = await kit.job({ id: 'limit-copy', output: 'bytes' });
    const without = lines.filter((line) => !line.startsWith('hard-input'));
    assert.match(kit.talk(without).replies[0]!, /^error crash the job has no "hard-input"/);
  });
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
