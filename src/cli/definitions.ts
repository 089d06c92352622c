import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Catalog, findDefinitions, readCatalog } from '../define/catalog.ts';
import { suggestion } from '../define/nearest.ts';
import { readSuite } from '../define/suite.ts';
import type { SuiteDefinition } from '../define/types.ts';
import { UsageError } from './errors.ts';
import type { RunnerOptions } from './options.ts';
import type { Place } from './place.ts';

/**
 * Everything that is defined: the package's own definitions, the runners of `--runner`, and the suite if it was named
 * by its file. A malformed definition is refused before anything runs.
 *
 * @throws DefinitionError
 */
export function loadCatalog(place: Place, options: RunnerOptions, suiteFile?: string): Catalog {
  const own = findDefinitions(place.home);
  return readCatalog({
    datasets: own.datasets,
    suites: suiteFile === undefined ? own.suites : [...own.suites, suiteFile],
    runners: [...own.runners, ...(options.runner ?? []).map((file) => resolve(file))],
  });
}

/**
 * The suite of a name, or of a path when the word looks like one.
 *
 * @throws UsageError when there is none, DefinitionError when it is malformed
 */
export function loadSuite(
  place: Place,
  options: RunnerOptions,
  word: string,
): { readonly catalog: Catalog; readonly suite: SuiteDefinition } {
  const isFile = word.endsWith('.toml');
  if (isFile && !existsSync(word)) throw new UsageError(`there is no suite file ${resolve(word)}`);
  const catalog = loadCatalog(place, options, isFile ? resolve(word) : undefined);
  const name = isFile ? readSuite(resolve(word)).name : word;
  const suite = catalog.suites.get(name);
  if (suite) return { catalog, suite };
  const names = [...catalog.suites.keys()];
  throw new UsageError(`there is no suite "${word}".${suggestion(word, names)} "wiremark list" shows all.`);
}
