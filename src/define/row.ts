/** Rows from outside: a row.toml is an entry `[[serializer]]` of a runner that is somewhere else, with its runtime. */
import { dirname, relative, resolve, sep } from 'node:path';
import { checkToml, nameSchema, table } from './check.ts';
import { suggestion } from './nearest.ts';
import { absolutePackages } from './packages.ts';
import { checkSerializer, type RunnerDefinition, serializerKeys, titled } from './runner.ts';
import { readToml } from './toml.ts';

const rowSchema = table({ runtime: nameSchema, ...serializerKeys }).transform(titled);

type Runners = ReadonlyMap<string, RunnerDefinition>;

/**
 * Puts rows beside those of their runners.
 *
 * @param files paths of row.toml files
 * @throws DefinitionError for what isn't a row, a runtime that isn't there or builds nothing, and an id that is taken
 */
export function addRows(runners: Runners, files: readonly string[]): Runners {
  return files.reduce(addRow, runners);
}

function addRow(runners: Runners, path: string): Runners {
  const from = resolve(path);
  const toml = readToml(from);
  const { runtime, ...entry } = checkToml(toml, rowSchema);
  const runner = runners.get(runtime);
  if (runner === undefined)
    throw toml.error(['runtime'], `there is no runtime "${runtime}".${suggestion(runtime, runners.keys())}`);
  if (runner.build === null)
    throw toml.error(
      ['runtime'],
      `the runner of "${runtime}" has no [build], which a row from outside takes`,
    );
  const taken = runner.serializers.find(({ id }) => id === entry.id);
  // As wiremark.toml names it, and somebody adds it all the same.
  if (taken?.from === from) return runners;
  if (taken !== undefined) {
    const place = taken.from ?? `${runner.file}:${taken.line}`;
    throw toml.error(['id'], `"${entry.id}" is already a serializer of ${runtime}, in ${place}`);
  }
  const folder = dirname(from);
  checkSerializer(toml, folder, entry, []);
  const own = dirname(entry.file);
  entry.sources.forEach((source, i) => {
    // They are copied to where they are from the file, which must not be above where that is copied to.
    if (relative(own, source).split(sep)[0] === '..')
      throw toml.error(['sources', i], `"${source}" isn't beside ${entry.file} or below it: put it there`);
  });
  const row = {
    ...entry,
    file: resolve(folder, entry.file),
    sources: entry.sources.map((source) => resolve(folder, source)),
    packages: absolutePackages(toml, entry.packages, []),
    ...{ line: 1, from },
  };
  return new Map(runners).set(runtime, { ...runner, serializers: [...runner.serializers, row] });
}
