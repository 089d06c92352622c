/** The document that the JVM's build program trains with: of every model, with each of its types in it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readModel as readSchema } from '../../../src/dataset/prepare.ts';
import { readDataset } from '../../../src/define/dataset.ts';
import { findDefinitions } from '../../../src/define/found.ts';
import { decodeFixture, encodeFixture } from '../../../src/oracle/fixture.ts';
import { emitModel } from '../../../src/schema/emit/model.ts';
import { isWhole } from '../../../src/schema/model.ts';
import { readModel } from '../../build-kit/model.mjs';
import { trainingFixture } from '../build/training.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

for (const folder of findDefinitions(root).datasets) {
  const definition = readDataset(folder);
  const model = readSchema(definition);
  // Models with words that the build program doesn't know are refused before it trains.
  if (!isWhole(model) || [...model.records.values()].some(({ resource }) => resource)) continue;
  test(definition.name, () => {
    const fixture = trainingFixture(
      readModel(emitModel({ dataset: definition.name, model, protoOptions: [] })),
    );
    const documents = decodeFixture(fixture);
    assert.equal(documents.length, 1);
    // Our own writer refuses what isn't of the model, and writes fields in the schema's order.
    assert.deepEqual(encodeFixture(model, documents), new Uint8Array(fixture));
  });
}
