/** Verifies a row without timing it: a run's rehearsal, `check` and `doctor`. */
import type { Deviation } from '../define/types.ts';
import type { Contender } from '../plan/case.ts';
import type { PlannedCase } from '../plan/plan.ts';
import type { Verdict } from '../plan/verdict.ts';
import { type RunnerClient, RunnerFailure } from './client.ts';
import { procedureOf } from './procedure.ts';
import { Session } from './session.ts';
import { REHEARSAL, Trial } from './trial.ts';
import type { Workbench } from './workbench.ts';

export interface CheckedRow {
  readonly contender: Contender;
  readonly verdict: Verdict;
  readonly forgiven: readonly Deviation[];
  /** Where it breaks beyond the range of its data; null where it doesn't, or nothing is beyond. */
  readonly beyond: string | null;
  /** As its runner reports them; null for what never started. */
  readonly versions: { readonly runtime: string; readonly serializer: string } | null;
}

/**
 * Verifies a row by a trial without timed blocks: its first operation, slices over all documents, each document compared whole,
 * then unseen and hard documents.
 *
 * @param started takes its process as soon as it has started
 */
export async function checkRow(
  workbench: Workbench,
  planned: PlannedCase,
  contender: Contender,
  started: (client: RunnerClient) => void = () => {},
): Promise<CheckedRow> {
  const row = { contender, index: 0, ...workbench.manner(contender) };
  const rows = workbench.rowsOf<typeof row>(planned);
  let forgiven: readonly Deviation[] = [];
  let versions: CheckedRow['versions'] = null;
  const verdict = await withProcess(workbench, planned, contender, async (client) => {
    versions = { runtime: client.runtimeVersion, serializer: client.serializerVersion };
    started(client);
    const { batch } = planned;
    const place = { rows, row, case: 0, batch, cores: 1, seed: workbench.seed, round: REHEARSAL, group: 0 };
    const trial = new Trial({ ...place, procedure: procedureOf({ quick: true }), sample: () => {} }, client);
    await trial.first();
    await trial.rotate();
    await trial.verify();
    await trial.unseen();
    forgiven = [...(await trial.verifyHard())];
  });
  if (verdict.verdict !== 'ok') return { contender, verdict, forgiven: [], beyond: null, versions };
  const beyond = await breaksBeyond(workbench, planned, contender);
  return { contender, verdict: declaredVerdict(contender), forgiven, beyond, versions };
}

const NO_DIFFERENCE = { expected: '', found: '' };
/** An integer that a double may have rounded: up to 2⁵³ it has 16 digits. */
const ROUNDED = /^-?\d{16,}$/;

/** Where a row that is `ok` breaks on documents beyond the range of its data, found by another process. */
async function breaksBeyond(workbench: Workbench, planned: PlannedCase, contender: Contender) {
  if (!workbench.hasBeyond(planned) || contender.limit !== null) return null;
  const row = { contender, index: 0, ...workbench.manner(contender) };
  const verdict = await withProcess(workbench, planned, contender, async (client) => {
    const session = new Session(workbench.rowsOf<typeof row>(planned), row, client);
    await session.give('beyond');
    await session.whole();
  });
  if (verdict.verdict === 'ok') return null;
  const { expected, found } = (verdict.verdict === 'mismatch' && verdict.difference) || NO_DIFFERENCE;
  if (ROUNDED.test(expected) && Number(expected) === Number(found))
    return "can't hold integers above 2⁵³; your data has none";
  return `outside your data's range: ${verdict.reason.replace(/^hard documents? ?\d*:? /, '')}`;
}

function declaredVerdict({ definition }: Contender): Verdict {
  if (definition.remembers !== true) return { verdict: 'ok' };
  return {
    verdict: 'remembers',
    reason: 'keeps results from call to call, as its entry declares',
    declared: true,
  };
}

/** The version that a row's runner reports, or why the row is unavailable. */
export async function askVersion(workbench: Workbench, planned: PlannedCase, contender: Contender) {
  let version = '';
  const verdict = await withProcess(workbench, planned, contender, async (client) => {
    version = client.serializerVersion;
  });
  return { version, verdict };
}

/** @returns `ok`, or the verdict of what failed */
async function withProcess(
  workbench: Workbench,
  planned: PlannedCase,
  contender: Contender,
  work: (client: RunnerClient) => Promise<void>,
): Promise<Verdict> {
  const unavailable = workbench.unavailable(planned, contender);
  if (unavailable !== null) return unavailable;
  try {
    const client = await workbench.start(planned, contender);
    await work(client).finally(() => client.end());
    return { verdict: 'ok' };
  } catch (error) {
    if (error instanceof RunnerFailure) return error.verdict;
    throw error;
  }
}
