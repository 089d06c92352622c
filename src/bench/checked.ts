/** A whole plan checked, case by case, and as a record whose rows are those of a run. */
import { availableParallelism } from 'node:os';
import { recordMachine } from '../measure/machine.ts';
import { resolveSettings } from '../measure/settings.ts';
import { sideBySide } from '../measure/side-by-side.ts';
import type { Contender } from '../plan/case.ts';
import type { Plan, PlannedCase } from '../plan/plan.ts';
import type { RunRecord } from '../store/record.ts';
import { type CheckedRow, checkRow } from './checking.ts';
import { plannedRecord, Recorder, type RunFacts } from './recorder.ts';
import type { Workbench } from './workbench.ts';

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
      const verdict = { verdict: 'unsupported', reason: `does not do ${planned.task}` } as const;
      return { contender, verdict, forgiven: [], beyond: null, versions: null };
    });
    yield { planned, rows: [...rows, ...unsupported] };
  }
}

/** What was found, as a run would record it, but without rounds: nothing was timed. */
export async function checkedRecord(
  workbench: Workbench,
  plan: Plan,
  cases: readonly CheckedCase[],
  { tool, startedAt }: Pick<RunFacts, 'tool' | 'startedAt'>,
): Promise<RunRecord> {
  const record = plannedRecord(plan, {
    ...{ id: 'check', tool, startedAt, machine: await recordMachine() },
    settings: resolveSettings({ seed: workbench.seed }, plan.suite.quick),
    request: { suite: plan.suite.name, runners: [], filters: {}, limits: true, memory: false, packages: {} },
    ...{ workbench, published: {}, labels: {}, after: null },
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
