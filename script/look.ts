/**
 * Compares each kit's loop with the simplest loop of its language: both in one process, in turns of 10 ms, since two
 * processes of the same row differ by more than the loops do. Repeats that in several fresh processes.
 *
 *     node --import tsx script/look.ts [--once] [ROW…]
 *
 * --once only tests this script: one row of each runtime, one process. Uses the kits of the current checkout.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDataset } from '../src/define/dataset.ts';
import { caseName } from '../src/define/names.ts';
import type { SuiteDefinition } from '../src/define/types.ts';
import { type Contender, contenderName } from '../src/plan/case.ts';
import { makePlan, type PlannedCase } from '../src/plan/plan.ts';
import { openCatalog } from '../src/run/definitions.ts';
import { median, sortSamples } from '../src/stats/samples.ts';
import { jobLines } from '../src/trial/job.ts';
import { openWorkbench, type Workbench } from '../src/trial/workbench.ts';
import { evidenceOf } from './evidence.ts';

/** The default export of a runtime's evidence/look.ts. */
export interface Look {
  /** Ids of its fastest rows. */
  readonly serializers: readonly string[];
  /**
   * Replaces the kit's program in a row's command with a program of both loops. It gets three more arguments (a file with the
   * job, a file with the documents, and their number) and prints, for each turn, the ns per operation of the simple loop and of
   * the kit's.
   */
  pairs(command: readonly string[], scratch: string): readonly string[];
}

const LOOKS = await evidenceOf<Look>('look.ts');
const known = openCatalog(process.cwd());
const { values, positionals } = parseArgs({ options: { once: { type: 'boolean' } }, allowPositionals: true });
const once = values.once ?? false;
const all = Array.from(LOOKS, ([runtime, { serializers }]) =>
  serializers.slice(0, once ? 1 : undefined).map((one) => `${runtime}/${one}`),
);
const rows = positionals.length > 0 ? positionals : all.flat();
const processes = once ? 1 : 5;

const scratch = mkdtempSync(join(tmpdir(), 'wiremark-look-'));
const person = readDataset(join(import.meta.dirname, '../test/data/person'));
const catalog = { ...known, datasets: new Map([...known.datasets, ['person', person]]) };
const tasks = ['serialize', 'deserialize'] as const;
const suite: SuiteDefinition = {
  ...{ name: 'look', title: 'Look', file: '', style: 'default', batch: 1, quick: true },
  // Documents of 600 bytes (record), and of 150 (person).
  cases: [
    { dataset: 'record', sizes: ['single'], tasks: tasks.slice(0, once ? 1 : undefined) },
    ...(once ? [] : [{ dataset: 'person', sizes: ['small'], tasks }]),
  ],
  serializers: rows,
  baseline: rows[0]!,
};
const plan = makePlan(suite, catalog.runners, {});
const workbench = await openWorkbench({
  plan,
  catalog,
  cache: process.env.WIREMARK_CACHE ?? join(homedir(), '.cache/wiremark'),
  progress: () => {},
});
console.log(
  'ns per operation, fastest turn: simple loop, kit; median difference of turns: median of the processes [minimum, maximum]',
);
for (const planned of plan.cases)
  for (const contender of planned.contenders) await look(workbench, planned, contender);
rmSync(scratch, { recursive: true });

async function look(workbench: Workbench, planned: PlannedCase, contender: Contender): Promise<void> {
  const missing = workbench.unavailable(planned, contender);
  if (missing) {
    if (missing.verdict !== 'unavailable') throw new Error(missing.reason);
    console.log(contenderName(contender), caseName(planned), missing.reason);
    return;
  }
  const { job, command, environment } = await workbench.launchOf(planned, contender);
  const inputs = await workbench.inputs(planned, contender);
  const [jobFile, set] = [join(scratch, 'job'), join(scratch, 'set')];
  writeFileSync(jobFile, `${jobLines(job).join('\n')}\n`);
  const [program, ...words] = LOOKS.get(contender.runtime)!.pairs(command, scratch);
  const differences: number[] = [];
  let least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0; i < processes; i++) {
    // A runner may remove the file that it has read.
    writeFileSync(set, inputs.bytes);
    const pairs = pairsOf(
      spawnSync(program!, [...words, jobFile, set, String(inputs.count)], {
        encoding: 'utf8',
        env: { ...process.env, ...environment },
      }),
    );
    differences.push(median(sortSamples(pairs.map(([bare, kit]) => kit / bare - 1))));
    least = least.map((ns, loop) => Math.min(ns, ...pairs.map((pair) => pair[loop]!)));
  }
  const sorted = sortSamples(differences);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  console.log(
    [
      contenderName(contender),
      caseName(planned),
      ...least.map((ns) => ns.toFixed(1)),
      percent(median(sorted)),
      `[${percent(sorted[0]!)}, ${percent(sorted.at(-1)!)}]`,
    ].join('  '),
  );
}

function pairsOf(ended: { stdout: string; stderr: string }): (readonly [bare: number, kit: number])[] {
  const lines = ended.stdout.trim().split('\n');
  const pairs = lines.map((line) => line.split(' ').map(Number) as [number, number]);
  if (pairs.some((pair) => pair.length !== 2 || pair.some(Number.isNaN)))
    throw new Error(ended.stdout + ended.stderr);
  return pairs;
}
