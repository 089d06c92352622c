/**
 * script/crosscheck: the same serializers on the same documents, measured by wiremark and by a harness that others
 * wrote, their ratios side by side. It asserts nothing.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option } from '@commander-js/extra-typings';
import { openPlan } from '../../src/bench/definitions.ts';
import { openWorkbench } from '../../src/bench/workbench.ts';
import { contenderName } from '../../src/plan/case.ts';
import { inTurns, type Theirs } from './figures.ts';
import { buildJmh, JMH, jmhFlags, runJmh } from './jmh.ts';
import { runWiremark, wiremarkFlags } from './ours.ts';
import { installPyperf, PYPERF, pyperfFlags, runPyperf } from './pyperf.ts';
import type { Site, Target } from './site.ts';
import { sideBySide } from './table.ts';
import { installTinybench, runTinybench, TINYBENCH, tinybenchTime } from './tinybench.ts';

/** Another harness, made ready by `open`; `measure` takes one serializer and task at a time, as its users do. */
interface Harness {
  readonly runtime: string;
  readonly title: string;
  readonly settings: (site: Site) => string;
  readonly open: (site: Site, first: Target) => Promise<(target: Target) => Promise<Theirs>>;
}

const HARNESSES: readonly Harness[] = [
  {
    runtime: 'jvm',
    title: JMH,
    settings: (site) => `${jmhFlags(site).join(' ')}; a fresh JVM for each fork, ${order(site)}`,
    open: async (site, first) => {
      const built = await buildJmh(site, first);
      return (target) => runJmh(site, built, target);
    },
  },
  {
    runtime: 'node',
    title: TINYBENCH,
    settings: (site) =>
      `${tinybenchTime(site.full)} ms a row, a sample is ${site.naive ? 'one call, its result dropped' : 'a rotation over all documents'}; one process for each row, ${order(site)}`,
    open: async (site) => {
      const entry = await installTinybench(site);
      return (target) => runTinybench(site, entry, target);
    },
  },
  {
    runtime: 'python',
    title: PYPERF,
    settings: (site) =>
      `${pyperfFlags(site).join(' ')}; a value is whole rotations over all documents, ${order(site)}`,
    open: async (site) => {
      const folder = await installPyperf(site);
      return (target) => runPyperf(site, folder, target);
    },
  },
];

const home = fileURLToPath(new URL('../..', import.meta.url));
const command = new Command('script/crosscheck')
  .description(
    `Measures a few serializers with wiremark and with a harness that others wrote (${JMH} on the JVM, ${TINYBENCH} in Node, ${PYPERF} in Python) and prints both ratios with their 95 % intervals. About 10 minutes; it only prints, and judges nothing.`,
  )
  .addOption(
    new Option('--only <runtime>', 'only this runtime').choices(HARNESSES.map(({ runtime }) => runtime)),
  )
  .option('--naive', 'tinybench as its introduction shows it: one call a sample, the result dropped')
  .option('--full', "everybody's usual lengths: half an hour or more")
  .addOption(
    new Option(
      '--turns <n>',
      'the other harness measures its rows in turns, too, so many of one process each',
    ).argParser(Number),
  )
  .parse();
const options = command.opts();
const controller = new AbortController();
process.once('SIGINT', () => controller.abort());
process.once('SIGTERM', () => controller.abort());
process.exitCode = await main();

async function main(): Promise<number> {
  const cache = process.env.WIREMARK_CACHE ?? join(homedir(), '.cache', 'wiremark');
  const site: Site = {
    home,
    cache,
    folder: join(cache, 'crosscheck'),
    full: options.full ?? false,
    naive: options.naive ?? false,
    turns: options.turns ?? null,
    say: (line) => process.stderr.write(`crosscheck: ${line}\n`),
    signal: controller.signal,
  };
  await mkdir(site.folder, { recursive: true });
  let failures = 0;
  for (const harness of HARNESSES) {
    if (options.only !== undefined && options.only !== harness.runtime) continue;
    try {
      await check(site, harness);
    } catch (error) {
      if (site.signal.aborted) return 130;
      failures++;
      process.stdout.write(`\n${harness.title} against wiremark: could not be made. ${told(error)}\n`);
    }
  }
  return failures === 0 ? 0 : 1;
}

async function check(site: Site, harness: Harness): Promise<void> {
  const suite = join(site.home, 'script', 'harnesses', `${harness.runtime}.toml`);
  const loads = [loadavg()[0]!];
  site.say(`${harness.runtime}: wiremark measures`);
  const ours = await runWiremark(site, suite);
  loads.push(loadavg()[0]!);
  const { targets, baseline } = await targetsOf(site, suite);
  const measure = await harness.open(site, targets[0]!);
  const found = new Map<Target, Theirs[]>(targets.map((target) => [target, []]));
  const failed = [...ours.failed];
  const all = Array.from({ length: site.turns ?? 1 }, () => targets).flat();
  for (const [index, target] of all.entries()) {
    const name = `${contenderName(target.contender)} ${target.planned.task}`;
    site.say(`${harness.runtime}: ${harness.title} measures ${name} (${index + 1} of ${all.length})`);
    try {
      found.get(target)!.push(await measure(target));
    } catch (error) {
      site.signal.throwIfAborted();
      failed.push(`${harness.title}, ${name}: ${told(error)}`);
    }
  }
  // One that failed in a turn has no figure to set beside the others' turns.
  const whole = [...found.values()].filter((turns) => turns.length === (site.turns ?? 1));
  const theirs = whole.map((turns) => (site.turns === null ? turns[0]! : inTurns(turns)));
  loads.push(loadavg()[0]!);
  const lines = [
    '',
    `${harness.title} against wiremark: ${harness.runtime}`,
    '',
    `wiremark: ${wiremarkFlags(site.full).join(' ')}; ${harness.title}: ${harness.settings(site)}`,
    `load average before, between and after: ${loads.map((load) => load.toFixed(1)).join(', ')}`,
    ...sideBySide(ours.rows, theirs, baseline),
    ...(failed.length > 0 ? ['', 'Not measured:', ...failed.map((line) => `  ${line}`)] : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function order({ turns }: Site): string {
  return turns === null ? 'one row after the other' : `rows in ${turns} turns`;
}

/** Every serializer that is available here, on every case of a suite, with its job and documents on disk. */
async function targetsOf(
  site: Site,
  suite: string,
): Promise<{ readonly targets: readonly Target[]; readonly baseline: string }> {
  const { catalog, plan } = openPlan(site.home, { suite, filters: {}, limits: false });
  const workbench = await openWorkbench({
    plan,
    catalog,
    cache: site.cache,
    progress: () => {},
    signal: site.signal,
  });
  const targets: Target[] = [];
  for (const planned of plan.cases) {
    for (const contender of planned.contenders) {
      if (workbench.unavailable(planned, contender) !== null) continue;
      const launch = await workbench.launchOf(planned, contender);
      const { count, bytes } = await workbench.inputs(planned, contender);
      const documents = join(site.folder, `documents-${targets.length}`);
      await writeFile(documents, bytes);
      targets.push({ planned, contender, launch, documents, count });
    }
  }
  if (targets.length === 0) throw new Error('none of its serializers is available here');
  return { targets, baseline: plan.suite.baseline };
}

/** The first lines of what went wrong: programs say more than fits. */
function told(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n').slice(0, 6).join('\n  ');
}
