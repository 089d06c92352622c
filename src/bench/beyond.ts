/** What lies beyond the range of a person's data: documents to the limits of the types, which no verdict depends on. */
import { fixturesDigest } from '../dataset/digest.ts';
import { encodeFixture } from '../dataset/fixture.ts';
import type { PreparedDataset } from '../dataset/prepare.ts';
import type { PlannedCase } from '../plan/plan.ts';

/** A case whose hard documents are those beyond. */
export type CaseBeyond = PlannedCase & { readonly beyond: true };

/** The same dataset with those in place of the hard documents that keep to its range. */
export function datasetBeyond(dataset: PreparedDataset): PreparedDataset {
  const { documents, file } = dataset.beyond!;
  const fixtures = { ...dataset.fixtures, hard: encodeFixture(dataset.model, documents) };
  return {
    ...dataset,
    hard: documents,
    counts: { ...dataset.counts, hard: documents.length },
    files: { ...dataset.files, hard: file },
    ...{ fixtures, digest: fixturesDigest(fixtures.documents, fixtures.hard) },
  };
}
