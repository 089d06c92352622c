import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createRun } from '../../src/store/folder/writer.ts';
import type { RunRecord, Sample } from '../../src/store/record/record.ts';
import { folderWith } from '../define/place.ts';
import { contender, known, MACHINE, memory, outcome, slice, smallRun, unknown } from '../report/small-run.ts';

/** A folder of the test's own, gone after it. */
export const temporaryFolder = (t: TestContext): string => folderWith(t, {});

const RUNTIME = 'mill';
const difference = { set: 'hard', document: 3, pointer: '/a', expected: '1', found: '2' } as const;

export const record: RunRecord = {
  ...smallRun([]).record,
  id: '20250131T094502.137Z-record-3f9a',
  tool: '0.1.0',
  startedAt: '2025-01-31T09:45:02.137Z',
  finishedAt: null,
  partial: true,
  suite: { name: 'record', title: 'One record', style: 'default' },
  machine: { ...MACHINE, kernel: '6.1' },
  runtimes: { [RUNTIME]: 'v20.20.2' },
  settings: { seed: 7, quick: true, rounds: { minimum: 3, maximum: 3 }, target: 0.02, budget: null },
  datasets: { 'record/single': 'sha256:00' },
  contenders: [
    contender(`${RUNTIME}/json`, { version: null, deviations: ['null-omitted'] }),
    contender(`${RUNTIME}/cbor-x`, { version: '1.6.0', format: 'cbor', output: 'bytes' }),
  ],
  cases: [
    { dataset: 'record', size: 'single', task: 'serialize', batch: 1, contenders: [0, 1], baseline: 0 },
  ],
  outcomes: [
    outcome(0, {
      sizes: { raw: 500, gzip: 300, zstd: 290, brotli: 250 },
      memory: memory({ allocatedError: 0.01, collections: { young: known(0.5), old: unknown() } }),
    }),
    outcome(1, { verdict: { verdict: 'mismatch', reason: 'another value', difference } }),
  ],
};

/** Of the second one round is whole. */
export const twoCases: RunRecord = {
  ...record,
  cases: [
    { ...record.cases[0]!, rounds: 2, ended: 'rounds' },
    { ...record.cases[0]!, task: 'deserialize', rounds: 1 },
  ],
};

export const sample = (block: number): Sample => ({
  ...slice,
  ...{ contender: block % 2, block, ns: 50_123_456 + block, cpuNs: 50_000_000 },
  waitNs: block === 0 ? null : 1000 * block,
});

/** Begins a run in a folder of the test's own, with these samples. */
export function begun(t: TestContext, record: RunRecord, samples: readonly Sample[] = []) {
  const folder = join(temporaryFolder(t), record.id);
  const run = createRun(folder, record);
  for (const one of samples) run.sample(one);
  return { folder, run };
}
