/** Measures with simulated runners, which only report times and never wait. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Deviation } from '../../src/define/types.ts';
import { type Contender, contenderName, type SerializerContender } from '../../src/plan/case.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { RunEvents } from '../../src/run/events.ts';
import { measureAll } from '../../src/run/measuring.ts';
import { plannedRecord, Recorder } from '../../src/run/recorder.ts';
import { Random } from '../../src/stats/random.ts';
import { readRun } from '../../src/store/folder/reader.ts';
import { createRun, reopenRun } from '../../src/store/folder/writer.ts';
import type { RunRecord, RunSettings } from '../../src/store/record/record.ts';
import { type RunnerClient, RunnerFailure } from '../../src/trial/client.ts';
import type { GivenSet, MeasuredRow } from '../../src/trial/types.ts';
import type { Workbench } from '../../src/trial/workbench.ts';
import { serializer, suite } from '../plan/definitions.ts';
import { record, temporaryFolder } from '../store/record.ts';

export interface Acting {
  readonly noise?: number;
  readonly deviations?: readonly Deviation[];
  readonly starting?: () => void;
  readonly started?: (round: number) => void;
  readonly counting?: () => void;
  /** Time on plain objects as a multiple of that on typed ones; 0 if it fails on them. */
  readonly plain?: number;
}

const DOCUMENTS = 4;
const NS = 1000;

export class SimulatedBench {
  readonly plan: Plan;
  readonly folder: string;
  readonly started: string[] = [];
  readonly ended: string[] = [];
  readonly acting: Record<string, Acting>;
  readonly #settings: RunSettings;
  readonly #noise = new Random(1);

  constructor(t: TestContext, acting: Record<string, Acting>, settings: Partial<RunSettings> = {}) {
    this.folder = join(temporaryFolder(t), 'run');
    this.acting = acting;
    this.#settings = { ...record.settings, ...settings };
    const contenders = Object.keys(acting).map(contenderOf);
    const what = { dataset: 'record', size: 'single', task: 'serialize', batch: 1 } as const;
    const planned = { ...what, contenders, unsupported: [], baseline: contenders[0]! };
    this.plan = { suite: suite([], '', record.suite), cases: [planned], contenders };
  }

  /** Measures a new run, or resumes it. @returns the record on disk, and whether the run is complete */
  async measure(interrupt: AbortSignal, resume = false): Promise<{ record: RunRecord; complete: boolean }> {
    const before = resume ? await readRun(this.folder) : null;
    const planned = before?.record ?? this.#record();
    const writer = before ? reopenRun(before, planned) : createRun(this.folder, planned);
    const recorder = new Recorder(planned, writer);
    const faults = new AbortController();
    const fault = (error: unknown) => faults.abort(error);
    const signal = AbortSignal.any([interrupt, faults.signal]);
    const workbench = this.#workbench(signal);
    const { plan } = this;
    const bench = { plan, workbench, recorder, events: UNHEARD, signal, fault };
    const complete = await measureAll({ ...bench, ...(before && { before }) });
    faults.signal.throwIfAborted();
    recorder.finish(complete);
    return { record: (await readRun(this.folder)).record, complete };
  }

  readonly #builds: Workbench['builds'] = {
    of: () => assert.fail('nothing is built here'),
    code: () => 'sha256:00',
    license: () => undefined,
  };

  #record(): RunRecord {
    const { id, tool, machine } = record;
    const workbench = { datasets: new Map(), builds: this.#builds };
    return plannedRecord(this.plan, workbench, {
      ...{ id, tool, startedAt: new Date().toISOString(), machine },
      settings: this.#settings,
      request: { suite: 'x', runners: [], filters: {}, limits: false, memory: true, packages: {} },
    });
  }

  #workbench(signal: AbortSignal): Workbench {
    return {
      seed: 0,
      datasets: new Map(),
      unavailable: () => null,
      launchOf: () => assert.fail('nothing is started by hand here'),
      start: async (_, contender) => this.#start(contender, signal),
      row: (_, contender, index) => this.#row(contender, signal, index),
      plainRow: (_, contender) => {
        const { plain } = this.acting[contenderName(contender)]!;
        return plain === undefined ? null : this.#row(contender, signal, 0, plain);
      },
      inputs: () => assert.fail('nothing is replayed by hand here'),
      hasBeyond: () => false,
      builds: this.#builds,
    };
  }

  #row(contender: Contender, signal: AbortSignal, index = 0, pace = 1): MeasuredRow {
    return {
      ...{ index, warmup: { minimum: 0, maximum: 0 }, blocks: 2, memory: 512, limit: contender.limit },
      start: async () => this.#start(contender, signal, pace),
      give: async (_, kind) => (kind === 'unseen' ? null : this.#given(contender)),
    };
  }

  #given(contender: Contender): GivenSet {
    const used = new Set(this.acting[contenderName(contender)]!.deviations);
    const outputs = [Buffer.from('{"id":1}')];
    const compare = async () => ({ used, outputs });
    return { count: DOCUMENTS, bytes: DOCUMENTS * 8, unseen: DOCUMENTS, compare };
  }

  #start(contender: Contender, signal: AbortSignal, pace = 1): RunnerClient {
    if (pace === 0) throw new RunnerFailure({ verdict: 'crash', reason: 'it takes no plain objects' });
    const name = contenderName(contender);
    const acting = this.acting[name]!;
    // The first is the rehearsal.
    if (!this.started.includes(name)) acting.starting?.();
    acting.started?.(this.started.filter((one) => one === name).length - 1);
    this.started.push(name);
    const figure = { known: true, value: 1 } as const;
    return {
      runtimeVersion: '1',
      serializerVersion: '1',
      startNs: NS,
      set: async () => {},
      kept: async () => ({ path: '', count: 0 }),
      slice: async (ops, keep) => {
        signal.throwIfAborted();
        const ns = Math.round(ops * NS * pace * (1 + (acting.noise ?? 0) * this.#noise.fraction()));
        return { ops, keep, ns, cpuNs: ns, waitNs: 0, elapsedNs: ns, heldNs: 0 };
      },
      compiled: () => null,
      end: async () => {
        this.ended.push(name);
      },
      memory: async () => {
        acting.counting?.();
        signal.throwIfAborted();
        return { allocated: figure, allocatedError: null, collections: new Map() };
      },
      peakResident: () => figure,
    };
  }
}

const UNHEARD: RunEvents = {
  preparing() {},
  note() {},
  begins() {},
  over() {},
  round() {},
  step() {},
  memory() {},
};

function contenderOf(name: string): SerializerContender {
  const [runtime, id] = name.split('/') as [string, string];
  return { runtime, variant: null, definition: serializer(id, 'json', ['serialize']), limit: null };
}
