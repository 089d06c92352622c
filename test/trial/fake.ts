/** Starts fake-runner.mjs, which misbehaves on request. */
import { fileURLToPath } from 'node:url';
import type { RunnerClient } from '../../src/trial/client.ts';
import type { Job } from '../../src/trial/job.ts';
import { type StartInput, startRunner } from '../../src/trial/process.ts';

const program = fileURLToPath(new URL('fake-runner.mjs', import.meta.url));
export const job: Job = {
  serializer: 'fake',
  format: 'json',
  output: 'text',
  task: 'serialize',
  schema: '/s.json',
  model: '/m.model',
  artifacts: new Map([['proto', '/with space/a.proto']]),
};
/** Long, so that a busy machine doesn't look like a hanging runner. */
const patience = { load: 60_000, documents: 60_000, slice: 60_000, end: 2000 };
/** Shorter times for faults that hang; loading takes a moment on a busy machine. */
const IMPATIENT: Record<string, Partial<typeof patience>> = {
  ...Object.fromEntries(
    ['hang-on-load', 'never-flushes', 'session-and-hang'].map((one) => [one, { load: 1500 }]),
  ),
  'half-a-line': { load: 3000 },
  'floods-errors': { load: 8000 },
  'hang-on-slice': { slice: 1500, end: 300 },
  'hang-on-set': { documents: 1500, end: 300 },
};

/** @param words the fault and its arguments */
export function startFake(words: readonly string[], more: Partial<StartInput> = {}): Promise<RunnerClient> {
  return startRunner({
    command: [process.execPath, program, ...words],
    ...{ folder: '.', runtime: 'fake', job, countsMemory: true },
    patience: { ...patience, ...IMPATIENT[words[0]!] },
    ...more,
  });
}
