/**
 * script/crosscheck: measures the same serializers on the same documents with wiremark and with another harness, and prints
 * their ratios side by side. It asserts nothing.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option } from '@commander-js/extra-typings';
import { openPlan } from '../../src/run/definitions.ts';
import { openWorkbench } from '../../src/trial/workbench.ts';
import { evidenceOf } from '../evidence.ts';
import { inTurns, type Theirs } from './figures.ts';
import { runWiremark, wiremarkFlags } from './ours.ts';
import { type Harness, keyOf, type Site, type Target } from './site.ts';
import { sideBySide } from './table.ts';

const home = fileURLToPath(new URL('../..', import.meta.url));
const HARNESSES = await evidenceOf<Harness>('crosscheck.ts');
const TITLES = Array.from(HARNESSES, ([runtime, { title }]) => `${title} for ${runtime}`).join(', ');
const command = new Command('script/crosscheck')
  .description(
    `Measures a few serializers with wiremark and with a harness that others wrote (${TITLES}) and prints both ratios with their 95 % intervals. About 10 minutes; it only prints, and judges nothing.`,
  )
  .addOption(new Option('--only <runtime>', 'only this runtime').choices([...HARNESSES.keys()]))
  .option(
    '--naive',
    'the other harness as its introduction shows it, where that differs: one call a sample, the result dropped',
  )
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
  for (const [runtime, harness] of HARNESSES) {
    if (options.only !== undefined && options.only !== runtime) continue;
    try {
      await check(site, runtime, harness);
    } catch (error) {
      if (site.signal.aborted) return 130;
      failures++;
      process.stdout.write(`\n${harness.title} against wiremark: could not be made. ${told(error)}\n`);
    }
  }
  return failures === 0 ? 0 : 1;
}

async function check(site: Site, runtime: string, harness: Harness): Promise<void> {
  const suite = join(site.home, 'runners', runtime, 'evidence/crosscheck.toml');
  const loads = [loadavg()[0]!];
  site.say(`${runtime}: wiremark measures`);
  const ours = await runWiremark(site, suite);
  loads.push(loadavg()[0]!);
  const { targets, baseline } = await targetsOf(site, suite);
  const measure = await harness.open(site, targets[0]!);
  const found = new Map<Target, Theirs[]>(targets.map((target) => [target, []]));
  const failed = [...ours.failed];
  const all = Array.from({ length: site.turns ?? 1 }, () => targets).flat();
  for (const [index, target] of all.entries()) {
    const key = keyOf(target);
    const name = `${key.name} ${key.case}`;
    site.say(`${runtime}: ${harness.title} measures ${name} (${index + 1} of ${all.length})`);
    try {
      // A runner may remove the file that it has read.
      await writeFile(target.documents, target.bytes);
      found.get(target)!.push(await measure(target));
    } catch (error) {
      site.signal.throwIfAborted();
      failed.push(`${harness.title}, ${name}: ${told(error)}`);
    }
  }
  // A row that failed in a turn can't be compared by turns.
  const whole = [...found.values()].filter((turns) => turns.length === (site.turns ?? 1));
  const theirs = whole.map((turns) => (site.turns === null ? turns[0]! : inTurns(turns)));
  loads.push(loadavg()[0]!);
  const lines = [
    '',
    `${harness.title} against wiremark: ${runtime}`,
    '',
    `wiremark: ${wiremarkFlags(site.full).join(' ')}; ${harness.title}: ${harness.settings(site)}`,
    `load average before, between and after: ${loads.map((load) => load.toFixed(1)).join(', ')}`,
    ...sideBySide(ours.rows, theirs, baseline),
    ...(failed.length > 0 ? ['', 'Not measured:', ...failed.map((line) => `  ${line}`)] : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Every available serializer on every case of a suite, with its job and documents. */
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
      targets.push({ planned, contender, launch, documents, bytes, count });
    }
  }
  if (targets.length === 0) throw new Error('none of its serializers is available here');
  return { targets, baseline: plan.suite.baseline };
}

/** An error's message, at most six lines. */
function told(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n').slice(0, 6).join('\n  ');
}
