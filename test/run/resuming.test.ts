import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differences, resumedRecord } from '../../src/run/resuming.ts';
import type { RunContender, RunRecord } from '../../src/store/record/record.ts';
import { recordedFacts, stored } from '../report/small-run.ts';
import { record } from '../store/record.ts';

const packages = { 'mill/cbor-x': ['cbor-x@1.6.0'] };
const recorded: RunRecord = { ...record, request: { ...recordedFacts.request, packages } };
const lines = (found: Partial<RunRecord>) => differences(recorded, { ...recorded, ...found });

test('a run with the same facts can be resumed, whatever its load, governor and progress', () => {
  const machine = { ...record.machine, load: 7, memoryBytes: 1, governor: 'powersave' };
  const cases = record.cases.map((one) => ({ ...one, rounds: 3 }));
  const contenders = record.contenders.map((one) => ({ ...one, version: null }));
  assert.deepEqual(lines({ id: 'other', machine, cases, contenders, outcomes: [] }), []);
});

test('each changed fact is named with both values', () => {
  assert.deepEqual(lines({ tool: '0.2.0' }), ['wiremark was 0.1.0 and is 0.2.0 now']);
  assert.deepEqual(lines({ machine: { ...record.machine, cores: 8, kernel: '6.2' } }), [
    "the machine's cores was 2 and is 8 now",
    "the machine's kernel was 6.1 and is 6.2 now",
  ]);
  assert.deepEqual(lines({ datasets: { 'record/single': 'sha256:11' } }), [
    'dataset record/single was sha256:00 and is sha256:11 now',
  ]);
  const request = { ...recorded.request!, packages: { 'mill/cbor-x': ['cbor-x@1.7.0'] } };
  assert.deepEqual(lines({ request }), ['packages of mill/cbor-x was cbor-x@1.6.0 and is cbor-x@1.7.0 now']);
});

const row = (name: string) => `row mill${name} (entry, code or start)`;
const LIST = 'the list of cases and rows changed';

test('rows whose code or definition changed are named, at most ten', () => {
  const [json, cbor] = recorded.contenders as [RunContender, RunContender];
  const changed = [
    { ...json, code: 'sha256:03' },
    { ...cbor, output: 'text' as const },
  ];
  const both = [`${row('/json')} changed`, `${row('/cbor-x')} changed`];
  assert.deepEqual(lines({ contenders: changed }), both);
  assert.deepEqual(lines({ contenders: [json, { ...cbor, variant: 'other' }] }), [
    LIST,
    `${row('/cbor-x')} is gone`,
    `${row('+other/cbor-x')} is new`,
  ]);
  const many = Array.from({ length: 12 }, (_, i) => ({ ...cbor, serializer: `s${i}` }));
  assert.equal(lines({ contenders: [...recorded.contenders, ...many] }).at(-1), 'and 3 more');
});

test('another order of rows, or other cases, are a change', () => {
  const [first, second] = recorded.contenders as [RunContender, RunContender];
  assert.deepEqual(lines({ contenders: [second, first] }), [LIST]);
  assert.deepEqual(lines({ cases: [{ ...record.cases[0]!, baseline: 1 }] }), [LIST]);
  assert.deepEqual(lines({ cases: [...record.cases, ...record.cases] }), [LIST]);
});

test('an interruption is recorded and costs no budget', () => {
  const stoppedAt = new Date('2025-01-31T09:46:02.137Z');
  const run = { folder: '', record: { ...recorded, seconds: 60 }, samples: stored([]) };
  const resumable = { run, stoppedAt };
  const once = resumedRecord(resumable, recorded, new Date('2025-01-31T12:00:00Z'));
  assert.deepEqual(once.interruptions, [
    { from: '2025-01-31T09:46:02.137Z', until: '2025-01-31T12:00:00.000Z' },
  ]);
  assert.equal(once.seconds, 60);
  const again = { stoppedAt, run: { ...run, record: { ...once, seconds: 75 } } };
  const twice = resumedRecord(again, recorded, new Date('2020-01-01T00:00:00Z'));
  assert.equal(twice.seconds, 75, 'also if the clock was set back');
  const { from, until } = twice.interruptions!.at(-1)!;
  assert.ok(from <= until, 'an interruption has no negative length');
});
