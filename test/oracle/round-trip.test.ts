import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { FORMATS } from '../../src/define/types.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import { compareDocument } from '../../src/oracle/compare.ts';
import type { Value } from '../../src/schema/value.ts';
import { recordOf } from '../dataset/definitions.ts';
import { INSTANT, listOf, STRING } from '../schema/schemas.ts';
import { ofDataset, subjects } from './hard-documents.ts';

const datasets = readdirSync(new URL('../../datasets', import.meta.url));
const known = subjects.map(({ name }) => name);
const others = datasets.filter((name) => !known.includes(name)).map(ofDataset);

/** Datasets of resources, which JSON:API needs. */
const RESOURCES = 'contract-resources organisation organisations post posts posts-camel user'.split(' ');

for (const { name, model, documents } of [...subjects, ...others]) {
  const carried = FORMATS.filter((format) => codecs[format].unsupported(model) === null);

  if (datasets.includes(name))
    it(`the formats of ${name} are as documented`, () => {
      const expected = FORMATS.filter((format) => {
        if (format === 'jsonapi') return RESOURCES.includes(name);
        // Avro has no type for `any`.
        return format !== 'avro' || name !== 'contract-list';
      });
      assert.deepEqual(carried, expected);
    });

  for (const format of carried) {
    const codec = codecs[format];
    const rules = { source: format, deviations: new Set<never>() };
    const differenceOf = (document: Value, bytes: Uint8Array) =>
      compareDocument(model, document, codec.decode(model, bytes), rules);

    describe(`the codec of ${format}, with documents of ${name},`, () => {
      it('reads back every hard document, and tells it from the next one', () => {
        for (const [index, document] of documents.entries()) {
          const bytes = codec.encode(model, document);
          const other = documents[(index + 1) % documents.length]!;
          assert.equal(differenceOf(document, bytes), null, `${index}`);
          assert.notEqual(differenceOf(other, bytes), null, `${index}`);
        }
      });

      if (codec.respelled !== undefined)
        it('reads back every hard document in its other spelling, which is ASCII', () => {
          for (const [index, document] of documents.entries()) {
            const bytes = codec.respelled!(model, document);
            assert.ok(bytes.every((byte) => byte < 0x80));
            assert.equal(differenceOf(document, bytes), null, `${index}`);
          }
        });

      it('refuses every document that is cut off', () => {
        const document = documents[0]!;
        const bytes = codec.encode(model, document);
        const step = Math.max(1, Math.floor(bytes.length / 200));
        for (let end = 0; end < bytes.length; end += step) {
          const attempt = () => differenceOf(document, bytes.subarray(0, end));
          if (format !== 'protobuf') assert.throws(attempt, { name: 'DecodeError' }, `at ${end}`);
          // Protobuf marks no end: a document cut between two fields is one with fewer fields, which the comparison finds.
          else assert.throws(() => assert.equal(attempt(), null), { name: /^(DecodeError|AssertionError)$/ });
        }
      });
    });
  }
}

it('the other spelling of JSON is ASCII, with 0, 1 or 7 digits of a second and an offset', () => {
  const model = recordOf({ ключ: STRING, at: listOf(INSTANT), any: {} });
  const seconds = '2024-02-29T23:59:59';
  const at = [`${seconds}.000Z`, `${seconds}.500Z`, `${seconds}.120Z`, '9999-12-31T23:59:59.999Z'];
  const document = { ключ: 'é😀\\', at: at.map((text) => BigInt(Date.parse(text))), any: at[0]! };
  const last = '9999-12-31T23:59:59.9990000Z';
  assert.equal(
    Buffer.from(codecs.json.respelled!(model, document)).toString(),
    '{"\\u043A\\u043B\\u044E\\u0447":"\\u00E9\\uD83D\\uDE00\\\\",' +
      `"at":["${seconds}+00:00","${seconds}.5+00:00","${seconds}.1200000+00:00","${last}"],"any":"${at[0]}"}`,
  );
});
