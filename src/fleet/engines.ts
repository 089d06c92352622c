import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { outputOf, runProgram } from '../build/toolchain.ts';
import { quoteWord } from '../define/names.ts';
import { keep } from '../machine/files/write.ts';
import { NotStarted } from '../machine/process-group.ts';
import { MOST_PACKED } from '../store/exported.ts';
import { EXPORTED } from '../store/folder/files.ts';
import type { Cell, Fleet } from './definition.ts';
import { type CellState, claimOf, type Engine, type Job, runFile, stateOf, takeClaim } from './folder.ts';

interface Submission {
  /** Folder of the installed wiremark package. */
  readonly home: string;
  readonly command: readonly string[];
}

const jobName = ({ id }: Fleet, claim: string) => `wiremark-${id}+${claim.slice('claims/'.length)}`;

/** @param claim folder by which the job claims the cell. A Slurm job whose claim is gone or isn't the last does nothing */
export function scriptOf(fleet: Fleet, cell: Cell, engine: Engine, from: Submission, claim: string): string {
  const { id, disk, folder } = fleet;
  const { slurm: asked, ssh } = cell.kind;
  const own = fleet.command ?? (engine === 'ssh' ? ['wiremark'] : from.command);
  const isShared = engine === 'slurm';
  const facts = { fleet: id, cell: cell.id, folder: isShared ? folder : '', claim, disk };
  const lists = { wiremark: (engine === 'ssh' && ssh?.command) || own, arguments: cell.arguments };
  const options = [
    `--job-name=${jobName(fleet, claim)}`,
    `--output="${join(folder, 'log', `${cell.id}.log`)}"`,
    ...['--open-mode=append', '--nodes=1', '--exclusive', '--mem=0', '--requeue', '--signal=B:INT@120'],
    ...(asked?.constraint ? [`--constraint=${asked.constraint}`] : []),
    ...(asked?.partition ? [`--partition=${asked.partition}`] : []),
    ...(asked?.options ?? []),
  ];
  return [
    '#!/usr/bin/env bash',
    ...(isShared ? options.map((option) => `#SBATCH ${option}`) : []),
    ...Object.entries(facts).map(([name, value]) => `${name}=${quoteWord(value)}`),
    ...Object.entries(lists).map(([name, words]) => `${name}=(${words.map(quoteWord).join(' ')})`),
    readFileSync(join(from.home, 'src', 'fleet', 'cell.sh'), 'utf8'),
  ].join('\n');
}

export async function statesOf(fleet: Fleet): Promise<CellState[]> {
  const claims = fleet.cells.map((cell) => claimOf(fleet, cell));
  const names = claims.map((one) => (one?.engine === 'slurm' ? jobName(fleet, one.path) : ''));
  const jobs = await queue(names.filter(Boolean));
  const down = new Set<string>();
  if ([...jobs.values()].some(({ state }) => state !== 'running'))
    for (const line of (await slurm(['sinfo', '-h', '-N', '-o', '%N %T'])).split('\n'))
      if (/ (down|drain|fail|not_resp|unknown)/.test(line)) down.add(line.split(' ')[0]!);
  return fleet.cells.map((cell, i) => stateOf(fleet, cell, claims[i]!, jobs.get(names[i]!), down));
}

const WAITING = /^(PENDING|REQUEUE|SPECIAL_EXIT|RESV)/;
const ENDED =
  /^(COMPLETED|FAILED|CANCELLED|PREEMPTED|TIMEOUT|NODE_FAIL|BOOT_FAIL|DEADLINE|OUT_OF_MEM|REVOKED)/;

async function queue(names: readonly string[]): Promise<Map<string, Job>> {
  const jobs = new Map<string, Job>();
  if (names.length === 0) return jobs;
  const text = await slurm(['squeue', '-h', '-t', 'all', '-n', names.join(','), '-o', '%j|%i|%T|%r|%N']);
  for (const line of text.split('\n')) {
    const [name, id, state, reason, node] = line.split('|');
    if (id === undefined) continue;
    const now = ENDED.test(state!) ? 'ended' : WAITING.test(state!) ? 'waiting' : 'running';
    jobs.set(name!, { id, state: now, words: now === 'running' ? node! : `${state} (${reason})` });
  }
  return jobs;
}

function slurm(command: readonly string[], signal?: AbortSignal): Promise<string> {
  const limits = { limit: 60_000, signal };
  return outputOf(`Slurm's ${command[0]}`, { command, folder: '.' }, 'answering', limits);
}

/** Claims a cell, then measures it or submits a Slurm job for it. @returns what happened, such as `measured` */
export async function start(
  fleet: Fleet,
  { cell, claim: before }: CellState,
  engine: Engine,
  from: Submission & { readonly signal: AbortSignal },
): Promise<string> {
  const claim = takeClaim(fleet, cell, engine, before);
  if (claim === null) return 'claimed by another submit';
  const script = scriptOf(fleet, cell, engine, from, claim);
  const failed = (reason: string) => {
    keep(join(fleet.folder, claim, 'failed'), `${reason}\n`);
    return `failed: ${reason}`;
  };
  if (engine === 'slurm') {
    const file = join(fleet.folder, claim, 'job.sh');
    keep(file, script);
    const [job = ''] = (await slurm(['sbatch', '--parsable', file], from.signal)).trim().split(';');
    keep(join(fleet.folder, claim, 'job'), job);
    return `submitted as job ${job}`;
  }
  const remote = engine === 'ssh' ? ['ssh', '-o', 'BatchMode=yes', cell.kind.ssh!.host] : [];
  const command = [...remote, 'bash', '-s'];
  const ended = await runProgram({ command, folder: '.' }, 'measuring', {
    stdin: script,
    most: MOST_PACKED,
    signal: from.signal,
  });
  if (ended instanceof NotStarted) return failed(`${command[0]} ${ended.reason}`);
  if (ended.failure !== null)
    return failed(/(?:wiremark: )?(.*)\s*$/.exec(ended.errors)?.[1] || ended.failure);
  keep(runFile(fleet.folder, cell.id), ended.output);
  return 'measured';
}

/**
 * Returns a workflow for GitHub Actions. Its matrix is JSON, which is valid YAML. Paths in the folder of fleet.toml become
 * relative to the working folder.
 */
export function workflowOf({ name, home, cells }: Fleet): string {
  const here = (word: string) => (word.startsWith(home) ? `./${relative(process.cwd(), word)}` : word);
  const entry = ({ id, kind, arguments: words }: Cell) =>
    JSON.stringify({
      cell: id,
      'runs-on': kind.actions!['runs-on'],
      arguments: words.map((word) => quoteWord(here(word))).join(' '),
    });
  const value = (key: string) => `\${{ matrix.${key} }}`;
  return `# Made by wiremark fleet submit --engine actions --print.
name: wiremark fleet ${name}
on: workflow_dispatch
permissions:
  contents: read
jobs:
  measure:
    strategy:
      fail-fast: false
      matrix:
        include:
${cells.map((cell) => `          - ${entry(cell)}`).join('\n')}
    runs-on: ${value('runs-on')}
    timeout-minutes: 360
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - name: Install wiremark
        run: npm install --global ./wiremark-*.tgz
      - name: Measure
        shell: bash
        # 1: measured, and a row failed.
        run: wiremark run ${value('arguments')} --tag fleet=${value('cell')} || [ $? = 1 ]
      - name: Export
        shell: bash
        run: wiremark runs export last --out ${value('cell')}${EXPORTED}
      - uses: actions/upload-artifact@v4
        with:
          name: ${value('cell')}
          path: ${value('cell')}${EXPORTED}
`;
}
