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
  // Skips models that the build program rejects, since it doesn't know their words.
  if (!isWhole(model) || [...model.records.values()].some(({ resource }) => resource)) continue;
  test(`the training document of ${definition.name} is a valid fixture`, () => {
    const fixture = trainingFixture(
      readModel(emitModel({ dataset: definition.name, model, protoOptions: [] })),
    );
    const documents = decodeFixture(fixture);
    assert.equal(documents.length, 1);
    // wiremark's writer rejects values that aren't of the model, and writes fields in the schema's order.
    assert.deepEqual(encodeFixture(model, documents), new Uint8Array(fixture));
  });
}
