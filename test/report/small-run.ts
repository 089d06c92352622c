/** Runs of one case, made for a test: only what it is about is told. */
import type { RunData } from '../../src/report/view/view.ts';
import {
  RUN_SCHEMA,
  type RunContender,
  type RunOutcome,
  type RunRecord,
  type Sample,
} from '../../src/store/record.ts';
import { SAMPLES_HEAD } from '../../src/store/samples.ts';

/** With all that is known of each sample. */
export interface WholeRun extends RunData {
  readonly record: RunRecord;
  readonly samples: ReturnType<typeof stored>;
}

/** Samples in memory, as those of a stored run are asked for. */
export function stored(all: readonly Sample[], warnings: readonly string[] = []) {
  return {
    all,
    warnings,
    count: all.length,
    of: (number: number) => all.filter((sample) => sample.case === number),
    upTo: () => new Uint8Array(),
  };
}

/** What every record has and few tests are about. */
export const recordedFacts = {
  seconds: 60,
  samples: SAMPLES_HEAD.recorded,
  request: { suite: 'small', runners: [], filters: {}, limits: false, memory: false, packages: {} },
} as const satisfies Partial<RunRecord>;

/** Two or more contenders on one case; each one's times in ns per operation, by round. */
export function smallRun(times: readonly (readonly number[])[], changes: Partial<RunRecord> = {}): WholeRun {
  const samples = times.flatMap((rounds, contender) =>
    rounds.map((ns, round): Sample => {
      return {
        case: 0,
        contender,
        round,
        phase: 'block',
        block: 0,
        ops: 1000,
        ns: ns * 1000,
        cpuNs: 0,
        waitNs: null,
      };
    }),
  );
  const record: RunRecord = {
    schema: RUN_SCHEMA,
    id: 'id',
    tool: '0',
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:01:00.000Z',
    partial: false,
    ...recordedFacts,
    suite: { name: 'small', title: 'Small', style: 'default' },
    machine: { cpu: '', cores: 1, memoryBytes: 1, os: '', kernel: '', arch: '', load: null, governor: null },
    runtimes: {},
    settings: { seed: 1, quick: false, rounds: { minimum: 10, maximum: 30 }, target: 0.02, budget: null },
    datasets: {},
    contenders: times.map((_, i) => contender(`node/s${i}`)),
    cases: [
      { dataset: 'd', size: 's', task: 'serialize', batch: 1, contenders: [...times.keys()], baseline: 0 },
    ],
    outcomes: times.map((_, contender) => outcome(contender)),
    ...changes,
  };
  return { record, samples: stored(samples) };
}

/** @param name `runtime/serializer` or `runtime+variant/serializer` */
export function contender(name: string, changes: Partial<RunContender> = {}): RunContender {
  const [started, serializer] = name.split('/') as [string, string];
  const [runtime, variant = null] = started.split('+') as [string, string?];
  return {
    runtime,
    variant,
    serializer,
    title: serializer,
    version: '1',
    code: 'sha256:00',
    format: 'json',
    output: 'text',
    deviations: [],
    limit: null,
    ...changes,
  };
}

/** That it did the work. */
export function outcome(contender: number, changes: Partial<RunOutcome> = {}): RunOutcome {
  return {
    case: 0,
    contender,
    verdict: { verdict: 'ok' },
    sizes: null,
    deviations: [],
    memory: null,
    ...changes,
  };
}

export const rounds = (count: number, ns: (round: number) => number) =>
  Array.from({ length: count }, (_, i) => ns(i));
