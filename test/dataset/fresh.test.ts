/** Documents that nobody has seen, of datasets that are made: others for each process of each row. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { documentOf } from '../../src/dataset/computed.ts';
import { encodeFixture } from '../../src/dataset/fixture.ts';
import { FreshDocuments } from '../../src/dataset/fresh.ts';
import { type PreparedDataset, prepareDataset } from '../../src/dataset/prepare.ts';
import { repeatedResource } from '../../src/dataset/resources.ts';
import type { Type } from '../../src/schema/model.ts';
import type { Value } from '../../src/schema/value.ts';
import { temporary } from '../files/temporary.ts';
import { defined, visit } from './definitions.ts';

const cache = temporary('fresh');
const prepared = (name: string): Promise<PreparedDataset> => {
  const { definition } = defined(`datasets/${name}`);
  return prepareDataset(definition, definition.sizes[0]!.name, cache);
};

const spelled = ({ model }: PreparedDataset, documents: readonly Value[]) =>
  documents.map((one) => Buffer.from(encodeFixture(model, [one])).toString('latin1'));

/** Texts of a dozen characters or more: what two documents have in common by chance is shorter. */
function longTexts({ model }: PreparedDataset, documents: readonly Value[]): string[] {
  const texts: string[] = [];
  const see = (_: Type, value: Value) => {
    if (typeof value === 'string' && value.length >= 12) texts.push(value);
  };
  for (const document of documents) visit(model, model.root, document, see);
  return texts.sort();
}

/** Which fields are there, and how many elements lists and maps have. */
function shape({ model }: PreparedDataset, document: Value): string {
  const found: string[] = [];
  const see = ({ kind }: Type, value: Value) => {
    const size = Array.isArray(value) ? value.length : value instanceof Map ? value.size : '';
    found.push(`${kind}${size}`);
  };
  visit(model, model.root, document, see);
  return found.join(' ');
}

describe('fresh documents of', () => {
  for (const name of readdirSync('datasets'))
    it(`${name} are of its schema, of timed shapes, as many and as large as it takes, and none was timed`, async () => {
      const dataset = await prepared(name);
      const { model, size, fixtures } = dataset;
      const fresh = await new FreshDocuments(dataset, 3).of('mill/json', 0, 0);
      const each = fixtures.documents.length / size.documents;
      assert.ok(fresh.length >= Math.min(2, size.documents) && fresh.length <= 1_000);
      const bytes = encodeFixture(model, fresh).length;
      assert.ok(bytes > 0.75 * Math.min(65_536, 1_000 * each), `${bytes} bytes`);
      assert.ok(bytes < 1.5 * Math.max(65_536, 2 * each), `${bytes} bytes`);
      for (const document of fresh) {
        assert.equal(repeatedResource(model, document), undefined);
        assert.deepEqual(documentOf(model, document), document, 'what is computed is computed from it');
      }
      const shapes = new Set(dataset.documents.map((one) => shape(dataset, one)));
      assert.deepEqual(
        fresh.map((one) => shape(dataset, one)).filter((one) => !shapes.has(one)),
        [],
      );
      const timed = new Set(spelled(dataset, dataset.documents));
      const seen = spelled(dataset, fresh).filter((one) => timed.has(one)).length;
      // An organisation has a number, of which each document has the same, and one of a hundred names.
      if (name !== 'organisation')
        assert.ok(seen < fresh.length / 10, `${seen} of ${fresh.length} were timed`);
    });
});

describe('the fresh documents', () => {
  for (const name of ['users', 'record', 'every-kind', 'contract-resources'])
    it(`of ${name} are others in each process and for each row, and the same with the same seed`, async () => {
      const dataset = await prepared(name);
      const fresh = new FreshDocuments(dataset, 3);
      const turns = [
        ['mill/json', 0, 0],
        ['mill/json', 1, 0],
        ['mill/bson', 0, 0],
      ] as const;
      const sets = await Promise.all(turns.map(([row, process, look]) => fresh.of(row, process, look)));
      const all = sets.flatMap((one) => spelled(dataset, one));
      assert.equal(new Set(all).size, all.length);
      assert.deepEqual(await new FreshDocuments(dataset, 3).of(...turns[1]!), sets[1]);
    });

  it('of a second look have other values, too: nothing that a memory of parts has met', async () => {
    const dataset = await prepared('record');
    const fresh = new FreshDocuments(dataset, 3);
    const texts = async (process: number, look: number) =>
      longTexts(dataset, await fresh.of('mill/json', process, look));
    const first = await texts(0, 0);
    assert.ok(first.length > 100);
    assert.deepEqual(await texts(1, 0), first, 'first looks have the same values, dealt anew');
    const known = (await texts(0, 1)).filter((text) => first.includes(text)).length;
    assert.ok(known < first.length / 10, `${known} of ${first.length}`);
  });
});
