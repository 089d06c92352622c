/** Which machines may be compared, and that the reason is said. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareMachines,
  groupByMachine,
  type MachineFacts,
  machineName,
} from '../../src/report/compare/pairs/machines.ts';
import { MACHINE } from './small-run.ts';

const GIB = 2 ** 30;

const facts: MachineFacts = {
  tool: '0.1.0',
  runtimes: { node: 'v20.20.2', jvm: '17.0.15' },
  machine: { ...MACHINE, cpu: 'AMD EPYC', memoryBytes: 24 * GIB, kernel: 'Linux 6.1.10-amd64' },
};

function on(machine: Partial<MachineFacts['machine']>, changes: Partial<MachineFacts> = {}): MachineFacts {
  return { ...facts, ...changes, machine: { ...facts.machine, ...machine } };
}

const told = ({ differences }: ReturnType<typeof compareMachines>) =>
  differences.map(({ fact, matters }) => `${fact}: ${matters}`);

test('the same facts are the same machine, whatever its load', () => {
  const found = compareMachines(facts, on({ load: 9 }));
  assert.equal(found.comparable, true);
  assert.deepEqual(found.differences, []);
  assert.match(found.words.join(' '), /the machine is the same: AMD EPYC, 2 cores, 24.0 GiB, x64, Linux/);
});

for (const [fact, change] of [
  ['CPU', { cpu: 'Intel Xeon' }],
  ['CPU', { cpu: 'unknown' }],
  ['cores', { cores: 4 }],
  ['memory', { memoryBytes: 16 * GIB }],
  ['architecture', { arch: 'arm64' }],
  ['kernel', { kernel: 'Darwin 6.1.10' }],
] as const)
  test(`another ${fact} (${Object.values(change)[0]}) makes absolute times incomparable, and is named`, () => {
    const found = compareMachines(facts, on(change));
    assert.equal(found.comparable, false);
    assert.deepEqual(told(found), [`${fact}: absolute`]);
    assert.match(found.words[0]!, new RegExp(`can't be compared.* ${fact} \\(.*Ratios`));
  });

for (const [fact, b] of [
  ['kernel', on({ kernel: 'Linux 6.2.1-amd64' })],
  ['OS', on({ os: 'Debian GNU/Linux 13 (trixie)' })],
  ['governor', on({ governor: 'powersave' })],
  ['node', on({}, { runtimes: { node: 'v22.1.0', jvm: '17.0.15' } })],
  ['wiremark', on({}, { tool: '0.2.0' })],
] as const)
  test(`another ${fact} is comparable, but is said to have changed`, () => {
    const found = compareMachines(facts, b);
    assert.equal(found.comparable, true);
    assert.deepEqual(told(found), [`${fact}: note`]);
    assert.match(found.words.join(' '), new RegExp(`Changed: ${fact} \\(`));
  });

test('governors differ only where both are known', () => {
  const [fast, slow] = [on({ governor: 'performance' }), on({ governor: 'powersave' })];
  assert.equal(compareMachines(fast, slow).comparable, false);
  assert.equal(compareMachines(facts, slow).comparable, true);
});

test('what one machine has anyway is no difference: patches of its kernel, a little memory, runtimes not used', () => {
  const patched = on(
    { kernel: 'Linux 6.1.99-amd64', memoryBytes: 23.5 * GIB },
    { runtimes: { jvm: '17.0.15' } },
  );
  assert.deepEqual(compareMachines(facts, patched).differences, []);
});

test('a CPU that neither run could name is called unknown', () => {
  const found = compareMachines(on({ cpu: 'unknown' }), on({ cpu: 'unknown' }));
  assert.equal(found.comparable, true);
  assert.match(found.words.join(' '), /the machine is the same: unknown CPU/);
  assert.match(machineName(on({ cpu: 'unknown' }).machine), /^unknown CPU, 2 cores/);
});

test('a group holds only runs that are comparable each with each', () => {
  const unknown = facts;
  const [fast, slow] = [on({ governor: 'performance' }), on({ governor: 'powersave' })];
  const arm = on({ arch: 'arm64' });
  const groups = groupByMachine([unknown, fast, arm, slow, unknown], (run) => run);
  assert.deepEqual(
    groups.map(({ runs }) => runs),
    [[unknown, fast, unknown], [arm], [slow]],
  );
  assert.equal(groups[1]!.name, 'AMD EPYC, 2 cores, 24.0 GiB, arm64, Linux');
});
