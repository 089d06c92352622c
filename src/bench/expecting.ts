/** How long a run will take: by what it has to do, and by what earlier runs of this folder took on this machine. */
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { Catalog } from '../define/catalog.ts';
import { rowName } from '../define/names.ts';
import { recordMachine } from '../machine/describe.ts';
import {
  type CaseProgress,
  expectedCase,
  expectedRest,
  likelyRounds,
  slowdown,
} from '../measure/expected.ts';
import { processesThatFit } from '../measure/fit.ts';
import { contenderName } from '../plan/case.ts';
import { QUICK_ROUNDS } from '../stats/judgement.ts';
import { median, sortSamples } from '../stats/samples.ts';
import { StoreError } from '../store/error.ts';
import { readRecord } from '../store/folder/reader.ts';
import { runFolders } from '../store/locate.ts';
import type { RunContender, RunRecord, RunSettings } from '../store/record/record.ts';
import { secondsTaken } from '../store/state.ts';
import type { RunPlan } from './run.ts';

/** What tells how long a run takes. */
export type ExpectedRun = Pick<RunPlan, 'catalog' | 'plan' | 'settings' | 'request' | 'resumed'>;

/** Earlier runs that are looked at: the newest. */
const LOOKED_AT = 20;
/** Of these, those that tell the pace. */
const PACED = 5;

/** What a run has before it, as far as that is known before it begins. */
export interface Expectation {
  readonly cases: readonly CaseProgress[];
  /** By which earlier runs here took longer, or less, than expected, without other programs. */
  readonly pace: number;
  /** Seconds. */
  readonly budget: number;
  /** Serializers, but for those that were unavailable before. */
  readonly rows: number;
  /** If no other program disturbs it. */
  readonly seconds: number;
}

/** @param root the folder in which runs are kept */
export async function expectedRun(root: string, run: ExpectedRun): Promise<Expectation> {
  const { catalog, plan, settings, request, resumed } = run;
  const earlier = await earlierRuns(root);
  const absent = absentRows(earlier);
  const cases = plan.cases.map(({ contenders: all }, number): CaseProgress => {
    const contenders = all.filter((row) => !absent.has(contenderName(row)));
    const { rounds = 0, ended } = resumed?.run.record.cases[number] ?? {};
    const one = expectedCase(inputOf(catalog, contenders, settings), request.memory, likelyRounds(settings));
    return { ...one, rounds, ended: ended !== undefined };
  });
  const pace = knownPace(run, earlier);
  const spent = resumed === null ? 0 : resumed.run.record.seconds;
  const budget = settings.budget === null ? Number.POSITIVE_INFINITY : Math.max(0, settings.budget - spent);
  const rows = plan.contenders.filter((row) => row.limit === null && !absent.has(contenderName(row))).length;
  return { cases, pace, budget, rows, seconds: Math.min(budget, expectedRest(cases, pace)) };
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
  rows: readonly Pick<RunContender, 'runtime' | 'limit'>[],
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
  const { cpu, cores } = recordMachine();
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

/** Rows that were unavailable when they were last asked for take no time. */
function absentRows(earlier: readonly RunRecord[]): Set<string> {
  const last = new Map<string, boolean>();
  for (const { contenders, outcomes } of earlier.toReversed())
    for (const { contender, verdict } of outcomes)
      last.set(rowName(contenders[contender]!), verdict.verdict === 'unavailable');
  return new Set([...last].flatMap(([name, isAbsent]) => (isAbsent ? [name] : [])));
}

/**
 * How earlier runs got on, rounds and all, by what is expected of them now: 1.2 took a fifth longer. What other programs
 * slowed them by, as they began, is taken out.
 */
function knownPace({ catalog, settings }: ExpectedRun, earlier: readonly RunRecord[]): number {
  const paces = earlier.flatMap((record) => {
    const seconds = secondsTaken(record);
    const isWhole = !record.partial && record.interruptions === undefined && record.settings.budget === null;
    const isAlike = record.settings.quick === settings.quick && record.settings.target === settings.target;
    const isKnown = record.contenders.every(({ runtime }) => catalog.runners.has(runtime));
    if (seconds === null || !isWhole || !isAlike || !isKnown) return [];
    const expected = record.cases.map(({ contenders }, number) => {
      const failed = record.outcomes.filter((one) => one.case === number && one.verdict.verdict !== 'ok');
      const timed = contenders.filter((index) => !failed.some(({ contender }) => contender === index));
      const rows = timed.map((index) => record.contenders[index]!);
      const input = inputOf(catalog, rows, record.settings);
      return expectedCase(input, record.request?.memory ?? false, likelyRounds(record.settings));
    });
    const { busyCores = 0, cores } = record.machine;
    const alone = expectedRest(expected) * slowdown(busyCores, cores);
    return alone > 0 ? [seconds / alone] : [];
  });
  return paces.length === 0 ? 1 : median(sortSamples(paces.slice(0, PACED)));
}
