import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { RUN_SCHEMA, type RunRecord, type Sample } from '../../src/store/record.ts';
import { recordedFacts } from '../report/small-run.ts';

/** A folder of the test's own, gone after it. */
export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'wiremark-store-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const record: RunRecord = {
  schema: RUN_SCHEMA,
  id: '20250131T094502.137Z-record-3f9a',
  tool: '0.1.0',
  startedAt: '2025-01-31T09:45:02.137Z',
  finishedAt: null,
  partial: true,
  ...recordedFacts,
  suite: { name: 'record', title: 'One record', style: 'default' },
  machine: {
    cpu: 'A processor',
    cores: 2,
    memoryBytes: 8e9,
    os: 'An OS',
    kernel: '6.1',
    arch: 'x64',
    load: 0.5,
    governor: null,
  },
  runtimes: { node: 'v20.20.2' },
  settings: { seed: 7, quick: true, rounds: { minimum: 3, maximum: 3 }, target: 0.02, budget: null },
  datasets: { 'record/single': 'sha256:00' },
  contenders: [
    {
      runtime: 'node',
      variant: null,
      serializer: 'json',
      title: 'JSON',
      version: null,
      code: 'sha256:00',
      format: 'json',
      output: 'text',
      deviations: ['null-omitted'],
      limit: null,
    },
    {
      runtime: 'node',
      variant: null,
      serializer: 'cbor-x',
      title: 'cbor-x',
      version: '1.6.0',
      code: 'sha256:01',
      format: 'cbor',
      output: 'bytes',
      deviations: [],
      limit: null,
    },
  ],
  cases: [
    { dataset: 'record', size: 'single', task: 'serialize', batch: 1, contenders: [0, 1], baseline: 0 },
  ],
  outcomes: [
    {
      case: 0,
      contender: 0,
      verdict: { verdict: 'ok' },
      sizes: { raw: 500, gzip: 300, zstd: 290, brotli: 250 },
      deviations: [],
      memory: {
        ops: 1000,
        allocated: { known: true, value: 812.5 },
        allocatedError: 0.01,
        collections: { young: { known: true, value: 0.5 }, old: { known: false, reason: 'not told' } },
        peakResident: { known: false, reason: 'the system does not tell' },
      },
    },
    {
      case: 0,
      contender: 1,
      verdict: {
        verdict: 'mismatch',
        reason: 'another value',
        difference: { set: 'hard', document: 3, pointer: '/a', expected: '1', found: '2' },
      },
      sizes: null,
      deviations: [],
      memory: null,
    },
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
  case: 0,
  contender: block % 2,
  round: 0,
  phase: 'block',
  block,
  ops: 1000,
  ns: 50_123_456 + block,
  cpuNs: 50_000_000,
  waitNs: block === 0 ? null : 1000 * block,
});
