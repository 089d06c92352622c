import { availableParallelism } from 'node:os';
import pc from 'picocolors';
import { caseName, contenderName, type PlannedCase } from '../plan/plan.ts';
import type { Contender, Verdict } from '../plan/verdict.ts';
import { RunnerFailure } from '../runner/client.ts';
import { interruptSignal } from './interrupt.ts';
import type { ExitCode, Place } from './main.ts';
import type { FilterOptions, RunnerOptions } from './options.ts';
import { openPlan } from './session.ts';
import { openStatus } from './status.ts';
import { makeTable } from './table.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

/** `wiremark check`: every row does its task on every document once; nothing is timed. */
export async function check(
  place: Place,
  suiteName: string,
  options: FilterOptions & RunnerOptions,
): Promise<ExitCode> {
  const { catalog, plan } = openPlan(place, suiteName, options);
  const status = await openStatus();
  const { signal, done } = interruptSignal();
  try {
    const workbench = await openWorkbench({
      plan,
      catalog,
      cache: place.cache,
      progress: status.show,
      signal,
    });
    let failed = false;
    for (const planned of plan.cases) {
      const verdicts = await checkCase(workbench, planned, signal, status.show);
      status.clear();
      process.stdout.write(`${caseName(planned)}\n${verdictTable(verdicts)}\n\n`);
      failed ||= verdicts.some(([, { verdict }]) => !['ok', 'unavailable', 'unsupported'].includes(verdict));
    }
    return failed ? 1 : 0;
  } finally {
    status.clear();
    done();
  }
}

type Row = readonly [Contender, Verdict];

/** As many at once as there are cores: order and neighbours don't matter where nothing is timed. */
async function checkCase(
  workbench: Workbench,
  planned: PlannedCase,
  signal: AbortSignal,
  progress: (text: string) => void,
): Promise<Row[]> {
  const waiting = [...planned.contenders.entries()];
  const rows: Row[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, contender] = next;
      progress(
        `${caseName(planned)}: ${contenderName(contender)} (${index + 1} of ${planned.contenders.length})`,
      );
      rows[index] = [contender, await verdictOf(workbench, planned, contender)];
      signal.throwIfAborted();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  const unsupported = planned.unsupported.map((contender): Row => {
    return [contender, { verdict: 'unsupported', reason: `does not do ${planned.task}` }];
  });
  return [...rows, ...unsupported];
}

async function verdictOf(workbench: Workbench, planned: PlannedCase, contender: Contender): Promise<Verdict> {
  try {
    const runner = await workbench.start(planned, contender);
    try {
      for (const set of ['documents', 'hard'] as const) {
        const file = await runner.dump(set);
        const { verdict } = workbench.verify(planned, contender, set, file);
        if (verdict.verdict !== 'ok') return verdict;
      }
      return { verdict: 'ok' };
    } finally {
      await runner.end();
    }
  } catch (error) {
    if (error instanceof RunnerFailure) return error.verdict;
    throw error;
  }
}

function verdictTable(rows: readonly Row[]): string {
  const colour = process.stdout.isTTY === true && pc.isColorSupported;
  const { green, red, dim } = pc.createColors(colour);
  return makeTable(
    ['SERIALIZER', 'VERDICT', ''],
    rows.map(([contender, verdict]) => {
      const { deviations } = contender.definition;
      const paint = verdict.verdict === 'ok' ? green : verdict.verdict.startsWith('un') ? dim : red;
      const declared = deviations.length > 0 ? `declared: ${deviations.join(', ')}` : '';
      return [
        contenderName(contender),
        paint(verdict.verdict),
        verdict.verdict === 'ok' ? declared : describe(verdict),
      ];
    }),
  );
}

function describe(verdict: Exclude<Verdict, { verdict: 'ok' }>): string {
  return verdict.verdict === 'unavailable' && verdict.cure
    ? `${verdict.reason} (${verdict.cure})`
    : verdict.reason;
}
