/** Verifies rows without recording times: before a run measures them, and for `check`. `doctor` only asks for their versions. */
import type { Deviation } from '../define/types.ts';
import type { Contender } from '../plan/case.ts';
import type { PlannedCase } from '../plan/plan.ts';
import type { Verdict } from '../plan/verdict.ts';
import { type RunnerClient, RunnerFailure } from './client.ts';
import { Session } from './session.ts';
import { Trial } from './trial.ts';
import { procedureOf } from './types.ts';
import type { Workbench } from './workbench.ts';

export interface CheckedRow {
  readonly contender: Contender;
  readonly verdict: Verdict;
  readonly forgiven: readonly Deviation[];
  readonly beyond: string | null;
  readonly versions: { readonly runtime: string; readonly serializer: string } | null;
}

export async function checkRow(
  workbench: Workbench,
  planned: PlannedCase,
  contender: Contender,
  started: (client: RunnerClient) => void = () => {},
): Promise<CheckedRow> {
  const row = workbench.row(planned, contender);
  let forgiven: readonly Deviation[] = [];
  let versions: CheckedRow['versions'] = null;
  const verdict = await withProcess(workbench, planned, contender, async (client) => {
    versions = { runtime: client.runtimeVersion, serializer: client.serializerVersion };
    started(client);
    const { seed } = workbench;
    const place = { row, case: 0, batch: planned.batch, cores: 1, seed, round: 0, group: 0 };
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

/** Integers of 16 or more digits: a double may round them. */
const ROUNDED = /^-?\d{16,}$/;

/**
 * Returns how a row fails on documents with values beyond the bounds of the dataset's schema; null if it
 * doesn't fail or isn't tested. Uses a fresh process.
 */
async function breaksBeyond(workbench: Workbench, planned: PlannedCase, contender: Contender) {
  if (!workbench.hasBeyond(planned) || contender.limit !== null) return null;
  const verdict = await withProcess(workbench, planned, contender, async (client) => {
    const session = new Session(workbench.row(planned, contender), client);
    await session.give('beyond');
    await session.whole();
  });
  if (verdict.verdict === 'ok') return null;
  const { expected = '', found = '' } = (verdict.verdict === 'mismatch' && verdict.difference) || {};
  if (ROUNDED.test(expected) && Number(expected) === Number(found))
    return "can't hold integers above 2⁵³; your data has none";
  return `outside your data's range: ${verdict.reason.replace(/^hard documents? ?\d*:? /, '')}`;
}

function declaredVerdict({ definition }: Contender): Verdict {
  if (definition.remembers !== true) return { verdict: 'ok' };
  const reason = 'keeps results from call to call, as its entry declares';
  return { verdict: 'remembers', reason, declared: true };
}

export async function askVersion(workbench: Workbench, planned: PlannedCase, contender: Contender) {
  let version = '';
  const verdict = await withProcess(workbench, planned, contender, async (client) => {
    version = client.serializerVersion;
  });
  return { version, verdict };
}

async function withProcess(
  workbench: Workbench,
  planned: PlannedCase,
  contender: Contender,
  work: (client: RunnerClient) => Promise<void>,
): Promise<Verdict> {
  try {
    const client = await workbench.start(planned, contender);
    await work(client).finally(() => client.end());
    return { verdict: 'ok' };
  } catch (error) {
    if (error instanceof RunnerFailure) return error.verdict;
    throw error;
  }
}
