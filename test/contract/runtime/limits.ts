/** The limits of a kit do what docs/PROTOCOL.md says, on every kind of value and on real documents. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { hardDocuments } from '../../../src/dataset/hard.ts';
import { prepareDataset, readModel } from '../../../src/dataset/prepare.ts';
import { readDataset } from '../../../src/define/dataset.ts';
import { readRunner } from '../../../src/define/runner.ts';
import { codecs } from '../../../src/oracle/codecs.ts';
import type { SchemaModel } from '../../../src/schema/model.ts';
import type { Value } from '../../../src/schema/value.ts';
import { temporary } from '../../machine/temporary.ts';
import { HARD } from './hard.ts';
import { type JobChoice, type Kit, root, sliceOf } from './kit.ts';
import { leaves } from './lengths.ts';

interface Case {
  readonly name: string;
  readonly model: SchemaModel;
  readonly documents: readonly Value[];
  readonly inputs: readonly Uint8Array[];
}

const users = await prepareDataset(readDataset(join(root, 'datasets/users')), 'small', temporary('limits'));
const cases = [
  ...HARD.map((name) => {
    const model = readModel(readDataset(join(root, 'datasets', name)));
    return makeCase(name, model, hardDocuments(model));
  }),
  makeCase('users', users.model, users.documents),
];

function makeCase(name: string, model: SchemaModel, documents: readonly Value[]): Case {
  return { name, model, documents, inputs: documents.map((one) => codecs.json.encode(model, one)) };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** @param named the cases that it is built for; all unless told */
export function testLimits(kit: Kit, named = cases.map(({ name }) => name)): void {
  describe('the limits', { skip: kit.skip }, () => limits(kit, named));
}

function limits(kit: Kit, named: readonly string[]): void {
  test('the manifest offers them, in the build of a serializer that it has', () => {
    const { limits, serializers } = readRunner(join(root, `runners/${kit.runtime}/runner.toml`));
    assert.deepEqual(limits?.kinds, ['no-op', 'copy', 'write', 'walk']);
    assert.ok(serializers.some(({ id }) => id === limits.host));
  });

  const kept = `kept ${kit.out}`;
  for (const { name, model, documents, inputs } of cases) {
    if (!named.includes(name)) continue;
    const count = documents.length;
    const commands = [`slice ${count} ${count}`, `slice ${count + 1} 1`, 'slice 1 0', kept];

    for (const limit of ['no-op', 'copy', 'write']) {
      test(`limit-${limit} gives the documents as they came in, ${name}`, () => {
        const choice = { id: `limit-${limit}`, output: 'bytes', model, inputs };
        const replies = kit.answers(choice, commands);
        assert.equal(replies[3], `kept ${count + 1}`, replies.join('\n'));
        assert.deepEqual(kit.kept().map(hex), [...inputs, inputs[0]!].map(hex));
      });
    }

    test(`limit-walk meets every leaf, ${name}`, () => {
      const counts = documents.map(leaves);
      for (const task of ['serialize', 'deserialize']) {
        const walk: JobChoice = { id: 'limit-walk', task, output: 'bytes', model, documents };
        const set = kit.set({ ...walk, task: 'serialize' });
        const { replies } = kit.talk([...kit.job(walk), set, ...commands]);
        const told = replies.slice(5, 8).map(sliceOf);
        const total = sum(counts);
        const lengths = [total, total + counts[0]!, counts[1 % count]!];
        assert.deepEqual(
          told.map(({ length }) => length),
          lengths,
        );
        assert.equal(replies[8], 'kept 0');
        assert.deepEqual(kit.kept(), []);
      }
    });
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
