import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureMemory } from '../../src/trial/memory.ts';
import type { MeasuredRow } from '../../src/trial/types.ts';
import { startFake } from './fake.ts';

const rowOf = (start: MeasuredRow['start']): MeasuredRow => ({
  ...{ index: 0, warmup: { minimum: 0, maximum: 1 }, blocks: 1, memory: 512 },
  start,
  give: async (client) => {
    await client.set({ count: 2, bytes: Buffer.of() });
    return { count: 2, bytes: 0, unseen: 0, compare: () => assert.fail('nothing is compared') };
  },
});

/** The pass for one runner that behaves as told. */
const figuresOf = (fault: string, countsMemory = true) =>
  measureMemory(
    rowOf(() => startFake([fault], { countsMemory })),
    1,
  );

const known = (value: number) => ({ known: true, value });
const unknown = (reason: string) => ({ known: false, reason });

test('a good reply becomes figures of one operation, and of 1,000 for collections', async () => {
  const figures = await figuresOf('none');
  // The fake runner's operations take 1,000 ns, so that half a second has 500,000.
  assert.equal(figures.ops, 500_000);
  assert.deepEqual(figures.allocated, known(7000 / 500_000));
  assert.equal(figures.allocatedError, 0.01);
  assert.deepEqual(figures.collections, { young: known(3000 / 500_000), old: known(0) });
  if (process.platform === 'linux') assert.ok(figures.peakResident.known && figures.peakResident.value > 1e6);
});

test('a figure that a runner does not know is unknown with its reason, never 0', async () => {
  const figures = await figuresOf('memory-unknown');
  assert.deepEqual(figures.allocated, unknown('it is\nnot told'));
  assert.deepEqual(figures.collections, { collections: unknown('no counters') });
  const silent = await figuresOf('memory-silent');
  assert.deepEqual(silent.allocated, unknown('the runner did not report it'));
  assert.deepEqual(silent.collections, { collections: unknown('the runner did not report it') });
});

test('a runner that counts no allocations is not asked; the system still reports the peak', async () => {
  const figures = await figuresOf('memory-error', false);
  assert.deepEqual(figures.allocated, unknown('its runner counts no allocations'));
  assert.equal(figures.allocatedError, null);
  assert.deepEqual(figures.collections, { collections: unknown('its runner counts none') });
  assert.equal(figures.ops, 500_000);
  if (process.platform === 'linux') assert.ok(figures.peakResident.known);
});

for (const [fault, reason] of [
  ['memory-error', /^unknown command "memory"$/],
  ['memory-nonsense', /^answered "allocated -5" to "memory 500000", where "allocated BYTES" was expected$/],
  ['memory-twice', /^answered "allocated 6" to/],
  ['memory-other-count', /^answered "memory 1" to/],
  ['memory-dies', /^exited with code 1 while counting/],
  ['killed', /^ended by SIGKILL while doing/],
  ['die-on-load', /exited with code 3/],
] as const)
  test(`${fault}: no figures, with the reason`, async () => {
    const figures = await figuresOf(fault);
    assert.equal(figures.ops, 0);
    assert.ok(!figures.allocated.known);
    assert.match(figures.allocated.reason, reason);
    assert.deepEqual(figures.collections, { collections: figures.allocated });
    const counted = fault.startsWith('memory') && process.platform === 'linux';
    assert.equal(figures.peakResident.known, counted);
  });

test('the peak of a process that is gone is unknown', async () => {
  const runner = await startFake(['none']);
  await runner.end();
  assert.equal(runner.peakResident().known, false);
});

test('an interrupt is thrown, not reported as a figure', async () => {
  const signal = AbortSignal.abort(new Error('stopped by the user'));
  const pass = measureMemory(
    rowOf(() => startFake(['killed'])),
    1,
    signal,
  );
  await assert.rejects(pass, /stopped by the user/);
});
