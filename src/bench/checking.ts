/** Rows without timing: do they do the work, and which version answers? */

import type { Deviation } from '../define/types.ts';
import { procedureOf } from '../measure/settings.ts';
import { Trial } from '../measure/trial.ts';
import type { When } from '../measure/types.ts';
import type { Contender } from '../plan/case.ts';
import type { PlannedCase } from '../plan/plan.ts';
import type { Verdict } from '../plan/verdict.ts';
import { type RunnerClient, RunnerFailure } from '../runner/client.ts';
import type { Workbench } from './workbench.ts';

export interface CheckedRow {
  readonly contender: Contender;
  readonly verdict: Verdict;
  /** The declared deviations that had to be forgiven. */
  readonly forgiven: readonly Deviation[];
}

/**
 * Verifies a row in the way of a run: a trial with its first operation, both verifications, and between them slices over
 * all documents, whose checksums must be those of what was verified, and documents that it has never seen.
 */
export async function checkRow(
  workbench: Workbench,
  planned: PlannedCase,
  contender: Contender,
): Promise<CheckedRow> {
  const forgiven = new Set<Deviation>();
  const verdict = await withRunner(workbench, planned, contender, async (client) => {
    const input = {
      ...{ case: 0, batch: planned.batch, documents: workbench.documents(planned), cores: 1 },
      settings: { seed: workbench.seed },
      fresh: () => workbench.fresh(planned, contender),
      async verify(_row: unknown, _client: unknown, when: When) {
        const verified = await workbench.verify(planned, contender, client, when === 'after timing');
        for (const deviation of verified.used) forgiven.add(deviation);
        return verified;
      },
    };
    const row = { index: 0, ...workbench.manner(contender) };
    const place = { input, procedure: procedureOf({ quick: true }), contender: row, round: 0, group: 0 };
    const trial = new Trial({ ...place, sample: () => {} }, client);
    await trial.first();
    await trial.verify('before timing');
    await trial.rotate();
    await trial.fresh();
    await trial.verify('after timing');
  });
  return { contender, verdict, forgiven: verdict.verdict === 'ok' ? [...forgiven] : [] };
}

/** The version that a contender's runner tells, or why it can't be had. */
export async function askVersion(
  workbench: Workbench,
  planned: PlannedCase,
  contender: Contender,
): Promise<{ readonly version: string; readonly verdict: Verdict }> {
  let version = '';
  const verdict = await withRunner(workbench, planned, contender, async ({ serializerVersion }) => {
    version = serializerVersion;
  });
  return { version, verdict };
}

/** @returns `ok`, or the verdict of whatever failed */
async function withRunner(
  workbench: Workbench,
  planned: PlannedCase,
  contender: Contender,
  work: (client: RunnerClient) => Promise<void>,
): Promise<Verdict> {
  const unavailable = workbench.unavailable(planned, contender);
  if (unavailable) return unavailable;
  try {
    const client = await workbench.start(planned, contender);
    try {
      await work(client);
      return { verdict: 'ok' };
    } finally {
      await client.end();
    }
  } catch (error) {
    if (error instanceof RunnerFailure) return error.verdict;
    throw error;
  }
}
