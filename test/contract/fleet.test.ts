/** A fleet on a real Slurm: three nodes of two kinds on this machine. Installs Slurm, or says that this part was skipped. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { finishedRun } from '../../src/fleet/folder.ts';
import { namesIn, pids, read } from '../../src/machine/proc.ts';
import { eventually, isRunning } from '../machine/eventually.ts';
import { temporary } from '../machine/temporary.ts';
import { begin, recordOf, runsIn, succeeds, until, wiremark } from './command.ts';
import { copyToy, suiteToml } from './definitions.ts';

/** Installs a package for its program if that is missing. @returns why it still is; false if it isn't */
function lacks(program: string, name: string): string | false {
  const isThere = () => spawnSync('which', [program]).status === 0;
  if (isThere()) return false;
  if (userInfo().uid !== 0) return `${program} isn't installed (Debian: ${name}): only root can install it`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [['update'], ['install', '-y', name]])
    spawnSync('apt-get', ['-qq', ...words], { env, stdio: 'ignore', timeout: 300_000 });
  return isThere() ? false : `${program} isn't installed, and apt-get can't install ${name}`;
}

const skip = lacks('slurmctld', 'slurm-wlm');
// Before the folder is removed, which has the ids of the daemons.
after(async () => {
  if (skip) return;
  spawnSync('scancel', ['-u', userInfo().username]);
  const daemons = [...NODES, 'ctld'].map(pidOf).filter((pid) => pid > 0);
  // An ending controller would write its state into the folder that is removed.
  for (const pid of daemons) spawnSync('kill', ['-9', `${pid}`]);
  await eventually(() => !daemons.some(isRunning), 'the daemons have ended');
});
const root = temporary('fleet');
const cluster = join(root, 'cluster');
const conf = join(cluster, 'slurm.conf');
const NODES = ['n1', 'n2', 'n3'];

const slurm = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', env: { ...process.env, SLURM_CONF: conf } });

before(async () => {
  if (skip) return;
  process.env.SLURM_CONF = conf;
  for (const part of ['state', ...NODES]) mkdirSync(join(cluster, part), { recursive: true });
  const facts = `ClusterName=test
SlurmctldHost=localhost
SlurmUser=${userInfo().username}
AuthType=auth/none
CredType=cred/none
MailProg=/bin/true
ProctrackType=proctrack/pgid
SelectType=select/linear
StateSaveLocation=${cluster}/state
SlurmdSpoolDir=${cluster}/%n
SlurmctldPidFile=${cluster}/ctld.pid
SlurmdPidFile=${cluster}/%n.pid
SlurmctldPort=16900
SlurmdTimeout=10
ReturnToService=2
NodeName=DEFAULT CPUs=2 RealMemory=1000
NodeName=n[1-2] NodeHostname=${hostname()} NodeAddr=127.0.0.1 Port=[16901-16902] Feature=kind-a
NodeName=n3 NodeHostname=${hostname()} NodeAddr=127.0.0.1 Port=16903 Feature=kind-b
PartitionName=all Nodes=n1,n2,n3 Default=YES MaxTime=INFINITE State=UP
`;
  writeFileSync(conf, facts);
  slurm('slurmctld', '-f', conf);
  for (const node of NODES) slurm('slurmd', '-f', conf, '-N', node);
  const areIdle = () => `${spawnSync('sinfo', ['-h', '-t', 'idle', '-o', '%D']).stdout}` === '3\n';
  await eventually(areIdle, 'three nodes are idle');
});

function pidOf(name: string): number {
  return Number(read(join(cluster, `${name}.pid`)));
}

function fleetOf(name: string, kinds: readonly string[], suites: readonly string[], rounds: number) {
  const cwd = join(root, name);
  mkdirSync(cwd);
  copyToy(join(cwd, 'toy'));
  for (const suite of suites) writeFileSync(join(cwd, suite), suiteToml({ serializers: ['toy/plain'] }));
  const flags = `--runner ./toy/runner.toml --no-limits --no-memory --quick --rounds ${rounds}`.split(' ');
  const facts = { name, folder: 'shared', disk: join(cwd, 'disk'), suites, arguments: flags };
  const lines = Object.entries(facts).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  const tables = kinds.map((kind) => `[[kind]]\nid = "${kind}"\nslurm = { constraint = "kind-${kind}" }`);
  writeFileSync(join(cwd, 'fleet.toml'), [...lines, ...tables, ''].join('\n'));
  return cwd;
}

const SUBMIT = ['fleet', 'submit', '--engine', 'slurm'];

/** Submits once in each environment, at the same time. @returns the number of jobs */
async function submitted(cwd: string, environments: readonly NodeJS.ProcessEnv[]): Promise<number> {
  const all = environments.map((environment) => begin(cwd, SUBMIT, '', environment));
  for (const { ended, errors } of all) assert.equal(await ended, 0, errors());
  return all.flatMap(({ output }) => output().match(/submitted as job \d+/g) ?? []).length;
}

const states = (cwd: string): { cell: string; state: string; why: string }[] =>
  JSON.parse(succeeds(cwd, ['fleet', 'status', '--format', 'json']).stdout);
const filesOf = (cwd: string, folder: string) =>
  namesIn(join(cwd, 'shared', folder)).filter((name) => !name.startsWith('.'));
const nodeOf = (cwd: string, claim: string, start = 0) =>
  read(join(cwd, 'shared', 'claims', claim, `started-${start}`)).trim();
const isDone = (cwd: string, cell: string) => existsSync(join(cwd, 'shared', 'runs', `${cell}.wiremark`));
const submit = (cwd: string) => /job (\d+)$/m.exec(succeeds(cwd, SUBMIT).stdout)![1]!;
const jobState = (job: string) => slurm('squeue', '-h', '-t', 'all', '-j', job, '-o', '%T').trim();

/** Slurm waits two minutes before it starts a requeued job. */
async function startAgain(job: string): Promise<void> {
  await eventually(() => jobState(job) === 'PENDING', 'the job is queued again', 120);
  // Slurm refuses to start a job in the second in which it was stopped.
  await pause(3000);
  slurm('scontrol', 'update', `jobid=${job}`, 'starttime=now');
}

/** Waits until a cell's part has a complete round. */
const hasRound = (cwd: string, at: string) => {
  const disk = join(cwd, 'disk', `wiremark-fleet-${userInfo().username}`);
  const [fleet] = namesIn(disk).filter((name) => name !== 'cache');
  const runs = fleet === undefined ? [] : runsIn(join(disk, fleet, at));
  return runs.some((run) => recordOf(run).cases[0]!.rounds! > 0);
};

test('two kinds × two suites, with two submits at once, are collected twice', { skip }, async () => {
  const cwd = fleetOf('whole', ['a', 'b'], ['one.toml', 'two.toml'], 2);
  assert.equal(await submitted(cwd, [{}, {}]), 4, 'each cell once');
  const cells = ['a+one+1', 'a+two+1', 'b+one+1', 'b+two+1'];
  const early = wiremark(cwd, ['fleet', 'collect']);
  assert.equal(early.status, 1);
  assert.match(early.stderr, /^wiremark: 0 of 2 kinds\. Missing: /m);
  await eventually(() => cells.every((cell) => isDone(cwd, cell)), 'all runs are finished', 240);
  for (const cell of cells) {
    assert.equal(nodeOf(cwd, `${cell}.1`) === 'n3', cell.startsWith('b'));
    assert.equal(finishedRun(join(cwd, 'shared'), cell)!.record.tags!.fleet, cell);
  }
  assert.match(wiremark(cwd, SUBMIT).stderr, /left alone: 4 runs done or under way/);
  for (const time of ['first', 'second']) {
    assert.match(succeeds(cwd, ['fleet', 'collect']).stdout, /^serializer +a +b$/m);
    assert.equal(runsIn(cwd).length, 4, time);
  }
  succeeds(cwd, ['report', 'shared', '--html', 'kinds.html']);
  assert.match(read(join(cwd, 'kinds.html')), /<h1>Fleet whole<\/h1>/);
});

/** An environment in which the clock differs from this machine's, but not the time that passes. */
function clock(offset: string): NodeJS.ProcessEnv {
  const { stdout } = spawnSync('faketime', ['-f', offset, 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' });
  return { LD_PRELOAD: stdout.trim(), FAKETIME: offset, DONT_FAKE_MONOTONIC: '1' };
}

const noFaketime = lacks('faketime', 'faketime');

test('clocks an hour off change neither claims nor states', { skip: skip || noFaketime }, async () => {
  const cwd = fleetOf('clocks', ['a', 'b'], ['one.toml'], 2);
  assert.equal(await submitted(cwd, [clock('+1h'), clock('-1h')]), 2, 'each cell once');
  const cells = ['a+one+1', 'b+one+1'];
  assert.ok(states(cwd).every(({ state }) => ['waiting', 'running', 'done'].includes(state)));
  await eventually(() => cells.every((cell) => isDone(cwd, cell)), 'all runs are finished', 240);
  for (const cell of cells) {
    const off = Date.parse(finishedRun(join(cwd, 'shared'), cell)!.record.startedAt) - Date.now();
    assert.ok(Math.abs(off) > 50 * 60_000, `the job's clock was off by ${off} ms`);
  }
  assert.match(succeeds(cwd, ['fleet', 'collect']).stdout, /^serializer +a +b$/m);
});

for (const offset of ['+1h', '-1h'])
  test(`a run begun at ${offset} is resumed with the right clock`, { skip: noFaketime }, async () => {
    const cwd = fleetOf(`corrected${offset.replace('+', '')}`, ['b'], ['one.toml'], 12);
    const off = begin(cwd, ['fleet', 'submit'], '', clock(offset));
    await until(off, () => hasRound(cwd, `b+one+1@${hostname()}`));
    assert.equal(states(cwd)[0]!.state, 'running');
    assert.match(succeeds(cwd, ['fleet', 'submit']).stderr, /left alone: 1 run done or under way/);
    off.child.kill();
    await off.ended;
    assert.equal(states(cwd)[0]!.state, 'lost');
    succeeds(cwd, ['fleet', 'submit']);
    const { record } = finishedRun(join(cwd, 'shared'), 'b+one+1')!;
    assert.deepEqual([record.interruptions!.length, record.cases[0]!.rounds], [1, 12]);
    const [begun, finished] = [record.startedAt, record.finishedAt!].map((time) => Date.parse(time));
    assert.ok(finished! > begun! && Math.abs(begun! - Date.now()) > 50 * 60_000, record.startedAt);
    succeeds(cwd, ['fleet', 'collect']);
  });

test('a job that was requeued or interrupted resumes on its machine', { skip }, async () => {
  const cwd = fleetOf('again', ['b'], ['one.toml'], 12);
  const job = submit(cwd);
  await eventually(() => hasRound(cwd, 'b+one+1@n3'), 'it measures', 120);
  slurm('scontrol', 'requeue', job);
  await startAgain(job);
  await eventually(() => filesOf(cwd, 'claims/b+one+1.1').includes('started-1'), 'it runs again', 120);
  await eventually(() => jobState(job) === 'RUNNING', 'it runs');
  // The resumed run must have begun.
  await pause(5000);
  slurm('scancel', '--batch', '--signal=INT', job);
  await startAgain(job);
  assert.deepEqual(filesOf(cwd, 'partial'), ['b+one+1@n3.tar']);
  await eventually(() => isDone(cwd, 'b+one+1'), 'it is finished', 240);
  const claim = filesOf(cwd, 'claims/b+one+1.1').sort();
  assert.deepEqual(claim.slice(1), ['interrupted-1', 'job', 'job.sh', 'started-0', 'started-1', 'started-2']);
  const { record } = finishedRun(join(cwd, 'shared'), 'b+one+1')!;
  assert.deepEqual([record.interruptions!.length, record.partial, record.cases[0]!.rounds], [2, false, 12]);
});

test('the job of a dead node starts over on another, and the old part stays apart', { skip }, async () => {
  const cwd = fleetOf('dead', ['a'], ['one.toml'], 8);
  const job = submit(cwd);
  await eventually(() => hasRound(cwd, 'a+one+1@n1') || hasRound(cwd, 'a+one+1@n2'), 'it measures', 120);
  const [node, other] = nodeOf(cwd, 'a+one+1.1') === 'n1' ? ['n1', 'n2'] : ['n2', 'n1'];
  killNode(node!);
  await eventually(() => jobState(job) === 'PENDING', 'the job is queued again', 120);
  assert.match(states(cwd)[0]!.why, new RegExp(`ran on ${node}, which is down now`));
  await startAgain(job);
  await eventually(() => isDone(cwd, 'a+one+1'), 'it is finished', 240);
  assert.equal(nodeOf(cwd, 'a+one+1.1', 1), other);
  const { record } = finishedRun(join(cwd, 'shared'), 'a+one+1')!;
  assert.deepEqual([record.interruptions, record.cases[0]!.rounds], [undefined, 8], states(cwd)[0]!.why);
  assert.ok(hasRound(cwd, `a+one+1@${node}`), 'the old part is still there');
  slurm('slurmd', '-f', conf, '-N', node!);
});

/** Kills a node's daemon and all that runs there. */
function killNode(node: string): void {
  process.kill(pidOf(node), 'SIGKILL');
  const isOn = (pid: number) => read(`/proc/${pid}/environ`).split('\0').includes(`SLURMD_NODENAME=${node}`);
  const own = pids().filter(isOn);
  const parents = own.map((pid) => Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]));
  const daemons = parents.filter((pid) => read(`/proc/${pid}/cmdline`).startsWith('slurmstepd'));
  // The daemons first: they would report the end of the job.
  for (const pid of [...new Set(daemons), ...own]) spawnSync('kill', ['-9', `${pid}`]);
}

test('a full shared folder is named, and the finished run is fetched later', { skip }, async (t) => {
  const cwd = fleetOf('full', ['b'], ['one.toml'], 2);
  const shared = join(cwd, 'shared');
  mkdirSync(shared);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', shared]);
  if (mounted.status !== 0) return t.skip('mounting a disk needs root');
  // Lazily, since a step of the job may still have files open.
  t.after(() => spawnSync('umount', ['-l', shared]));
  const job = submit(cwd);
  await eventually(() => filesOf(cwd, 'claims/b+one+1.1').includes('started-0'), 'it has started');
  spawnSync('dd', ['if=/dev/zero', `of=${join(shared, 'filler')}`, 'bs=4k']);
  await eventually(() => ['FAILED', 'COMPLETED'].includes(jobState(job)), 'it has ended', 120);
  const [lost] = states(cwd);
  assert.match(`${lost!.state} ${lost!.why}`, /^lost job \d+ ended \(FAILED .*; .*shared is full$/);
  assert.equal(wiremark(cwd, SUBMIT).status, 2, 'nothing can be claimed');
  rmSync(join(shared, 'filler'));
  const begun = Date.now();
  assert.equal(wiremark(cwd, SUBMIT).status, 0);
  await eventually(() => isDone(cwd, 'b+one+1'), 'it is finished', 120);
  const measured = Date.parse(finishedRun(shared, 'b+one+1')!.record.finishedAt!);
  assert.ok(measured < begun, 'it was not measured again');
});
