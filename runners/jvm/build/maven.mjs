/**
 * Builds units (a unit is one serializer for one dataset) with Maven. In a temporary folder, generates a module for the kit
 * (the Java code that all rows share) and one for each unit, and compiles all in one process. A unit that can't be resolved
 * or compiled doesn't affect the others.
 */
import { existsSync } from 'node:fs';
import { cp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, delimiter, join, sep } from 'node:path';
import { unclear, unreachable, whyNoSpace, withLog } from '../../build-kit/installer.mjs';
import { UnsupportedWord } from '../../build-kit/model.mjs';
import { inScratch } from '../../build-kit/once.mjs';
import { answer } from '../../build-kit/request.mjs';
import { runTool } from '../../build-kit/tool.mjs';
import { archiveClasses, archiveOf, packClasses, sharing } from './class-archive.mjs';
import { kitModule, nameOf, unitModule, writeModule } from './maven-module.mjs';
import { parseFailures, parseGeneralFailure } from './maven-output.mjs';
import { reactorPom } from './maven-pom.mjs';
import { damagedFile, licensesOf } from './maven-repository.mjs';
import { Unsupported } from './unsupported.mjs';

/**
 * @typedef {import('../../build-kit/request.mjs').Unit} Unit
 * @typedef {import('./maven-module.mjs').Module} Module
 * @typedef {import('./maven-module.mjs').UnitModule} UnitModule
 * @typedef {import('./maven-output.mjs').ModuleFailure} ModuleFailure
 * @typedef {import('../../build-kit/installer.mjs').Failure} Failure
 *
 * @typedef {object} Plan
 * @property {Unit} unit
 * @property {UnitModule} module
 *
 * @typedef {Plan & { readonly classPath: readonly string[], readonly archive: string }} Packed `classPath` has the
 *   unit's jar first; the file `archive` may not exist
 */

const HOUR = 60 * 60;

// Timeouts in milliseconds, since Maven's defaults are too long for a machine that can't reach the registry. The first
// two are for Maven 3.8 and older, the others for 3.9 and newer.
const TIME_LIMITS = [
  '-Dmaven.wagon.http.connectionTimeout=10000',
  '-Dmaven.wagon.rto=60000',
  '-Daether.connector.connectTimeout=10000',
  '-Daether.connector.requestTimeout=60000',
];

/**
 * @param {readonly Unit[]} units
 * @param {string} cache
 */
export async function buildUnits(units, cache) {
  const plans = await planUnits(units);
  if (plans.length === 0) return;
  await inScratch(cache, async (scratch) => {
    const log = join(cache, `maven${basename(scratch).slice('.making'.length)}.log`);
    // Resolves symbolic links, as Maven does in its messages: failures are assigned to modules by these paths.
    const failed = await compile(plans, await realpath(scratch), log, await realpath(cache));
    if (!failed) await rm(log, { force: true });
  });
}

/** @param {readonly Unit[]} units */
async function planUnits(units) {
  /** @type {Plan[]} */
  const plans = [];
  for (const [index, unit] of units.entries()) {
    try {
      const id = `${index + 1}.${unit.id.replace(/[^\w-]/g, '.')}`;
      plans.push({ unit, module: await unitModule(unit, id) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (error instanceof Unsupported || error instanceof UnsupportedWord) {
        answer.failed(unit, { verdict: 'unsupported', reason });
      } else {
        answer.failed(unit, { reason, fix: `correct the entry of ${unit.serializer} in runner.toml` });
      }
    }
  }
  return plans;
}

/**
 * @param {readonly Plan[]} plans
 * @param {string} scratch
 * @param {string} log
 * @param {string} cache
 */
async function compile(plans, scratch, log, cache) {
  const kit = await kitModule();
  await writeModule(join(scratch, 'kit'), kit);
  for (const { module } of plans) await writeModule(join(scratch, module.id), module);
  await writeFile(join(scratch, 'pom.xml'), reactorPom(['kit', ...plans.map(({ module }) => module.id)]));
  const failure = await runMaven(plans, kit, scratch, log);
  let failed = false;
  /** @type {Packed[]} */
  const packed = [];
  for (const { unit, module } of plans) {
    const packages = await classPath(join(scratch, module.id));
    if (packages === null) {
      failed = true;
      answer.failed(unit, failure(module.id));
      continue;
    }
    const damaged = await damagedFile(packages);
    if (damaged !== null) {
      failed = true;
      answer.failed(unit, {
        reason: `${damaged} isn't what Maven downloaded: its SHA-1 is another`,
        fix: 'remove it and run again: Maven downloads it anew',
      });
      continue;
    }
    try {
      const jar = await packClasses(await gatherClasses(module.id, scratch), cache);
      const classPath = [jar, ...packages.filter((path) => !path.startsWith(scratch + sep))];
      packed.push({ unit, module, classPath, archive: await archiveOf(classPath) });
    } catch (error) {
      failed = true;
      const reason = error instanceof Error ? error.message : String(error);
      answer.failed(unit, failureFrom({ reason, kind: 'other' }, log));
    }
  }
  await archiveAll(packed, scratch);
  return failed;
}

/**
 * Copies the classes of a compiled unit and of the kit into one folder. Each unit has its own copy of the kit, so that later
 * changes of the kit can't affect a measurement.
 * @param {string} id of the unit's module
 * @param {string} scratch
 * @returns the folder
 */
async function gatherClasses(id, scratch) {
  const classes = join(scratch, id, 'classes');
  for (const from of [id, 'kit'])
    await cp(join(scratch, from, 'target/classes'), classes, { recursive: true });
  return classes;
}

/**
 * @param {readonly Packed[]} packed
 * @param {string} scratch
 */
async function archiveAll(packed, scratch) {
  for (const { unit, module, classPath, archive } of packed) {
    let isThere = existsSync(archive);
    if (!isThere) {
      answer.progress(`archiving ${unit.id}`);
      isThere = await archiveClasses(classPath, archive, module.model, scratch).catch(() => false);
    }
    const placeholders = {
      classpath: classPath.join(delimiter),
      sharing: sharing(isThere ? archive : null),
    };
    const needs = isThere ? [...classPath, archive] : classPath;
    answer.built(unit, { placeholders, needs, licenses: await licensesOf(unit.packages, classPath) });
  }
}

/**
 * Returns the class path of a module, which Maven writes last when it builds the module; null if the module wasn't built.
 * @param {string} folder
 */
async function classPath(folder) {
  try {
    return (await readFile(join(folder, 'target/classpath.txt'), 'utf8')).trim().split(delimiter);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Runs Maven up to the phase after compilation. Returns a function that returns the failure of a module that wasn't built.
 * @param {readonly Plan[]} plans
 * @param {Module} kit
 * @param {string} scratch
 * @param {string} log
 * @returns {Promise<(id: string) => Failure>}
 */
async function runMaven(plans, kit, scratch, log) {
  const waiting = new Map(plans.map(({ unit, module }) => [module.id, unit.id]));
  let started = 0;
  const { ended, reason, output } = await runTool({
    program: 'mvn',
    // -U makes Maven ask again for artifacts, although it has stored that they are missing: wiremark decides when to
    // retry.
    args: ['-B', '-T', '2', '-U', '--fail-at-end', ...TIME_LIMITS, 'process-classes'],
    cwd: scratch,
    log,
    line: (line) => {
      const id = /Building ([\w.-]+) 1\s+\[\d+\/\d+\]/.exec(line)?.[1] ?? '';
      const unit = waiting.get(id);
      if (unit === undefined) return;
      waiting.delete(id);
      answer.progress(`compiling ${unit} (${++started} of ${plans.length})`);
    },
  });
  const modules = [kit, ...plans.map(({ module }) => module)];
  const failures = parseFailures(output, (file) => {
    const module = modules.find(({ id }) => file.startsWith(join(scratch, id) + sep));
    if (module === undefined) return null;
    const path = file
      .slice(join(scratch, module.id).length + 1)
      .split(sep)
      .join('/');
    return { module: module.id, name: nameOf(module, path) };
  });
  const kitFailure = failures.get('kit');
  const full = whyNoSpace('Maven', output);
  return (id) => {
    if (full !== null) return full;
    const own = failures.get(id);
    if (own !== undefined) return failureFrom(own, log);
    if (ended === 'cut-off') return unclear('Maven', reason, log);
    if (kitFailure !== undefined)
      return failureFrom({ ...kitFailure, reason: `the kit can't be built: ${kitFailure.reason}` }, log);
    const last = output.findLast((line) => line.trim() !== '') ?? 'it left no class path';
    return failureFrom(
      parseGeneralFailure(output) ?? { reason: `${reason || 'Maven'}: ${last}`, kind: 'other' },
      log,
    );
  };
}

/**
 * @param {ModuleFailure} failure
 * @param {string} log
 * @returns {Failure}
 */
function failureFrom({ reason, kind }, log) {
  const why = reason.replace(/^Could not transfer artifact \S+ from\/to [^:]+: /, '');
  const again = withLog('correct that and run again', log);
  switch (kind) {
    case 'unreachable':
      return unreachable('Maven', why, withLog('connect to the repository and run again', log));
    case 'missing': {
      const fix = 'check that it is in Maven Central; wiremark tries again in an hour';
      return { reason, fix: withLog(fix, log), retry: HOUR };
    }
    // A retry can succeed only after the sources change, and then wiremark builds anyway.
    case 'compile':
      return { reason, fix: again, retry: 24 * HOUR };
    default:
      return { reason, fix: again };
  }
}
