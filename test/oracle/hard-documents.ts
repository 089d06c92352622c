/** Hard documents of many schemas, for tests of all formats. */
import { hardDocuments } from '../../src/dataset/hard.ts';
import type { SchemaModel } from '../../src/schema/model.ts';
import type { Value } from '../../src/schema/value.ts';
import { defined, recordOf } from '../dataset/definitions.ts';
import { BYTES, STRING } from '../schema/schemas.ts';
import { ticketDocuments, tickets } from './resources.ts';

export interface Subject {
  readonly name: string;
  readonly model: SchemaModel;
  readonly documents: readonly Value[];
}

/** Values whose lengths take three and four bytes. */
const long = [70_000, 2 ** 21].map((length) => ({
  s: 'x'.repeat(length),
  b: new Uint8Array(length).fill(7),
}));

export function ofDataset(name: string): Subject {
  const { model } = defined(`datasets/${name}`);
  return { name, model, documents: hardDocuments(model) };
}

/** Models with every type in every position, and with difficult names. */
export const subjects: readonly Subject[] = [
  ...['every-kind', 'contract-list', 'contract-deep'].map(ofDataset),
  ...['contract-wide', 'contract-names', 'contract-resources'].map(ofDataset),
  { name: 'long', model: recordOf({ s: STRING, b: BYTES }), documents: long },
  { name: 'tickets', model: tickets, documents: ticketDocuments },
];
