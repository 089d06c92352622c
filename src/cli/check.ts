import { availableParallelism } from 'node:os';
import pc from 'picocolors';
import { checksumsOf } from '../measure/checksums.ts';
import { caseName, contenderName, type PlannedCase } from '../plan/plan.ts';
import { type Contender, type Deviation, isFailure, type Verdict } from '../plan/verdict.ts';
import { type RunnerClient, RunnerFailure } from '../runner/client.ts';
import { attended } from './attended.ts';
import type { FilterOptions, RunnerOptions } from './options.ts';
import type { ExitCode, Place } from './place.ts';
import { openPlan } from './session.ts';
import { makeTable } from './table.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

/** `wiremark check`: every row does its task on every document once; nothing is timed. */
export async function check(
  place: Place,
  suiteName: string,
  options: FilterOptions & RunnerOptions,
): Promise<ExitCode> {
  const { catalog, plan } = openPlan(place, suiteName, { ...options, limits: true });
  return attended<ExitCode>(null, async ({ status, signal }) => {
    const { cache } = place;
    const workbench = await openWorkbench({ plan, catalog, cache, progress: status.show, signal });
    let failed = false;
    for (const planned of plan.cases) {
      const rows = await checkCase(workbench, planned, signal, status.show);
      status.clear();
      process.stdout.write(`${caseName(planned)}\n${verdictTable(rows)}\n\n`);
      failed ||= rows.some(({ verdict }) => isFailure(verdict));
    }
    return failed ? 1 : 0;
  });
}

interface Row {
  readonly contender: Contender;
  readonly verdict: Verdict;
  /** The declared deviations that had to be forgiven. */
  readonly forgiven: readonly Deviation[];
}

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
      rows[index] = { contender, ...(await verify(workbench, planned, contender)) };
      signal.throwIfAborted();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  const unsupported = planned.unsupported.map((contender): Row => {
    const verdict = { verdict: 'unsupported', reason: `does not do ${planned.task}` } as const;
    return { contender, verdict, forgiven: [] };
  });
  return [...rows, ...unsupported];
}

async function verify(
  workbench: Workbench,
  planned: PlannedCase,
  contender: Contender,
): Promise<Omit<Row, 'contender'>> {
  const unavailable = workbench.unavailable(planned, contender);
  if (unavailable) return { verdict: unavailable, forgiven: [] };
  const forgiven = new Set<Deviation>();
  try {
    const runner = await workbench.start(planned, contender);
    try {
      for (const set of ['documents', 'hard'] as const) {
        const { verdict, used } = workbench.verify(planned, contender, set, await runner.dump(set));
        if (verdict.verdict !== 'ok') return { verdict, forgiven: [] };
        for (const deviation of used) forgiven.add(deviation);
      }
      const wrong = await wrongCount(workbench, planned, contender, runner);
      if (wrong !== null) return { verdict: { verdict: 'mismatch', reason: wrong }, forgiven: [] };
      return { verdict: { verdict: 'ok' }, forgiven: [...forgiven] };
    } finally {
      await runner.end();
    }
  } catch (error) {
    if (error instanceof RunnerFailure) return { verdict: error.verdict, forgiven: [] };
    throw error;
  }
}

/** What is wrong with the checksum of one rotation over the documents, where it is known beforehand; null: nothing. */
async function wrongCount(
  workbench: Workbench,
  planned: PlannedCase,
  contender: Contender,
  runner: RunnerClient,
): Promise<string | null> {
  const counts = workbench.counts(planned, contender);
  if (counts === null) return null;
  const { ops, checksum } = await runner.slice(counts.length);
  return checksumsOf(planned.task, counts.length, counts).add(ops, checksum);
}

function verdictTable(rows: readonly Row[]): string {
  const colour = process.stdout.isTTY === true && pc.isColorSupported;
  const { green, red, dim } = pc.createColors(colour);
  return makeTable(
    ['SERIALIZER', 'VERDICT', ''],
    rows.map(({ contender, verdict, forgiven }) => {
      const paint = verdict.verdict === 'ok' ? green : verdict.verdict.startsWith('un') ? dim : red;
      const deviations = forgiven.length > 0 ? `declared deviation: ${forgiven.join(', ')}` : '';
      return [
        contenderName(contender),
        paint(verdict.verdict),
        verdict.verdict === 'ok' ? deviations : describe(verdict),
      ];
    }),
  );
}

function describe(verdict: Exclude<Verdict, { verdict: 'ok' }>): string {
  return verdict.verdict === 'unavailable' && verdict.cure
    ? `${verdict.reason} (${verdict.cure})`
    : verdict.reason;
}
