/**
 * What a kit looks up once there are documents, a row could have replaced: so it must be among what the kit looks at. A row that
 * listens to it, outside of its operations, is written in each runtime's own test.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hardDocuments } from '../../../src/dataset/hard.ts';
import { readModel } from '../../../src/dataset/prepare.ts';
import { readDataset } from '../../../src/define/dataset.ts';
import { encodeFixture } from '../../../src/format/fixture.ts';
import { type JobChoice, type Kit, root } from './kit.ts';

/** After each set, one slice that keeps one, one that keeps all, and one that keeps none; after the second one more. */
const SLICES = ['slice 3 1', 'slice 3 3', 'slice 2 0'];
/** In the last of these it writes what it noted. */
export const OPERATIONS = 17;

/** Where it writes it: of how much it has taken the place, or what it listens to, and then what it was asked for, line by line. */
export const notedBy = (kit: Kit) => join(kit.folder, 'noted');

export interface Listening {
  readonly kit: Kit;
  /** Of how much it takes the place, at least. */
  readonly least: number;
  /** The row that puts out a document's text, as this. */
  readonly writes: (output: 'text' | 'bytes') => readonly string[];
  /** The row that puts out a text of any document, and makes an object of its fixture. */
  readonly ofAny: readonly string[];
  /** Writes the row's file. */
  readonly serializer: (id: string, lines: readonly string[]) => void;
}

/** No name is noted, whatever the task, and whatever stands in documents. */
export function testLookups({ kit, least, writes, ofAny, serializer }: Listening): void {
  const id = 'listening';
  const { skip } = kit;

  function assertNothingAsked(lines: readonly string[], choice: Omit<JobChoice, 'id'>): void {
    serializer(id, lines);
    const job = { id, ...choice };
    const once = () => [kit.set(job), ...SLICES, `kept ${kit.out}`];
    const { replies } = kit.talk([...kit.job(job), ...once(), ...once(), 'slice 1 1']);
    assert.equal(replies.at(-1)?.split(' ')[0], 'slice', replies.join('\n'));
    const [count, ...names] = readFileSync(notedBy(kit), 'utf8').split('\n');
    assert.ok(Number(count) > least, count);
    assert.deepEqual(names, []);
  }

  for (const output of ['text', 'bytes'] as const)
    for (const task of ['serialize', 'deserialize', 'to-tree', 'parse-tree'])
      test(`${task}, ${output}`, { skip }, () => assertNothingAsked(writes(output), { task, output }));

  test('values of every kind', { skip }, () => {
    const model = readModel(readDataset(join(root, 'datasets/every-kind')));
    const documents = hardDocuments(model);
    assertNothingAsked(ofAny, { model, documents });
    const inputs = documents.map((document) => encodeFixture(model, [document]));
    assertNothingAsked(ofAny, { task: 'deserialize', output: 'bytes', model, inputs });
  });
}
