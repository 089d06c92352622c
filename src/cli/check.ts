import { availableParallelism } from 'node:os';
import pc from 'picocolors';
import { type CheckedRow, checkRow } from '../bench/checking.ts';
import { openPlan } from '../bench/definitions.ts';
import { openWorkbench, type Workbench } from '../bench/workbench.ts';
import { caseName } from '../define/names.ts';
import { sideBySide } from '../measure/side-by-side.ts';
import { contenderName } from '../plan/case.ts';
import type { PlannedCase } from '../plan/plan.ts';
import { isFailure, spelledReason } from '../plan/verdict.ts';
import { type Attendance, attended } from './attended.ts';
import type { PlanOptions } from './options.ts';
import type { ExitCode, Place } from './place.ts';
import { makeTable } from './table.ts';

/** `wiremark check`: every row does its task on every document; nothing is timed. */
export async function check(place: Place, suite: string, options: PlanOptions): Promise<ExitCode> {
  const { runner: runners } = options;
  const { catalog, plan } = openPlan(place.home, { suite, runners, filters: options, limits: true });
  return attended<ExitCode>(null, async (attendance) => {
    const { status, signal } = attendance;
    const { cache } = place;
    const workbench = await openWorkbench({ plan, catalog, cache, progress: status.show, signal });
    let failed = false;
    for (const planned of plan.cases) {
      const rows = await checkCase(workbench, planned, attendance);
      status.clear();
      process.stdout.write(`${caseName(planned)}\n${verdictTable(rows)}\n\n`);
      failed ||= rows.some(({ verdict }) => isFailure(verdict));
    }
    return failed ? 1 : 0;
  });
}

/** As many at once as there are cores: order and neighbours don't matter where nothing is timed. */
async function checkCase(
  workbench: Workbench,
  planned: PlannedCase,
  { status, signal }: Attendance,
): Promise<CheckedRow[]> {
  const { contenders } = planned;
  const rows: CheckedRow[] = [];
  await sideBySide([...contenders.entries()], availableParallelism(), async ([index, contender]) => {
    signal.throwIfAborted();
    const which = `${contenderName(contender)} (${index + 1} of ${contenders.length})`;
    status.show(`${caseName(planned)}: ${which}`);
    rows[index] = await checkRow(workbench, planned, contender);
  });
  const unsupported = planned.unsupported.map((contender): CheckedRow => {
    const verdict = { verdict: 'unsupported', reason: `does not do ${planned.task}` } as const;
    return { contender, verdict, forgiven: [] };
  });
  return [...rows, ...unsupported];
}

function verdictTable(rows: readonly CheckedRow[]): string {
  const colour = process.stdout.isTTY === true && pc.isColorSupported;
  const { green, red, dim } = pc.createColors(colour);
  return makeTable(
    ['SERIALIZER', 'VERDICT', ''],
    rows.map(({ contender, verdict, forgiven }) => {
      const paint = verdict.verdict === 'ok' ? green : isFailure(verdict) ? red : dim;
      const deviations = forgiven.length > 0 ? `declared deviation: ${forgiven.join(', ')}` : '';
      const remark = verdict.verdict === 'ok' ? deviations : spelledReason(verdict);
      return [contenderName(contender), paint(verdict.verdict), remark];
    }),
  );
}
