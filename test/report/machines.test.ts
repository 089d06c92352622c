import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareMachines, groupByMachine, type MachineFacts } from '../../src/analysis/runs/machines.ts';
import { machineName, machineSentences } from '../../src/report/machine.ts';
import { MACHINE } from './small-run.ts';

const GIB = 2 ** 30;

const facts: MachineFacts = {
  tool: '0.1.0',
  runtimes: { mill: 'v20.20.2', ark: '17.0.15' },
  tags: { fleet: 'epyc+small+1' },
  machine: { ...MACHINE, cpu: 'AMD EPYC', memoryBytes: 24 * GIB, kernel: 'Linux 6.1.10-amd64' },
};

function on(machine: Partial<MachineFacts['machine']>, changes: Partial<MachineFacts> = {}): MachineFacts {
  return { ...facts, ...changes, machine: { ...facts.machine, ...machine } };
}

test('load, kernel patches, a little memory and unused runtimes make no other machine', () => {
  const patched = { load: 9, kernel: 'Linux 6.1.99-amd64', memoryBytes: 23.5 * GIB };
  const found = compareMachines(facts, on(patched, { runtimes: { ark: '17.0.15' } }));
  assert.deepEqual([found.comparable, found.differences], [true, []]);
  const told = /from the same kind of machine: AMD EPYC, 2 cores, 2\d\.\d GiB, x64, Linux/;
  assert.match(machineSentences(found).join(' '), told);
});

for (const [fact, matters, other] of [
  ['CPU', 'absolute', on({ cpu: 'Intel Xeon' })],
  ['CPU', 'absolute', on({ cpu: 'unknown' })],
  ['cores', 'absolute', on({ cores: 4 })],
  ['memory', 'absolute', on({ memoryBytes: 16 * GIB })],
  ['architecture', 'absolute', on({ arch: 'arm64' })],
  ['kernel', 'absolute', on({ kernel: 'Darwin 6.1.10' })],
  ['kernel', 'note', on({ kernel: 'Linux 6.2.1-amd64' })],
  ['OS', 'note', on({ os: 'Debian GNU/Linux 13 (trixie)' })],
  ['governor', 'note', on({ governor: 'powersave' })],
  ['kind', 'absolute', on({}, { tags: { fleet: 'xeon+small+1' } })],
  ['mill', 'note', on({}, { runtimes: { mill: 'v22.1.0', ark: '17.0.15' } })],
  ['wiremark', 'note', on({}, { tool: '0.2.0' })],
] as const)
  test(`another ${fact} is named: ${matters}`, () => {
    const found = compareMachines(facts, other);
    assert.equal(found.comparable, matters === 'note');
    const seen = found.differences.map((one) => [one.fact, one.matters]);
    assert.deepEqual(seen, [[fact, matters]]);
    const said = matters === 'note' ? `Changed: ${fact} \\(` : `differ in ${fact} \\(.*from the machine`;
    assert.match(machineSentences(found).join(' '), new RegExp(said));
  });

test('governors and virtual machines differ only where both are known', () => {
  const [virtual, real] = [on({ virtual: true }), on({ virtual: false })];
  assert.equal(compareMachines(virtual, real).comparable, false);
  assert.equal(compareMachines(virtual, facts).comparable, true);
  const [fast, slow] = [on({ governor: 'performance' }), on({ governor: 'powersave' })];
  assert.equal(compareMachines(fast, slow).comparable, false);
  assert.equal(compareMachines(facts, slow).comparable, true);
});

test('a CPU without a name is called unknown', () => {
  const found = compareMachines(on({ cpu: 'unknown' }), on({ cpu: 'unknown' }));
  assert.equal(found.comparable, true);
  assert.match(machineSentences(found).join(' '), /from the same kind of machine: unknown CPU/);
  assert.match(machineName(on({ cpu: 'unknown' }).machine), /^unknown CPU, 2 cores/);
});

test('all runs of a group are comparable with each other', () => {
  const unknown = facts;
  const [fast, slow] = [on({ governor: 'performance' }), on({ governor: 'powersave' })];
  const arm = on({ arch: 'arm64' });
  const groups = groupByMachine([unknown, fast, arm, slow, unknown].map((record) => ({ record })));
  const found = groups.map(({ runs }) => runs.map(({ record }) => record));
  assert.deepEqual(found, [[unknown, fast, unknown], [arm], [slow]]);
  assert.equal(machineName(arm.machine), 'AMD EPYC, 2 cores, 24.0 GiB, arm64, Linux');
});
