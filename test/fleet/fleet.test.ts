import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFleet } from '../../src/fleet/definition.ts';
import { scriptOf } from '../../src/fleet/engines.ts';
import { claimOf, type Job, openFolder, stateOf, takeClaim } from '../../src/fleet/folder.ts';
import { isVirtual } from '../../src/machine/describe.ts';
import { read } from '../../src/machine/proc.ts';
import { signsOfSharing } from '../../src/machine/sharing.ts';
import { exportRun } from '../../src/store/exported.ts';
import { refuses, succeeds, wiremark } from '../cli/in-process.ts';
import { writeFiles } from '../contract/definitions.ts';
import { place } from '../contract/place.ts';
import { eventually } from '../machine/eventually.ts';
import { temporary } from '../machine/temporary.ts';
import { around, namedRun } from '../report/small-run.ts';
import { writeRun } from '../store/write-run.ts';

const root = temporary('fleets');
const user = userInfo().username;

/** Stand-in for wiremark: `run` writes a run's folder, and waits while there is a file `hold`; `runs export` copies a ready run. */
const STAND_IN = `#!/usr/bin/env bash
here=$(dirname "$0")
if [ "$1" = run ]; then
  if [ -e "$here/broken" ]; then echo 'wiremark: no space left on device' >&2; exit 2; fi
  mkdir -p .wiremark/runs/one
  trap 'exit 130' TERM
  echo "$*" >> "$here/calls"
  while [ -e "$here/hold" ]; do sleep 0.05; done
  exit 0
fi
cp "$here/$(basename "$5" .wiremark).ready" "$5"
`;

/** A folder with a fleet of these kinds, a stand-in, and a finished run of each cell. @param own more lines of each kind */
function fleetIn(name: string, kinds: readonly string[], more = '', own = '') {
  const cwd = join(root, name);
  writeFiles(cwd, {
    'stand-in': STAND_IN,
    'fleet.toml': `name = "mine"\nfolder = "shared"\ndisk = "${cwd}/disk"\ncommand = ["${cwd}/stand-in"]
suites = ["small"]\n${more}${kinds.map((kind) => `[[kind]]\nid = "${kind}"\n${own}`).join('')}`,
  });
  chmodSync(join(cwd, 'stand-in'), 0o755);
  const fleet = readFleet(join(cwd, 'fleet.toml'));
  for (const [i, { id }] of fleet.cells.entries()) {
    const facts = { id: `run-${i}`, tags: { fleet: id }, startedAt: `2026-01-0${i + 1}T00:00:00.000Z` };
    const { record, samples } = namedRun({ 'mill/json': around(200), 'mill/fast': around(100, 1) }, facts);
    const folder = join(cwd, `made-${i}`);
    const whole = samples.all.map((one) => ({ ...one, ns: Math.round(one.ns) }));
    const measured = whole.sort((a, b) => a.round - b.round);
    writeRun(folder, record, measured);
    writeFileSync(join(cwd, `${id}.ready`), exportRun(folder));
  }
  return { cwd, fleet, cell: fleet.cells[0]! };
}

test('errors of fleet.toml name file, line and key', async () => {
  const kind = '[[kind]]\nid = "a"\n';
  const suites = 'suites = ["s"]\n';
  for (const [text, message] of [
    [`${suites}kinds = 1\n${kind}`, /fleet\.toml:3: kinds: unknown key\. Did you mean "kind"\?/],
    [kind, /fleet\.toml:1: suites: name a suite, or add a \[\[run\]\]/],
    [suites, /fleet\.toml:1: kind: missing; expected a list/],
    [suites + kind + kind, /fleet\.toml:6: kind\[1\]\.id: "a" is already the kind of line 4/],
    [`suites = ["s", "a/s.toml"]\n${kind}`, /:2: suites\[1\]: "s" is already the suite or run of line 2/],
    [`${suites + kind}slurm = { constraint = "a b" }\n`, /:5: kind\[0\]\.slurm\.constraint: expected a word/],
    [`${suites}repeats = 0\n${kind}`, /fleet\.toml:3: repeats: expected at least 1; found 0/],
  ] as const) {
    writeFiles(root, { 'bad/fleet.toml': `name = "x"\n${text}` });
    await refuses(join(root, 'bad'), ['fleet', 'plan'], message);
  }
  await refuses(join(root, 'bad'), ['run', '--tag', 'x'], /It takes NAME=VALUE/);
});

test('the cells are kinds × suites × repeats; paths in arguments are relative to fleet.toml', async () => {
  const own = '[[run]]\nid = "own"\narguments = ["--data", "./o.ndjson"]\n';
  const { cwd } = fleetIn('planned', ['a', 'b'], `repeats = 2\n${own}`);
  const { stdout } = await succeeds(cwd, ['fleet', 'plan', '--format', 'json']);
  const cells = JSON.parse(stdout).cells as { id: string; arguments: string[] }[];
  assert.equal(cells.length, 8);
  assert.deepEqual(cells[1], { ...cells[1], id: 'a+own+1', arguments: ['--data', join(cwd, 'o.ndjson')] });
  await refuses(cwd, ['fleet', 'submit'], /--engine local needs a fleet\.toml with a single \[\[kind\]\]/);
  await refuses(cwd, ['fleet', 'submit', '--engine', 'slurm'], /kind "a" has no slurm = \{ … \}/);
});

test('local: measures unfinished cells one after the other, and collects each run once', async () => {
  const { cwd } = fleetIn('local', ['a'], 'repeats = 2\n');
  writeFileSync(join(cwd, 'broken'), '');
  const broken = await wiremark(cwd, ['fleet', 'submit']);
  assert.equal(broken.status, 1);
  assert.match(broken.stdout, /^a\+small\+1 {2}failed: no space left on device \(exit code 2\)$/m);
  const told = /^a\+small\+1 +failed +no space left on device/m;
  assert.match((await succeeds(cwd, ['fleet', 'status'])).stdout, told);
  const none = await wiremark(cwd, ['fleet', 'collect']);
  assert.deepEqual([none.status, none.stderr.match(/0 of 1 kind\. Missing: /g)?.length], [1, 1]);
  rmSync(join(cwd, 'broken'));
  const expected = /^a\+small\+1 {2}measured\na\+small\+2 {2}measured\n$/;
  assert.match((await succeeds(cwd, ['fleet', 'submit'])).stdout, expected);
  const calls = () => readFileSync(join(cwd, 'calls'), 'utf8').trim().split('\n');
  assert.equal(calls().at(-1), 'run small --tag fleet=a+small+2');
  const before = calls().length;
  assert.match((await succeeds(cwd, ['fleet', 'submit'])).stderr, /left alone: 2 runs done or under way/);
  assert.equal(calls().length, before);
  for (const _ of [1, 2]) {
    const { stdout } = await succeeds(cwd, ['fleet', 'collect']);
    assert.match(stdout, /^mill\/fast leads on a\.$/m);
    assert.equal(readdirSync(join(cwd, '.wiremark/runs')).length, 2);
  }
  writeFileSync(join(cwd, 'shared/runs/a+small+2.wiremark'), 'x');
  const damaged = await wiremark(cwd, ['report', 'shared', '--format', 'json']);
  assert.equal(damaged.status, 1);
  assert.match(JSON.parse(damaged.stdout).missing['a+small+2'], /not an exported run, damaged/);
  const artifact = join(cwd, 'a+small+2.ready');
  await succeeds(cwd, ['fleet', 'collect', artifact]);
});

test('of two claims at once one wins; the queue says what became of its job', () => {
  const { fleet, cell } = fleetIn('claims', ['a']);
  openFolder(fleet);
  const taken = [takeClaim(fleet, cell, 'slurm', 0), takeClaim(fleet, cell, 'slurm', 0)];
  assert.deepEqual(taken, ['claims/a+small+1.1', null]);
  const claim = join(fleet.folder, taken[0]!);
  const state = (job?: Job, down: readonly string[] = []) =>
    stateOf(fleet, cell, claimOf(fleet, cell), job, new Set(down));
  assert.equal(state().state, 'waiting', 'this process is submitting it');
  writeFiles(claim, { job: '7\n' });
  assert.deepEqual([state().state, state().why], ['lost', 'job 7 is gone without a result']);
  assert.equal(state({ id: '7', state: 'running', words: 'n1' }).why, 'job 7 on n1');
  writeFiles(claim, { 'started-0': 'n1\n' });
  const { why } = state({ id: '7', state: 'waiting', words: 'PENDING (BeginTime)' }, ['n1']);
  assert.equal(why, 'job 7: PENDING (BeginTime); ran on n1, which is down now');
  assert.equal(takeClaim(fleet, cell, 'slurm', 1), 'claims/a+small+1.2');
  assert.equal(claimOf(fleet, cell)!.number, 2);
});

test('an interrupted job resumes on its machine, starts over on another, and fails after three requeues', async () => {
  const { cwd, fleet, cell } = fleetIn('interrupted', ['a']);
  openFolder(fleet);
  const claim = takeClaim(fleet, cell, 'slurm', 0)!;
  const shared = (path: string) => join(cwd, 'shared', path);
  const submission = { home: place.home, command: [] };
  writeFiles(cwd, {
    'job.sh': scriptOf(fleet, cell, 'slurm', submission, claim),
    'bin/scontrol': '#!/bin/sh\necho "$@"\n',
    hold: '',
  });
  chmodSync(join(cwd, 'bin/scontrol'), 0o755);
  const calls = () => read(join(cwd, 'calls')).split('\n').filter(Boolean);
  const begin = (node: string, restart: number) => {
    const PATH = `${join(cwd, 'bin')}:${process.env.PATH}`;
    const slurm = { SLURMD_NODENAME: node, SLURM_JOB_ID: '7', SLURM_RESTART_COUNT: `${restart}` };
    const child = spawn('bash', ['job.sh'], { cwd, env: { ...process.env, PATH, ...slurm } });
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    return { child, ended: new Promise<number>((end) => child.on('close', end)), output: () => output };
  };
  const interrupted = async (node: string, restart: number) => {
    const before = calls().length;
    const job = begin(node, restart);
    await eventually(() => calls().length > before, 'it measures');
    job.child.kill('SIGINT');
    return { status: await job.ended, output: job.output(), call: calls().at(-1) };
  };
  const first = 'run small --tag fleet=a+small+1';
  assert.deepEqual(await interrupted('n1', 0), { status: 0, output: 'requeue 7\n', call: first });
  assert.deepEqual((await interrupted('n1', 1)).call, 'run --resume');
  // The machine has lost its disk: the part comes from the shared folder.
  rmSync(join(cwd, 'disk', `wiremark-fleet-${user}`, fleet.id), { recursive: true });
  assert.deepEqual((await interrupted('n1', 2)).call, 'run --resume');
  assert.deepEqual(await interrupted('n2', 3), { status: 1, output: '', call: first });
  assert.deepEqual(readdirSync(shared('partial')).sort(), ['a+small+1@n1.tar', 'a+small+1@n2.tar']);
  assert.match(claimOf(fleet, cell)!.failed, /^n2: interrupted four times: its time limit is too short$/);
  rmSync(join(cwd, 'hold'));
  assert.equal(await begin('n1', 4).ended, 0);
  assert.ok(existsSync(shared('runs/a+small+1.wiremark')));
  const found = readdirSync(shared('runs')).length + readdirSync(shared('claims')).length;
  assert.equal(found, 2, 'nothing is left aside');
  takeClaim(fleet, cell, 'slurm', 1);
  const before = calls().length;
  assert.equal(await begin('n1', 5).ended, 0);
  assert.equal(calls().length, before);
});

test('ssh sends the script to the host, and gets the run back', async (t) => {
  const { cwd } = fleetIn('ssh', ['a'], '', 'ssh = { host = "arm-1" }\n');
  writeFiles(cwd, { 'bin/ssh': '#!/bin/sh\necho "$@" > "$(dirname "$0")/asked"\nexec bash -s\n' });
  chmodSync(join(cwd, 'bin/ssh'), 0o755);
  const before = process.env.PATH;
  t.after(() => (process.env.PATH = before));
  process.env.PATH = `${join(cwd, 'bin')}:${before}`;
  await succeeds(cwd, ['fleet', 'submit', '--engine', 'ssh']);
  assert.equal(readFileSync(join(cwd, 'bin/asked'), 'utf8'), '-o BatchMode=yes arm-1 bash -s\n');
  assert.match((await succeeds(cwd, ['fleet', 'status'])).stdout, /^a\+small\+1 +done/m);
});

test('the scripts of Slurm are printed with their options', async () => {
  const slurm = 'slurm = { constraint = "epyc", partition = "bench", options = ["--time=60"] }\n';
  const { cwd } = fleetIn('printed', ['a'], '', slurm);
  const { stdout } = await succeeds(cwd, ['fleet', 'submit', '--engine', 'slurm', '--print']);
  const own = '--constraint=epyc --partition=bench --time=60';
  for (const option of `--exclusive --mem=0 --requeue ${own} --signal=B:INT@120`.split(' '))
    assert.ok(stdout.includes(`\n#SBATCH ${option}\n`), option);
  assert.equal(spawnSync('bash', ['-n'], { input: stdout }).status, 0);
  assert.ok(!existsSync(join(cwd, 'shared')), 'nothing is written');
});

test("the workflow's matrix, executed step by step, gives one artifact per cell", async (t) => {
  const { cwd, fleet } = fleetIn('actions', ['a', 'b'], '', 'actions = { runs-on = "ubuntu-24.04" }\n');
  const { stdout: workflow } = await succeeds(cwd, ['fleet', 'submit', '--engine', 'actions', '--print']);
  const matrix = [...workflow.matchAll(/^ {10}- (\{.*\})$/gm)].map(([, json]) => JSON.parse(json!));
  const cells = matrix.map((one) => one.cell).join();
  assert.equal(cells, fleet.cells.map(({ id }) => id).join());
  const artifact = /^ {10}path: (.*)$/m.exec(workflow)![1]!;
  for (const one of matrix) {
    const filled = (text: string) => text.replaceAll(/\$\{\{ matrix\.([\w-]+) \}\}/g, (_, key) => one[key]);
    const folder = join(cwd, `job-${one.cell}`);
    mkdirSync(folder);
    const [install, ...steps] = [...workflow.matchAll(/^ {8}run: (.*)$/gm)].map(([, run]) => filled(run!));
    assert.match(install!, /^npm install --global /);
    const program = `wiremark() { '${cwd}/stand-in' "$@"; }\n`;
    for (const step of steps) {
      const words = ['-eo', 'pipefail', '-c', program + step];
      const { status, stderr } = spawnSync('bash', words, { cwd: folder, encoding: 'utf8' });
      assert.equal(status, 0, stderr);
    }
    const { stdout } = await wiremark(cwd, ['fleet', 'collect', join(folder, filled(artifact))]);
    assert.match(stdout, /^Fleet mine$/m);
  }
  assert.match((await succeeds(cwd, ['fleet', 'collect'])).stdout, /^mill\/fast leads on both kinds\.$/m);
  const lint = spawnSync('actionlint', ['-'], { input: workflow, encoding: 'utf8' });
  if (lint.error) t.diagnostic("actionlint isn't installed");
  else assert.equal(lint.status, 0, lint.stdout);
});

test('a machine is shared if cores are missing, a quota limits it, or others use it', () => {
  const machine = join(root, 'machine');
  writeFiles(machine, {
    'sys/devices/system/cpu/online': '0-7\n',
    'proc/self/status': 'Uid:\t1000\t1000\nCpus_allowed_list:\t0-7\n',
    'proc/self/cgroup': '0::/jobs/one\n',
    'sys/fs/cgroup/jobs/cpu.max': 'max 100000\n',
    'proc/12/status': 'Uid:\t0\t0\n',
    'proc/13/status': 'Uid:\t1000\t1000\n',
  });
  assert.deepEqual(signsOfSharing(machine), []);
  writeFiles(machine, {
    'proc/self/status': 'Uid:\t1000\t1000\nCpus_allowed_list:\t0-2,5\n',
    'sys/fs/cgroup/jobs/cpu.max': '150000 100000\n',
    'proc/14/status': 'Uid:\t1001\t1001\n',
  });
  const signs = ['4 of 8 cores', 'a CPU quota of 1.5 cores', '1 process of other users'];
  assert.deepEqual(signsOfSharing(machine), signs);
});

test('a machine is virtual if its processor or firmware says so', () => {
  const machine = temporary('virtual');
  const says = (file: string, text: string) => {
    writeFiles(machine, { [file]: `${text}\n` });
    return isVirtual(machine);
  };
  assert.equal(says('sys/class/dmi/id/product_name', 'c7g.metal'), null);
  assert.equal(says('sys/class/dmi/id/sys_vendor', 'Amazon EC2'), null);
  assert.equal(says('sys/class/dmi/id/product_name', 'c7g.large'), true);
  assert.equal(says('proc/cpuinfo', 'flags\t\t: fpu lahf_lm'), false);
  assert.equal(says('proc/cpuinfo', 'flags\t\t: fpu hypervisor lahf_lm'), true);
});
