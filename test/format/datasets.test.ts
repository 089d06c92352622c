/** The documents that are really used, in every format. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compareDocument } from '../../src/dataset/compare.ts';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { FORMATS } from '../../src/define/types.ts';
import { codecs } from '../../src/format/index.ts';
import { parseSchema } from '../../src/schema/parse.ts';

const folder = fileURLToPath(new URL('../../datasets', import.meta.url));

for (const dataset of readdirSync(folder)) {
  describe(`hard documents of ${dataset}`, () => {
    const file = join(folder, dataset, 'schema.json');
    const model = parseSchema(readFileSync(file, 'utf8'), file);
    // Avro has no type for any value.
    const carries = FORMATS.filter((format) => format !== 'avro' || dataset !== 'contract-list');
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
