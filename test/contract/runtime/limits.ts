/** The limits of a kit, as docs/PROTOCOL.md describes them, on every kind of value and on real documents. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { hardDocuments } from '../../../src/dataset/hard.ts';
import { prepareDataset, readModel } from '../../../src/dataset/prepare.ts';
import { readDataset } from '../../../src/define/dataset.ts';
import { readRunner } from '../../../src/define/runner.ts';
import { codecs } from '../../../src/oracle/codecs.ts';
import { temporary } from '../../machine/temporary.ts';
import { HARD } from './hard.ts';
import { type Kit, root, sliceOf } from './kit.ts';
import { leaves } from './lengths.ts';

const datasetOf = (name: string) => readDataset(join(root, 'datasets', name));
const users = await prepareDataset(datasetOf('users'), 'small', temporary('limits'));

/** The model and documents of the users, or the hard documents of another dataset. */
function subjectOf(name: string) {
  if (name === 'users') return users;
  const model = readModel(datasetOf(name));
  return { model, documents: hardDocuments(model) };
}

/** @param datasets those that the limits were built for; all by default */
export function testLimits(kit: Kit, datasets: readonly string[] = [...HARD, 'users']): void {
  describe('the limits', { skip: kit.skip }, () => limits(kit, datasets));
}

function limits(kit: Kit, datasets: readonly string[]): void {
  test('the manifest offers all limits, with a serializer as host', () => {
    const { limits, serializers } = readRunner(join(root, `runners/${kit.spec.runtime}/runner.toml`));
    assert.deepEqual(limits?.kinds, ['no-op', 'copy', 'write', 'walk']);
    assert.ok(serializers.some(({ id }) => id === limits.host));
  });

  for (const name of datasets) {
    const { model, documents } = subjectOf(name);
    const inputs = documents.map((one) => codecs.json.encode(model, one));
    const count = documents.length;
    const commands = [`slice ${count} ${count}`, `slice ${count + 1} 1`, 'slice 1 0', `kept ${kit.out}`];

    for (const limit of ['no-op', 'copy', 'write'])
      test(`limit-${limit} returns its inputs, ${name}`, () => {
        const choice = { id: `limit-${limit}`, output: 'bytes', model, inputs };
        const replies = kit.answers(choice, commands);
        assert.equal(replies[3], `kept ${count + 1}`, replies.join('\n'));
        assert.deepEqual(kit.kept().map(hex), [...inputs, inputs[0]!].map(hex));
      });

    test(`limit-walk visits every leaf, ${name}`, () => {
      const counts = documents.map(leaves);
      const total = counts.reduce((sum, one) => sum + one, 0);
      for (const task of ['serialize', 'deserialize']) {
        const walk = { id: 'limit-walk', output: 'bytes', model, documents };
        const { replies } = kit.talk([...kit.job({ ...walk, task }), kit.set(walk), ...commands]);
        const found = replies.slice(5, 8).map((reply) => sliceOf(reply).length);
        assert.deepEqual(found, [total, total + counts[0]!, counts[1 % count]!]);
        assert.equal(replies[8], 'kept 0');
        assert.deepEqual(kit.kept(), []);
      }
    });
  }
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
