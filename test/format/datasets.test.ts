/** The documents that are really used, in every format. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { FORMATS, type KnownFormat } from '../../src/define/types.ts';
import { codecs } from '../../src/format/index.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import { compareDocument } from '../../src/verify/compare.ts';

const folder = fileURLToPath(new URL('../../datasets', import.meta.url));

/** Datasets whose documents are resources. */
const RESOURCES = [
  'contract-resources',
  'organisation',
  'organisations',
  'post',
  'posts',
  'posts-camel',
  'user',
];

/** What a format can't carry: Avro has no type for any value, and JSON:API's documents are resources. */
const LACKING: Partial<Record<KnownFormat, (dataset: string) => boolean>> = {
  avro: (dataset) => dataset === 'contract-list',
  jsonapi: (dataset) => !RESOURCES.includes(dataset),
};

for (const dataset of readdirSync(folder)) {
  describe(`hard documents of ${dataset}`, () => {
    const file = join(folder, dataset, 'schema.json');
    const model = parseSchema(readFileSync(file, 'utf8'), file);
    const carries = FORMATS.filter((format) => LACKING[format]?.(dataset) !== true);
    it(`fit every format but ${FORMATS.filter((format) => !carries.includes(format)).join(', ')}`, () => {
      for (const format of FORMATS) {
        assert.equal(codecs[format].unsupported(model) === null, carries.includes(format), format);
      }
    });
    for (const format of carries) {
      it(`come back from ${format}`, () => {
        for (const document of hardDocuments(model)) {
          const found = codecs[format].decode(model, codecs[format].encode(model, document));
          assert.equal(
            compareDocument(model, document, found, { source: format, deviations: new Set() }),
            null,
          );
        }
      });
    }
  });
}
