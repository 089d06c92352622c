/**
 * Builds the JVM runner: one Maven module for the kit and one for each serializer, generated into the build folder and
 * compiled by one Maven process. Modules know nothing of each other; one that can't be resolved or compiled makes only
 * its own rows unavailable.
 *
 * A module is built again when its files, the kit or the JDK have changed. Since compiling Scala takes long, a module
 * keeps the datasets that it was built with before: two suites that take turns don't build it each time.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, relative, sep } from 'node:path';
import type { SerializerDefinition } from '../../define/types.ts';
import type { SchemaModel } from '../../schema/model.ts';
import { lockFolder } from './folder-lock.ts';
import { fingerprint, type Module, ownFiles, planKit, planModule } from './maven-module.ts';
import { type ModuleFailure, parseFailures, parseGeneralFailure } from './maven-output.ts';
import { reactorPom } from './maven-pom.ts';
import { javaVersion, runMaven } from './maven-run.ts';
import {
  isCurrent,
  type ModuleOutcome,
  type ModuleState,
  readModels,
  readState,
  writeModels,
  writeState,
} from './maven-state.ts';
import type { Builder, BuildInput, BuildResult } from './types.ts';

/** How long it stands that a registry hasn't got something, in milliseconds. */
const RETRY_AFTER = 60 * 60_000;

/** One serializer's module, ready to be compared with what was built before. */
interface Plan {
  readonly definition: SerializerDefinition;
  readonly module: Module;
  readonly datasets: readonly string[];
  readonly own: string;
  readonly fingerprint: string;
  readonly before: ModuleState | null;
}

/** What all plans of one call share. */
interface Site {
  readonly input: BuildInput;
  readonly kit: Module;
  /** Of the kit and the JDK. */
  readonly base: string;
  /** Of the datasets of this call and of earlier ones. */
  readonly models: ReadonlyMap<string, SchemaModel>;
}

/** The builder of kind `maven`. */
export const buildMaven: Builder = async (input) => {
  const { runner, folder, progress, signal } = input;
  const release = await lockFolder({
    folder,
    waiting: () => progress(`${runner.runtime}: waiting for another wiremark that is building here`),
    signal,
  });
  try {
    const kit = await planKit(runner.folder);
    const site: Site = {
      input,
      kit,
      base: fingerprint(kit.files, await javaVersion()),
      models: new Map([...(await readModels(modelsFile(folder))), ...input.datasets]),
    };
    return await buildAll(site);
  } finally {
    await release();
  }
};

async function buildAll(site: Site): Promise<Map<string, BuildResult>> {
  const results = new Map<string, BuildResult>();
  const stale: Plan[] = [];
  for (const definition of site.input.serializers) {
    const plan = await planOrReason(site, definition);
    if ('ok' in plan) results.set(definition.id, plan);
    else if (plan.before && isCurrent(plan.before, plan.fingerprint, Date.now())) {
      results.set(definition.id, resultOf(plan.before.outcome));
    } else stale.push(plan);
  }
  if (stale.length === 0) return results;

  await writeModels(modelsFile(site.input.folder), site.models);
  const outcomes = await compile(site, stale);
  // A dataset from before may be what a module failed at: nobody asked for it now.
  const again: Plan[] = [];
  for (const plan of stale) {
    if (!outcomes.get(plan.definition.id)!.ok && plan.datasets.length > site.input.datasets.size) {
      again.push(await planFor(site, plan.definition, null));
    }
  }
  if (again.length > 0) for (const [id, outcome] of await compile(site, again)) outcomes.set(id, outcome);
  for (const [id, outcome] of outcomes) results.set(id, resultOf(outcome));
  return results;
}

function resultOf(outcome: ModuleOutcome): BuildResult {
  if (!outcome.ok) return { ok: false, reason: outcome.reason, cure: outcome.cure };
  return { ok: true, placeholders: { classpath: outcome.classpath.join(delimiter) } };
}

/** The plan, or why there can be none: a manifest's entry that asks for what there isn't. */
async function planOrReason(
  site: Site,
  definition: SerializerDefinition,
): Promise<Plan | (BuildResult & { ok: false })> {
  try {
    return await planFor(site, definition, await readState(stateFile(site, definition.id)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, reason, cure: `correct its entry at ${site.input.runner.file}:${definition.line}` };
  }
}

async function planFor(
  site: Site,
  definition: SerializerDefinition,
  before: ModuleState | null,
): Promise<Plan> {
  const { folder } = site.input.runner;
  const own = fingerprint((await ownFiles({ definition, folder })).files, site.base);
  // Datasets of earlier calls stay only in a module that compiled with them and is otherwise the same.
  const kept = before?.outcome.ok && before.own === own ? before.datasets : [];
  const names = [...new Set([...kept, ...site.input.datasets.keys()])]
    .filter((name) => site.models.has(name))
    .sort();
  const datasets = new Map(names.map((name) => [name, site.models.get(name)!]));
  const module = await planModule({ definition, folder, datasets });
  return {
    definition,
    module,
    datasets: names,
    own,
    fingerprint: fingerprint(module.files, site.base),
    before,
  };
}

/** Builds modules from nothing, in one Maven process, and remembers how each went. */
async function compile(site: Site, plans: readonly Plan[]): Promise<Map<string, ModuleOutcome>> {
  const { folder } = site.input;
  await writeKit(site);
  for (const { module } of plans) {
    // First forget what was there: if this is cut short, the module isn't to be taken for the one before.
    await rm(stateFile(site, module.id), { force: true });
    await writeModule(join(folder, 'modules', module.id), module);
  }
  const folders = ['kit', ...plans.map(({ module }) => `modules/${module.id}`)];
  await writeFile(join(folder, 'pom.xml'), reactorPom(folders));
  const failures = await compileWithMaven(site, plans);
  const outcomes = new Map<string, ModuleOutcome>();
  for (const plan of plans) {
    const { id } = plan.definition;
    const outcome = (await builtOutcome(site, id)) ?? failedOutcome(site, failures(id));
    const { fingerprint, own, datasets } = plan;
    await writeState(stateFile(site, id), { fingerprint, own, datasets, outcome });
    outcomes.set(id, outcome);
  }
  return outcomes;
}

/** Runs Maven; returns what is known of each module that it couldn't build. */
async function compileWithMaven(site: Site, plans: readonly Plan[]): Promise<(id: string) => ModuleFailure> {
  const { folder, progress, runner, signal } = site.input;
  const ids = new Set(plans.map(({ definition }) => definition.id));
  let started = 0;
  const { output, cutOff } = await runMaven({
    folder,
    update: plans.some(({ before }) => before && !before.outcome.ok && before.outcome.retryAt !== null),
    log: logFile(folder),
    signal,
    line: (line) => {
      const id = /Building ([\w.-]+) 1\s+\[\d+\/\d+\]/.exec(line)?.[1];
      if (id !== undefined && ids.delete(id)) {
        progress(`${runner.runtime}: compiling ${id} (${++started} of ${plans.length})`);
      }
    },
  });
  const failures = parseFailures(output, (file) => placeOf(site, plans, file));
  const general = (): ModuleFailure => {
    if (cutOff !== null) return { reason: cutOff, kind: 'missing' };
    const kit = failures.get('kit');
    if (kit) return { ...kit, reason: `the kit can't be built: ${kit.reason}` };
    return parseGeneralFailure(output) ?? { reason: 'Maven left no class path and no reason', kind: 'other' };
  };
  return (id) => failures.get(id) ?? general();
}

/** Null if the module has no class path: the last thing that its build writes. */
async function builtOutcome(site: Site, id: string): Promise<ModuleOutcome | null> {
  const target = join(site.input.folder, 'modules', id, 'target');
  try {
    const packages = (await readFile(join(target, 'classpath.txt'), 'utf8')).trim();
    return { ok: true, classpath: [join(target, 'classes'), ...packages.split(delimiter)] };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function failedOutcome(site: Site, { reason, kind }: ModuleFailure): ModuleOutcome {
  const log = logFile(site.input.folder);
  if (kind === 'unreachable') {
    const cure = `see that Maven can reach its repository and run again (log: ${log})`;
    return { ok: false, reason, cure, retryAt: Date.now() };
  }
  if (kind === 'missing') {
    const cure = `see that Maven's repository has it; it is tried again after an hour (log: ${log})`;
    return { ok: false, reason, cure, retryAt: Date.now() + RETRY_AFTER };
  }
  return { ok: false, reason, cure: `correct that and run again (log: ${log})`, retryAt: null };
}

/** Which module a file in a message belongs to, and what a reader should call it. */
function placeOf(site: Site, plans: readonly Plan[], file: string): { module: string; name: string } | null {
  const { folder } = site.input;
  for (const module of [site.kit, ...plans.map((plan) => plan.module)]) {
    const root = module.id === 'kit' ? join(folder, 'kit') : join(folder, 'modules', module.id);
    if (!file.startsWith(root + sep)) continue;
    const path = relative(root, file).split(sep).join('/');
    const origin = module.origins.get(path);
    return { module: module.id, name: origin ?? `generated ${path.replace(/^src\/main\/\w+\//, '')}` };
  }
  return null;
}

/** Writes the kit's module unless it lies there already: other processes may be running from it. */
async function writeKit(site: Site): Promise<void> {
  const folder = join(site.input.folder, 'kit');
  const marker = join(site.input.folder, 'kit.fingerprint');
  const before = await readFile(marker, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (before === site.base) return;
  await writeModule(folder, site.kit);
  await writeFile(marker, site.base);
}

async function writeModule(folder: string, module: Module): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [path, content] of module.files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

function stateFile(site: Site, id: string): string {
  return join(site.input.folder, 'modules', `${id}.json`);
}

function modelsFile(folder: string): string {
  return join(folder, 'datasets.json');
}

function logFile(folder: string): string {
  return join(folder, 'maven.log');
}
