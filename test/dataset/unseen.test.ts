import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { documentOf } from '../../src/dataset/computed.ts';
import { type PreparedDataset, prepareDataset } from '../../src/dataset/prepare.ts';
import { repeatedResource } from '../../src/dataset/resources.ts';
import { unseenCount, unseenDocuments } from '../../src/dataset/unseen.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import { encodeFixture } from '../../src/oracle/fixture.ts';
import type { RecordValue, Value } from '../../src/schema/value.ts';
import { temporary } from '../machine/temporary.ts';
import { BYTES, DOUBLE, INSTANT, INT32, INT64, mapOf, recordOf, STRING, UUID } from '../schema/schemas.ts';
import { ORDER, orders, userDataset } from '../userdata/user-dataset.ts';
import { defined, visit } from './definitions.ts';

const cache = temporary('unseen');

const bytesOf = ({ model }: PreparedDataset, documents: readonly Value[]) =>
  documents.map((one) => Buffer.from(encodeFixture(model, [one])).toString('latin1'));

/** Which fields are there, and how many elements lists and maps have. */
function shape({ model }: PreparedDataset, document: Value): string {
  const found: string[] = [];
  visit(model, model.root, document, ({ kind }, value) => {
    const size = Array.isArray(value) ? value.length : value instanceof Map ? value.size : '';
    found.push(`${kind}${size}`);
  });
  return found.join(' ');
}

/** Sorted lengths in UTF-8 of all texts. */
function lengths({ model }: PreparedDataset, document: Value): string {
  const found: number[] = [];
  visit(model, model.root, document, ({ kind }, value) => {
    if (kind === 'string') found.push(Buffer.byteLength(value as string));
  });
  return found.join();
}

describe('unseen documents of', () => {
  for (const name of readdirSync('datasets'))
    it(`${name} have the shapes of the timed ones, and other values`, async () => {
      const { definition } = defined(`datasets/${name}`);
      const dataset = await prepareDataset(definition, definition.sizes[0]!.name, cache);
      const { model, size, fixture, documents } = dataset;
      const unseen = await unseenDocuments(dataset);
      assert.equal(unseen.length, unseenCount(dataset));
      const each = fixture.length / size.documents;
      const bytes = encodeFixture(model, unseen).length;
      assert.ok(bytes > 0.75 * Math.min(65_536, 1_000 * each), `${bytes} bytes`);
      assert.ok(bytes < 1.5 * Math.max(65_536, 2 * each), `${bytes} bytes`);
      for (const document of unseen) {
        assert.equal(repeatedResource(model, document), undefined);
        assert.deepEqual(documentOf(model, document), document, 'computed fields follow from the new values');
      }
      const shapes = new Set(documents.map((one) => shape(dataset, one)));
      const found = unseen.filter((one) => !shapes.has(shape(dataset, one)));
      assert.deepEqual(found, []);
      const timed = new Set(bytesOf(dataset, documents));
      const seen = bytesOf(dataset, unseen).filter((one) => timed.has(one)).length;
      assert.ok(seen < unseen.length / 10, `${seen} of ${unseen.length}`);
      for (const [index, one] of unseen.entries()) {
        const timed = documents[index % documents.length]!;
        assert.equal(lengths(dataset, one), lengths(dataset, timed));
      }
    });
});

async function userData(context: TestContext, content: string, schema: object = ORDER) {
  const { definition } = await userDataset(context, content, { schema });
  return prepareDataset(definition, 'sample', cache);
}

describe('unseen documents of user data', () => {
  it('go on with synthesized values within the bounds of the schema', async (context) => {
    const dataset = await userData(context, orders(50));
    const { model, heldBack, documents } = dataset;
    const unseen = await unseenDocuments(dataset);
    assert.ok(unseen.length > 500);
    assert.deepEqual(unseen.slice(0, 10), heldBack);
    const timed = new Set(bytesOf(dataset, documents));
    assert.ok(bytesOf(dataset, unseen).filter((one) => timed.has(one)).length < unseen.length / 20);
    const lines = unseen.map((one) => `${Buffer.from(codecs.json.encode(model, one))}\n`);
    // Taking documents checks each against the schema.
    assert.ok((await userDataset(context, lines.join(''))).definition.sizes[0]!.documents > 500);
  });

  it('have values of the same length, script and precision, if there is one document', async (context) => {
    const fields = { text: STRING, map: mapOf(STRING), int: INT32, long: INT64, ratio: DOUBLE };
    const schema = recordOf({ ...fields, at: INSTANT, id: UUID, raw: BYTES, any: {} }, { title: 'One' });
    const document = {
      text: 'AB-1207 Straße да 日本 😀',
      map: { 'the key': 'five' },
      ...{ int: -2_147_483_648, long: 9_007_199_254_740_992, ratio: 120.75, at: '2024-03-05T00:00:00Z' },
      id: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
      raw: 'AAECAw==',
      any: [{ deep: 'word' }, 4.5, null, true],
    };
    const text = JSON.stringify(document).replace('9007199254740992', '9007199254740993');
    const dataset = await userData(context, `${text}\n`, schema);
    const [timed] = dataset.documents as RecordValue[];
    const unseen = (await unseenDocuments(dataset)) as RecordValue[];
    assert.equal(new Set(bytesOf(dataset, [timed!, ...unseen])).size, unseen.length + 1);
    for (const one of unseen) {
      assert.equal(shape(dataset, one), shape(dataset, timed!));
      assert.match(one.text as string, /^[A-Z]{2}-\d{4} [A-Z][a-zß-ÿµ]{5} [а-ѿ]{2} \p{Lo}{2} 😀$/u);
      assert.equal(Buffer.byteLength(one.text as string), Buffer.byteLength(document.text));
      assert.deepEqual([...(one.map as Map<string, Value>).keys()], ['the key']);
      assert.match(`${one.int} ${one.long}`, /^-\d{10} \d{16}$/);
      assert.ok((one.int as bigint) >= -(2n ** 31n));
      assert.match(`${one.ratio}`, /^1[12]0\.\d[1-5]$/);
      assert.equal((one.at as bigint) % 100_000n, 0n, 'zeros stay');
      assert.match(one.id as string, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-9[\da-f]{3}-[\da-f]{12}$/);
      assert.equal((one.raw as Uint8Array).length, 4);
      const [map, number, ...rest] = one.any as [Map<string, string>, number, ...Value[]];
      assert.match(map.get('deep')!, /^[a-z]{4}$/);
      assert.match(`${number}`, /^[1-4]\.[1-5]$/);
      assert.deepEqual(rest, [null, true]);
    }
  });
});
