import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RunRecord } from '../../src/store/record/record.ts';
import { SimulatedBench } from './bench.ts';

const outcomeOf = ({ contenders, outcomes }: RunRecord, id: string) =>
  outcomes.find(({ contender }) => contenders[contender]!.serializer === id);

const ROUNDS = { quick: false, rounds: { minimum: 6, maximum: 9 } };

test('a row that left before an interrupt keeps its sizes and deviations', async (t) => {
  const controller = new AbortController();
  const bench = new SimulatedBench(
    t,
    {
      'a/base': {},
      'a/leaver': { deviations: ['null-omitted'] },
      'a/wild': { noise: 0.9, started: (round) => round === 7 && controller.abort() },
    },
    ROUNDS,
  );
  const first = await bench.measure(controller.signal);
  assert.equal(first.complete, false);
  assert.equal(first.record.cases[0]!.rounds, 7);
  const leaver = bench.started.filter((one) => one === 'a/leaver').length;
  assert.equal(leaver, 1 + 6, 'a rehearsal and six rounds: it has left');

  bench.acting['a/wild'] = { noise: 0.9 };
  const { record, complete } = await bench.measure(new AbortController().signal, true);
  assert.equal(complete, true);
  const { verdict, sizes, deviations, memory } = outcomeOf(record, 'leaver')!;
  assert.deepEqual(verdict, { verdict: 'ok' });
  assert.equal(sizes?.raw, 8);
  assert.deepEqual(deviations, ['null-omitted']);
  assert.ok(memory !== null);
  const timed = bench.started.filter((one) => one === 'a/leaver').length;
  assert.equal(timed, leaver + 1, 'only for the memory pass');
});

test('a row that is verified after timing is on disk before the next round', async (t) => {
  const onDisk: RunRecord[] = [];
  const look = (round: number) =>
    round === 1 && onDisk.push(JSON.parse(readFileSync(join(bench.folder, 'run.json'), 'utf8')));
  const bench = new SimulatedBench(t, { 'a/base': {}, 'a/other': { started: look } }, ROUNDS);
  await bench.measure(new AbortController().signal);
  const { verdict, sizes } = outcomeOf(onDisk[0]!, 'other')!;
  assert.deepEqual([verdict.verdict, sizes?.raw], ['ok', 8]);
});

test('an interrupt in the memory pass keeps rounds and figures; a resumed run counts the rest', async (t) => {
  const controller = new AbortController();
  const bench = new SimulatedBench(
    t,
    { 'a/base': {}, 'a/other': { counting: () => controller.abort() }, 'a/third': {} },
    ROUNDS,
  );
  const { record, complete } = await bench.measure(controller.signal);
  assert.equal(complete, false);
  assert.equal(record.cases[0]!.rounds, 6);
  assert.equal(record.cases[0]!.ended, undefined);
  assert.ok(outcomeOf(record, 'base')!.memory !== null);
  for (const id of ['other', 'third']) assert.deepEqual(outcomeOf(record, id)!.verdict, { verdict: 'ok' });

  bench.acting['a/other'] = {};
  bench.started.length = 0;
  const resumed = await bench.measure(new AbortController().signal, true);
  assert.equal(resumed.complete, true);
  assert.equal(resumed.record.cases[0]!.ended, 'target');
  assert.deepEqual(bench.started, ['a/other', 'a/third'], 'no round is measured again');
  for (const { memory } of resumed.record.outcomes) assert.ok(memory !== null);
});

test('rows that can take plain objects are timed on both kinds, in turn and verified', async (t) => {
  const acting = { 'a/base': {}, 'a/dicts': { plain: 0.4 }, 'a/fails': { plain: 0 }, 'a/same': { plain: 1 } };
  const bench = new SimulatedBench(t, acting, ROUNDS);
  const { record } = await bench.measure(new AbortController().signal);
  const { typed, plain } = outcomeOf(record, 'dicts')!.conversion!;
  assert.deepEqual([typed, plain], [Array(6).fill(1000), Array(6).fill(400)]);
  for (const id of ['base', 'fails']) assert.equal(outcomeOf(record, id)!.conversion, undefined, id);
  assert.ok(outcomeOf(record, 'fails')!.memory !== null, 'the row itself is measured');
  assert.deepEqual(bench.ended.toSorted(), bench.started.toSorted());
});

test('an error of wiremark while a runner starts ends all runners', async (t) => {
  const moved = () => renameSync(bench.folder, `${bench.folder}-elsewhere`);
  const bench = new SimulatedBench(t, { 'a/base': {}, 'a/other': {}, 'a/third': {} }, ROUNDS);
  bench.acting['a/base'] = { starting: moved };
  await assert.rejects(bench.measure(new AbortController().signal), { code: 'ENOENT' });
  assert.deepEqual(bench.ended.toSorted(), bench.started.toSorted());
});
