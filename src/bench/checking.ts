/** Rows without timing: do they do the work, and which version answers? */
import { availableParallelism } from 'node:os';
import type { Deviation } from '../define/types.ts';
import { recordMachine } from '../machine/describe.ts';
import { procedureOf, resolveSettings } from '../measure/settings.ts';
import { sideBySide } from '../measure/side-by-side.ts';
import { REHEARSAL, Trial, type TrialInput } from '../measure/trial.ts';
import { Work } from '../measure/work.ts';
import type { Contender } from '../plan/case.ts';
import type { Plan, PlannedCase } from '../plan/plan.ts';
import type { Verdict } from '../plan/verdict.ts';
import { type RunnerClient, RunnerFailure } from '../runner/client.ts';
import type { RunRecord } from '../store/record/record.ts';
import { doesNot, plannedRecord, Recorder, type RunFacts } from './recorder.ts';
import type { Workbench } from './workbench.ts';

export interface CheckedRow {
  readonly contender: Contender;
  readonly verdict: Verdict;
  readonly forgiven: readonly Deviation[];
  /** Where it breaks beyond the range of its data; null where it doesn't, or nothing is beyond. */
  readonly beyond: string | null;
  /** As its runner told them; null for what never started. */
  readonly versions: { readonly runtime: string; readonly serializer: string } | null;
}

/**
 * Verifies a row in the way of a run: a trial with its first operation, slices over all documents, each document compared
 * whole, then documents that it has never seen, and hard ones. It is how a run rehearses, too.
 *
 * @param start a fresh process, see Workbench
 */
export async function checkRow(
  workbench: Workbench,
  planned: PlannedCase,
  contender: Contender,
  start = () => workbench.start(planned, contender) as Promise<RunnerClient>,
): Promise<CheckedRow> {
  let forgiven: readonly Deviation[] = [];
  let versions: CheckedRow['versions'] = null;
  const verdict = await withRunner(start, workbench.unavailable(planned, contender), async (client) => {
    versions = { runtime: client.runtimeVersion, serializer: client.serializerVersion };
    const input: TrialInput = {
      case: 0,
      batch: planned.batch,
      cores: 1,
      settings: { seed: workbench.seed },
      set: (_, client, kind) => workbench.set(planned, contender, client, kind),
      passed: (_, used) => {
        forgiven = [...used];
      },
    };
    const row = { index: 0, ...workbench.manner(contender) };
    const place = {
      input,
      procedure: procedureOf({ quick: true }),
      contender: row,
      round: REHEARSAL,
      group: 0,
    };
    const trial = new Trial({ ...place, sample: () => {} }, client);
    await trial.first();
    await trial.rotate();
    await trial.verify();
    await trial.unseen();
    await trial.verifyHard();
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
  const row = { index: 0, ...workbench.manner(contender) };
  const start = () => workbench.start(planned, contender);
  const verdict = await withRunner(start, null, async (client) => {
    const set: TrialInput['set'] = (_, client, kind) => workbench.set(planned, contender, client, kind);
    const work = new Work({ set }, row, client);
    await work.give('beyond');
    await work.whole();
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

/** The version that a contender's runner tells, or why the contender is unavailable. */
export async function askVersion(workbench: Workbench, planned: PlannedCase, contender: Contender) {
  let version = '';
  const start = () => workbench.start(planned, contender);
  const verdict = await withRunner(start, workbench.unavailable(planned, contender), async (client) => {
    version = client.serializerVersion;
  });
  return { version, verdict };
}

/** @returns `ok`, or the verdict of whatever failed */
async function withRunner(
  start: () => Promise<RunnerClient>,
  unavailable: Verdict | null,
  work: (client: RunnerClient) => Promise<void>,
): Promise<Verdict> {
  if (unavailable) return unavailable;
  try {
    const client = await start();
    await work(client).finally(() => client.end());
    return { verdict: 'ok' };
  } catch (error) {
    if (error instanceof RunnerFailure) return error.verdict;
    throw error;
  }
}

export interface CheckedCase {
  readonly planned: PlannedCase;
  /** In the order of the plan, then what doesn't do the task. */
  readonly rows: readonly CheckedRow[];
}

/**
 * As many rows at once as there are cores: nothing is timed, so order and other rows don't matter.
 *
 * @param begins told of each row as it begins, and how many are done
 */
export async function* checkCases(
  workbench: Workbench,
  plan: Plan,
  signal: AbortSignal,
  begins: (planned: PlannedCase, contender: Contender, done: number) => void,
): AsyncGenerator<CheckedCase> {
  let done = 0;
  for (const planned of plan.cases) {
    const rows: CheckedRow[] = [];
    const entries = [...planned.contenders.entries()];
    await sideBySide(entries, availableParallelism(), async ([index, contender]) => {
      signal.throwIfAborted();
      begins(planned, contender, done);
      rows[index] = await checkRow(workbench, planned, contender);
      done++;
    });
    const unsupported = planned.unsupported.map((contender): CheckedRow => {
      return { contender, verdict: doesNot(planned.task), forgiven: [], beyond: null, versions: null };
    });
    yield { planned, rows: [...rows, ...unsupported] };
  }
}

/** What was found, as a run would record it, but without rounds: nothing was timed. */
export function checkedRecord(
  workbench: Workbench,
  plan: Plan,
  cases: readonly CheckedCase[],
  { tool, startedAt }: Pick<RunFacts, 'tool' | 'startedAt'>,
): RunRecord {
  const record = plannedRecord(plan, workbench, {
    id: 'check',
    tool,
    startedAt,
    machine: recordMachine(),
    settings: resolveSettings({ seed: workbench.seed }, plan.suite.quick),
    request: { suite: plan.suite.name, runners: [], filters: {}, limits: true, memory: false, packages: {} },
  });
  const recorder = new Recorder(record, { record, sample() {}, save() {}, finish() {} });
  for (const [number, { planned, rows }] of cases.entries()) {
    const own = rows.slice(0, planned.contenders.length);
    for (const { contender, verdict, forgiven, beyond, versions } of own) {
      const index = recorder.indexOf(contender);
      if (versions !== null) recorder.started(index, versions);
      if (verdict.verdict === 'ok') recorder.verified(number, index, forgiven, null, beyond);
      else recorder.failed(number, index, verdict);
    }
  }
  return recorder.record;
}
