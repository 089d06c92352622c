import { availableParallelism } from 'node:os';
import { recordMachine } from '../machine/describe.ts';
import type { Contender } from '../plan/case.ts';
import type { Plan, PlannedCase } from '../plan/plan.ts';
import type { RunRecord } from '../store/record/record.ts';
import { type CheckedRow, checkRow } from '../trial/check.ts';
import type { Workbench } from '../trial/workbench.ts';
import { doesNot, plannedRecord, Recorder, type RunFacts } from './recorder.ts';
import { resolveSettings } from './settings.ts';
import { sideBySide } from './side-by-side.ts';

export interface CheckedCase {
  readonly planned: PlannedCase;
  readonly rows: readonly CheckedRow[];
}

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
