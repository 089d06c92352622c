import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fleetReport } from '../../src/fleet/report.ts';
import { render } from '../../src/report/formats.ts';
import type { StoredRun } from '../../src/store/folder/reader.ts';
import type { RunRecord } from '../../src/store/record/record.ts';
import { around, MACHINE, namedRun, type Row } from '../report/small-run.ts';

const ROWS = ['mill/json', 'mill/msgspec', 'ark/jackson', 'ark/protobuf'];

/** A run of four rows with these times, the first of which is the baseline. */
function runOn(cpu: string, times: readonly Row[], changes: Partial<RunRecord> = {}): StoredRun {
  const rows = Object.fromEntries(ROWS.map((name, i) => [name, rowOf(times[i]!, i)]));
  const machine = { ...MACHINE, cpu, ...changes.machine };
  return { folder: '', ...namedRun(rows, { id: cpu, ...changes, machine }) } as unknown as StoredRun;
}

function inCell(cell: string, run?: StoredRun): [string, StoredRun | string] {
  return [cell, run ? { ...run, record: { ...run.record, tags: { fleet: cell } } } : 'no run'];
}

const rowOf = (row: Row, seed: number): Row => (typeof row === 'number' ? around(row, seed) : row);

async function reportOf(kinds: Readonly<Record<string, StoredRun>>, planned = Object.keys(kinds)) {
  const runs = planned.map((kind) => inCell(`${kind}+small+1`, kinds[kind]));
  const report = fleetReport('mine', new Map(runs));
  return { report, text: await render(report, 'terminal', { width: 160, color: false }) };
}

test('a cell is the ratio to the baseline of its own run, with interval and rank, never a time', async () => {
  const epyc = runOn('EPYC', [200, 100, 150, 170]);
  const { text, report } = await reportOf({ epyc, arm: runOn('Neoverse', [2000, 1000, 1500, 1700]) });
  assert.match(text, /^serializer +epyc +arm$/m);
  assert.match(text, /^mill\/msgspec +0\.50\d* \[0\.4\d+, 0\.5\d+\] #1 +0\.50\d* \[0\.4\d+, 0\.5\d+\] #1$/m);
  assert.match(text, /^mill\/json +1\.00 #4 +1\.00 #4$/m);
  assert.doesNotMatch(text, /\d (ns|µs|ms)\b/);
  const { rows } = report.json() as { rows: unknown[] };
  assert.equal(rows.length, 2 * ROWS.length);
});

test('the sentences say who leads and where an established order changes', async () => {
  const usual = [200, 100, 150, 170];
  const neoverse = runOn('Neoverse', [200, 100, 180, 150]);
  const kinds = { epyc: runOn('EPYC', usual), xeon: runOn('Xeon', usual), neoverse, m2: runOn('M2', usual) };
  const { text } = await reportOf(kinds);
  assert.match(text, /^mill\/msgspec leads on all 4 kinds\.$/m);
  assert.match(text, /^ark\/jackson and ark\/protobuf swap places on neoverse\.$/m);
  assert.doesNotMatch(text, /unclear/);

  const scattered = usual.map((ns, i) => around(ns, i, 5, 0.5));
  const noisy = runOn('M2', scattered);
  const unsure = (await reportOf({ ...kinds, m2: noisy })).text;
  assert.match(unsure, /^mill\/msgspec leads on 3 of 4 kinds; unclear on 1 \(m2\)\.$/m);
  assert.match(unsure, /swap places on neoverse; unclear on 1 \(m2\)\.$/m);

  const two = (await reportOf({ epyc: kinds.epyc, m2: noisy })).text;
  assert.match(two, /^No change of order is established\.$/m, "one side of a swap isn't enough");
  const other = runOn('Other', [200, 190, 100, 170]);
  const split = (await reportOf({ epyc: kinds.epyc, other })).text;
  assert.match(split, /^mill\/msgspec leads on epyc, ark\/jackson on other\.$/m);
  assert.match(split, /^mill\/msgspec is faster than ark\/jackson on epyc, and slower on other\.$/m);
});

test('the report names differences between kinds: bytes, documents, sharing, failures', async () => {
  const sized = (bytes: number) => [200, { ns: around(100), bytes }, 150, 170];
  const arm = runOn('Neoverse', sized(815), { runtimes: { mill: 'v22' } });
  const { text } = await reportOf({ epyc: runOn('EPYC', sized(812), { runtimes: { mill: 'v20' } }), arm });
  assert.match(text, /^Output bytes differ between kinds: mill\/msgspec \(812 on epyc and 815 on arm\)\.$/m);
  assert.match(text, /^epyc: .*; mill v20 wiremark 0; run EPYC$/m);

  const shared = runOn('EPYC', [200, 100, 150, 170], { machine: { ...MACHINE, shared: ['2 of 8 cores'] } });
  const likely = (await reportOf({ epyc: shared, arm: runOn('Neoverse', [200, 100, 150, 170]) })).text;
  assert.match(likely, /^epyc was shared \(2 of 8 cores\), so its claims are at most likely\.$/m);
  assert.match(likely, /^mill\/msgspec leads on both kinds \(probably on epyc\)\.$/m);

  const [documents, others] = ['1', '2'].map((digest) => ({ datasets: { 'd/s': `sha256:${digest}` } }));
  const crash = { verdict: { verdict: 'crash', reason: 'gone' } } as const;
  const failing = runOn('Neoverse', [200, 100, 150, crash], others);
  const apart = (await reportOf({ epyc: runOn('EPYC', [200, 100, 150, 170], documents), arm: failing })).text;
  assert.match(apart, /^The documents differ between kinds, so ratios can't be compared\.$/m);
  assert.match(apart, /^ark\/protobuf .* crash$/m);
});

test('a missing run is named, and another machine of a kind gets a column of its own', async () => {
  const run = runOn('EPYC', [200, 100, 150, 170]);
  const { text } = await reportOf({ a: run, b: run, c: run }, ['a', 'b', 'c', 'arm']);
  assert.match(text, /^3 of 4 kinds\. Missing: arm\+small\+1: no run\.$/m);

  const cells = ['epyc+small+1', 'epyc+small+2', 'epyc+small+3'];
  const again = runOn('EPYC', [200, 120, 150, 170], { id: 'again', startedAt: '2026-02-01T00:00:00.000Z' });
  const all = [run, again, runOn('Other', [200, 100, 150, 170])];
  const report = fleetReport('mine', new Map(all.map((one, i) => inCell(cells[i]!, one))));
  const repeated = await render(report, 'md', { width: 80, color: false });
  assert.match(repeated, /\| serializer +\| epyc +\| epyc \(2\) +\|/);
  const told = /mill\/msgspec +\| \*\*0\.5\d+ \\\[0\.4\d+, 0\.6\d+\\\] #1/;
  assert.match(repeated, told, 'the widest of both repeats');
});
