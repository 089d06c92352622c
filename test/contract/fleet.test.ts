/** A fleet on a real Slurm: three nodes of two kinds on this machine. Installs Slurm, or says that this part was skipped. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { finishedRun } from '../../src/fleet/folder.ts';
import { eventually, isRunning } from '../machine/eventually.ts';
import { temporary } from '../machine/temporary.ts';
import { begin, runsIn, wiremark } from './command.ts';
import { copyToy, suiteToml } from './definitions.ts';

/** Programs of Slurm, installed by root where they are missing. @returns why they are missing; false if they aren't */
function lacksSlurm(): string | false {
  const isThere = () => spawnSync('slurmctld', ['-V']).status === 0;
  if (isThere()) return false;
  if (userInfo().uid !== 0) return "Slurm isn't installed (Debian: slurm-wlm), and only root can install it";
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [['update'], ['install', '-y', 'slurm-wlm']])
    spawnSync('apt-get', ['-qq', ...words], { env, stdio: 'ignore', timeout: 300_000 });
  return isThere() ? false : "Slurm isn't installed, and apt-get can't install slurm-wlm";
}

const skip = lacksSlurm();
// Before the folder is removed, which has the ids of the daemons.
after(async () => {
  if (skip) return;
  spawnSync('scancel', ['-u', userInfo().username]);
  const daemons = ['n1', 'n2', 'n3', 'ctld'].map(pidOf).filter((pid) => pid > 0);
  // An ending controller would write its state into the folder that is removed.
  for (const pid of daemons) spawnSync('kill', ['-9', `${pid}`]);
  await eventually(() => !daemons.some(isRunning), 'the daemons have ended');
});
const root = temporary('fleet');
const cluster = join(root, 'cluster');
const conf = join(cluster, 'slurm.conf');
const PORT = 16_900;
const KINDS = { n1: 'kind-a', n2: 'kind-a', n3: 'kind-b' };

const slurm = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', env: { ...process.env, SLURM_CONF: conf } });

before(async () => {
  if (skip) return;
  process.env.SLURM_CONF = conf;
  for (const part of ['state', 'log', ...Object.keys(KINDS)])
    mkdirSync(join(cluster, part), { recursive: true });
  const nodes = Object.entries(KINDS).map(([node, kind], i) => {
    const place = `NodeHostname=${hostname()} NodeAddr=127.0.0.1 Port=${PORT + 1 + i}`;
    return `NodeName=${node} ${place} CPUs=2 RealMemory=1000 Feature=${kind}\n`;
  });
  const facts = `ClusterName=test
SlurmctldHost=localhost
SlurmUser=${userInfo().username}
AuthType=auth/none
CredType=cred/none
MpiDefault=none
MailProg=/bin/true
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/linear
StateSaveLocation=${cluster}/state
SlurmdSpoolDir=${cluster}/%n
SlurmctldPidFile=${cluster}/ctld.pid
SlurmdPidFile=${cluster}/%n.pid
SlurmctldPort=${PORT}
SlurmctldLogFile=${cluster}/log/ctld
SlurmdLogFile=${cluster}/log/%n
SlurmdTimeout=10
ReturnToService=2
PartitionName=all Nodes=n1,n2,n3 Default=YES MaxTime=INFINITE State=UP
`;
  writeFileSync(conf, facts + nodes.join(''));
  slurm('slurmctld', '-f', conf);
  for (const node of Object.keys(KINDS)) slurm('slurmd', '-f', conf, '-N', node);
  const areIdle = () =>
    spawnSync('sinfo', ['-h', '-o', '%D %T'], { encoding: 'utf8' }).stdout.trim() === '3 idle';
  await eventually(areIdle, 'three nodes are idle');
});

function pidOf(name: string): number {
  return Number(readText(join(cluster, `${name}.pid`)));
}

function fleetOf(
  name: string,
  kinds: readonly string[],
  suites: readonly string[],
  rounds: number,
  shared = 'shared',
) {
  const cwd = join(root, name);
  mkdirSync(cwd);
  copyToy(join(cwd, 'toy'));
  for (const suite of suites) writeFileSync(join(cwd, suite), suiteToml({ serializers: ['toy/plain'] }));
  const flags = `--runner ./toy/runner.toml --no-limits --no-memory --quick --rounds ${rounds}`.split(' ');
  const facts = { name, folder: shared, disk: join(cwd, 'disk'), suites, arguments: flags };
  const lines = Object.entries(facts).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  const tables = kinds.map((kind) => `[[kind]]\nid = "${kind}"\nslurm = { constraint = "kind-${kind}" }`);
  writeFileSync(join(cwd, 'fleet.toml'), [...lines, ...tables, ''].join('\n'));
  return cwd;
}

const SUBMIT = ['fleet', 'submit', '--engine', 'slurm'];

const states = (cwd: string): { cell: string; state: string; why: string }[] => {
  const { status, stdout, stderr } = wiremark(cwd, ['fleet', 'status', '--format', 'json']);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
};
const filesOf = (cwd: string, folder: string) => {
  const path = join(cwd, 'shared', folder);
  return existsSync(path) ? readdirSync(path).filter((name) => !name.startsWith('.')) : [];
};
const nodeOf = (cwd: string, claim: string, start = 0) =>
  readFileSync(join(cwd, 'shared', 'claims', claim, `started-${start}`), 'utf8').trim();
const isDone = (cwd: string, cell: string) => existsSync(join(cwd, 'shared', 'runs', `${cell}.wiremark`));
const jobOf = (cwd: string, claim: string) =>
  readFileSync(join(cwd, 'shared', 'claims', claim, 'job'), 'utf8').trim();
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
  const [fleet] = existsSync(disk) ? readdirSync(disk).filter((name) => name !== 'cache') : [];
  const runs = fleet === undefined ? [] : runsIn(join(disk, fleet, at));
  return runs.some((run) => JSON.parse(readFileSync(join(run, 'run.json'), 'utf8')).cases[0].rounds > 0);
};

test('two kinds × two suites land on their kinds, with two submits at once, and are collected twice', {
  skip,
}, async () => {
  const cwd = fleetOf('whole', ['a', 'b'], ['one.toml', 'two.toml'], 2);
  const both = [begin(cwd, SUBMIT), begin(cwd, SUBMIT)];
  const ended = await Promise.all(both.map((one) => one.ended));
  assert.deepEqual(ended, [0, 0], both.map((one) => one.errors()).join(''));
  const said = both.map((one) => one.output()).join('');
  assert.equal(said.match(/submitted as job \d+/g)?.length, 4, `each cell once: ${said}`);
  const cells = ['a+one+1', 'a+two+1', 'b+one+1', 'b+two+1'];
  const early = wiremark(cwd, ['fleet', 'collect']);
  assert.equal(early.status, 1);
  assert.match(early.stderr, /^wiremark: 0 of 2 kinds\. Missing: /m);
  await eventually(() => cells.every((cell) => isDone(cwd, cell)), 'all runs are finished', 240);
  for (const cell of cells) {
    const kind = KINDS[nodeOf(cwd, `${cell}.1`) as keyof typeof KINDS];
    assert.equal(kind, `kind-${cell[0]}`);
    assert.equal(finishedRun(join(cwd, 'shared'), cell)!.record.tags!.fleet, cell);
  }
  assert.match(wiremark(cwd, SUBMIT).stderr, /left alone: 4 runs done or under way/);
  for (const time of ['first', 'second']) {
    const { status, stdout, stderr } = wiremark(cwd, ['fleet', 'collect']);
    assert.equal(status, 0, `${time}: ${stderr}`);
    assert.match(stdout, /^serializer +a +b$/m);
    assert.equal(runsIn(cwd).length, 4, time);
  }
  const page = wiremark(cwd, ['report', 'shared', '--html', 'kinds.html']);
  assert.equal(page.status, 0, page.stderr);
  assert.match(readFileSync(join(cwd, 'kinds.html'), 'utf8'), /<h1>Fleet whole<\/h1>/);
});

test('a job that was requeued or interrupted resumes on its machine', { skip }, async () => {
  const cwd = fleetOf('again', ['b'], ['one.toml'], 12);
  assert.equal(wiremark(cwd, SUBMIT).status, 0);
  const job = jobOf(cwd, 'b+one+1.1');
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
  assert.equal(record.interruptions!.length, 2);
  assert.deepEqual([record.partial, record.cases[0]!.rounds], [false, 12]);
});

test('the job of a dead node starts over on another one, and the old part stays apart', {
  skip,
}, async () => {
  const cwd = fleetOf('dead', ['a'], ['one.toml'], 8);
  assert.equal(wiremark(cwd, SUBMIT).status, 0);
  await eventually(() => hasRound(cwd, 'a+one+1@n1') || hasRound(cwd, 'a+one+1@n2'), 'it measures', 120);
  const [node, other] = nodeOf(cwd, 'a+one+1.1') === 'n1' ? ['n1', 'n2'] : ['n2', 'n1'];
  killNode(node!);
  const job = jobOf(cwd, 'a+one+1.1');
  await eventually(() => jobState(job) === 'PENDING', 'the job is queued again', 120);
  assert.match(states(cwd)[0]!.why, new RegExp(`ran on ${node}, which is down now`));
  await startAgain(job);
  await eventually(() => isDone(cwd, 'a+one+1'), 'it is finished', 240);
  assert.equal(nodeOf(cwd, 'a+one+1.1', 1), other);
  const { record } = finishedRun(join(cwd, 'shared'), 'a+one+1')!;
  assert.deepEqual([record.interruptions, record.cases[0]!.rounds], [undefined, 8]);
  assert.ok(hasRound(cwd, `a+one+1@${node}`), 'the old part is still there');
  slurm('slurmd', '-f', conf, '-N', node!);
});

/** Kills a node's daemon and all that runs there. */
function killNode(node: string): void {
  process.kill(pidOf(node), 'SIGKILL');
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const isOn = (pid: string) =>
    readText(`/proc/${pid}/environ`).split('\0').includes(`SLURMD_NODENAME=${node}`);
  const own = processes.filter(isOn);
  const parents = own.map((pid) => /^PPid:\s+(\d+)/m.exec(readText(`/proc/${pid}/status`))?.[1] ?? '0');
  const daemons = parents.filter((pid) => readText(`/proc/${pid}/cmdline`).startsWith('slurmstepd'));
  // The daemons first: they would report the end of the job.
  for (const pid of [...new Set(daemons), ...own]) spawnSync('kill', ['-9', pid]);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

test('a full shared folder is named, and the finished run is fetched later', { skip }, async (t) => {
  const cwd = fleetOf('full', ['b'], ['one.toml'], 2);
  const shared = join(cwd, 'shared');
  mkdirSync(shared);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', shared]);
  if (mounted.status !== 0) return t.skip('mounting a disk needs root');
  // Lazily, since a step of the job may still have files open.
  t.after(() => spawnSync('umount', ['-l', shared]));
  assert.equal(wiremark(cwd, SUBMIT).status, 0);
  const job = jobOf(cwd, 'b+one+1.1');
  await eventually(() => filesOf(cwd, 'claims/b+one+1.1').includes('started-0'), 'it has started');
  spawnSync('dd', ['if=/dev/zero', `of=${join(shared, 'filler')}`, 'bs=4k']);
  await eventually(() => ['FAILED', 'COMPLETED'].includes(jobState(job)), 'it has ended', 120);
  const [lost] = states(cwd);
  const told = /^lost job \d+ ended \(FAILED .*without a result.*; .*shared is full$/;
  assert.match(`${lost!.state} ${lost!.why}`, told);
  assert.equal(wiremark(cwd, SUBMIT).status, 2, 'nothing can be claimed');
  rmSync(join(shared, 'filler'));
  const begun = Date.now();
  assert.equal(wiremark(cwd, SUBMIT).status, 0);
  await eventually(() => isDone(cwd, 'b+one+1'), 'it is finished', 120);
  const measured = Date.parse(finishedRun(shared, 'b+one+1')!.record.finishedAt!);
  assert.ok(measured < begun, 'it was not measured again');
  assert.ok(statSync(join(shared, 'claims/b+one+1.2')).isDirectory());
});
