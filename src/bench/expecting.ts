/** How long a run will take: by what it has to do, and by what earlier runs of this folder took on this machine. */
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { Catalog } from '../define/catalog.ts';
import {
  type CaseProgress,
  expectedCase,
  expectedWhole,
  likelyRounds,
  paceOf,
  type Span,
} from '../measure/expected.ts';
import { processesThatFit } from '../measure/fit.ts';
import { recordMachine } from '../measure/machine.ts';
import { QUICK_ROUNDS } from '../measure/settings.ts';
import { median, sortSamples } from '../stats/samples.ts';
import { StoreError } from '../store/error.ts';
import { runFolders } from '../store/locate.ts';
import { readRecord } from '../store/reader.ts';
import type { RunCase, RunRecord, RunSettings } from '../store/record.ts';
import { secondsTaken } from '../store/state.ts';
import type { RunPlan } from './run.ts';

/** What tells how long a run takes. */
export type ExpectedRun = Pick<RunPlan, 'catalog' | 'plan' | 'settings' | 'request' | 'resumed'>;

/** Earlier runs that are looked at: the newest. */
const LOOKED_AT = 20;
/** Of these, those that tell the pace. */
const PACED = 5;
/** How far the rounds of a case may be from those that it took before. */
const AGAIN: Span = { least: 0.8, most: 1.25 };

/** How each case stands before anything is measured, or where it was left. */
export function expectedCases({ catalog, plan, settings, request, resumed }: ExpectedRun): CaseProgress[] {
  const likely = likelyRounds(settings);
  return plan.cases.map(({ contenders }, number) => {
    const rows = contenders.map(({ runtime, limit }) => ({ runtime, limit }));
    const { rounds = 0, ended } = resumed?.run.record.cases[number] ?? {};
    const one = expectedCase(inputOf(catalog, rows, settings), request.memory, likely);
    return { ...one, rounds, ended: ended !== undefined };
  });
}

/** How long a run takes, before it begins. @param root the folder in which runs are kept */
export async function expectedTime(root: string, run: ExpectedRun): Promise<Span> {
  const { plan, settings, resumed } = run;
  const earlier = await earlierRuns(root);
  const cases = expectedCases(run).map((one, number): CaseProgress => {
    const known = knownRounds(plan.cases[number]!, settings, earlier);
    return known === null ? one : { ...one, likely: known };
  });
  const spent = resumed === null ? 0 : resumed.run.record.seconds;
  const budget = settings.budget === null ? null : settings.budget - spent;
  return expectedWhole(cases, budget, knownPace(run, earlier));
}

/** The same run with `--quick`: a first reading. */
export function quickly(run: ExpectedRun): ExpectedRun {
  const cases = run.plan.cases.map((one) => ({
    ...one,
    contenders: one.contenders.filter(({ limit }) => limit === null),
  }));
  return {
    ...run,
    plan: { ...run.plan, cases },
    settings: { ...run.settings, quick: true, rounds: QUICK_ROUNDS },
    request: { ...run.request, memory: false },
  };
}

function inputOf(
  catalog: Catalog,
  rows: readonly { readonly runtime: string; readonly limit: RunRecord['contenders'][number]['limit'] }[],
  settings: Pick<RunSettings, 'quick'>,
) {
  const all = rows.map(({ runtime, limit }) => ({ ...catalog.runners.get(runtime)!, limit }));
  const processes = processesThatFit(all, process.availableMemory());
  return { rows: all, settings, cores: availableParallelism(), processes };
}

/** Newest first. What can't be read tells nothing; others complain of it. */
async function earlierRuns(root: string): Promise<RunRecord[]> {
  const folders = await runFolders(root).catch(() => []);
  const newest = folders.sort((a, b) => (basename(a) < basename(b) ? 1 : -1)).slice(0, LOOKED_AT);
  const { cpu, cores } = await recordMachine();
  return newest.flatMap((folder) => {
    try {
      const record = readRecord(folder);
      return record.machine.cpu === cpu && record.machine.cores === cores ? [record] : [];
    } catch (error) {
      if (error instanceof StoreError) return [];
      throw error;
    }
  });
}

/** How many rounds a case took when it was measured before to the same target; null when it wasn't. */
function knownRounds(
  { dataset, size, task }: Pick<RunCase, 'dataset' | 'size' | 'task'>,
  { quick, target, rounds }: RunSettings,
  earlier: readonly RunRecord[],
): Span | null {
  const within = (value: number) => Math.min(rounds.maximum, Math.max(rounds.minimum, Math.round(value)));
  for (const { settings, cases } of earlier) {
    if (settings.quick !== quick || settings.target !== target) continue;
    const same = cases.find((one) => one.dataset === dataset && one.size === size && one.task === task);
    if (same?.rounds === undefined || (same.ended !== 'target' && same.ended !== 'rounds')) continue;
    return { least: within(same.rounds * AGAIN.least), most: within(same.rounds * AGAIN.most) };
  }
  return null;
}

/** How earlier runs got on, by what is expected of them now; null where none was like this one. */
function knownPace({ catalog, settings }: ExpectedRun, earlier: readonly RunRecord[]): number | null {
  const paces = earlier.flatMap((record) => {
    const seconds = secondsTaken(record);
    const isAlike = record.settings.quick === settings.quick && record.interruptions === undefined;
    const isKnown = record.contenders.every(({ runtime }) => catalog.runners.has(runtime));
    const cases = record.cases.filter(({ rounds = 0 }) => rounds > 0);
    if (seconds === null || !isAlike || !isKnown || cases.length === 0) return [];
    const expected = cases.map(({ contenders, rounds = 0 }) => {
      const rows = contenders.map((index) => record.contenders[index]!);
      const input = inputOf(catalog, rows, record.settings);
      return expectedCase(input, record.request?.memory ?? false, { least: rounds, most: rounds });
    });
    return [paceOf(expected, seconds)];
  });
  return paces.length === 0 ? null : median(sortSamples(paces.slice(0, PACED)));
}
