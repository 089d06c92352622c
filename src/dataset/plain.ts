import { encodeFixture } from '../oracle/fixture.ts';
import { jsonCodec } from '../oracle/formats/json.ts';
import { decodeJson } from '../oracle/formats/json-decode.ts';
import { ANY, type SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import { UserDataError } from './document.ts';
import { digestOf, type PreparedDataset } from './prepare.ts';
import { userValue } from './user-documents.ts';

const PLAIN: SchemaModel = { root: ANY, records: new Map(), enums: new Map() };

/**
 * Returns a dataset's documents as plain objects, without a schema; null if a timed or held-back document has an integer
 * that a double can't represent. Hard documents with such an integer are left out.
 */
export function plainView(dataset: PreparedDataset): PreparedDataset | null {
  const { definition, size, model, own = [] } = dataset;
  const exact = (all: readonly Value[], from = own.length) =>
    all
      .map((one, index) => plainValue(own[from + index]?.bytes ?? jsonCodec.encode(model, one)))
      .filter((one) => one !== undefined);
  const documents = exact(dataset.documents, 0);
  const hard = exact(dataset.hard);
  const heldBack = exact(dataset.heldBack, documents.length);
  if (documents.length < dataset.documents.length || heldBack.length < dataset.heldBack.length) return null;
  const fixture = encodeFixture(PLAIN, documents);
  return {
    ...{ definition, size, model: PLAIN, fixture, objects: documents, documents, hard, heldBack, own },
    beyond: dataset.beyond && exact(dataset.beyond),
    digest: digestOf(PLAIN, fixture, hard, heldBack, own),
  };
}

function plainValue(json: Uint8Array): Value | undefined {
  try {
    return userValue(PLAIN, decodeJson(json));
  } catch (error) {
    if (error instanceof UserDataError) return undefined;
    throw error;
  }
}
