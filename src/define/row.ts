/** Reads row.toml files. Each adds a row to a runner, like an entry `[[serializer]]` in the runner's manifest. */
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { checkToml, nameSchema, table, wordSchema } from './check.ts';
import { suggestion } from './nearest.ts';
import { absolutePackages, byPath } from './packages.ts';
import {
  checkReader,
  checkSerializers,
  type Runners,
  type SerializerDefinition,
  serializerKeys,
  titled,
} from './runner.ts';
import { readToml, type TomlDocument } from './toml.ts';

const rowSchema = table({
  runtime: nameSchema,
  prepare: z.array(wordSchema).min(1).exactOptional(),
  ...serializerKeys,
}).transform(titled);

export interface OutsideRow {
  readonly runtime: string;
  readonly serializer: SerializerDefinition & { readonly from: string };
  readonly prepare?: readonly string[];
  readonly toml: TomlDocument;
}

export function readRow(path: string): OutsideRow {
  const from = resolve(path);
  const toml = readToml(from);
  const { runtime, prepare, ...entry } = checkToml(toml, rowSchema);
  const folder = dirname(from);
  checkSerializers(toml, folder, [entry], () => []);
  const serializer = {
    ...entry,
    file: resolve(folder, entry.file),
    sources: entry.sources.map((source) => resolve(folder, source)),
    packages: absolutePackages(toml, entry.packages, []),
    line: 1,
    from,
  };
  return { runtime, serializer, toml, ...(prepare && { prepare }) };
}

/** @param areAdded whether the rows take part in every suite (`--add`) */
export function addRows(runners: Runners, files: readonly string[], areAdded = false): Runners {
  return files.reduce((all, file) => addRow(all, readRow(file), areAdded), runners);
}

function addRow(runners: Runners, { runtime, serializer, toml }: OutsideRow, isAdded: boolean): Runners {
  const runner = runners.get(runtime);
  if (runner === undefined)
    throw toml.error(['runtime'], `there is no runtime "${runtime}".${suggestion(runtime, runners.keys())}`);
  if (runner.build === null)
    throw toml.error(['runtime'], `the runner of "${runtime}" has no [build], which this row needs`);
  // A path that lacks `file:`, such as `my-json@../`.
  const bare = serializer.packages.findIndex(
    (spelled) => byPath(spelled) === null && /@\.\.?\//.test(spelled),
  );
  if (bare >= 0) throw toml.error(['packages', bare], 'write a path as NAME@file:PATH');
  const local = serializer.packages.findIndex((spelled) => byPath(spelled) !== null);
  if (local >= 0 && !runner.packages?.paths) {
    const what = `the runner of "${runtime}" takes no packages by path: install it, and name its version`;
    throw toml.error(['packages', local], what);
  }
  // wiremark.toml and --add may name the same file. Then the row replaces itself.
  const others = runner.serializers.filter(({ from }) => from !== serializer.from);
  const taken = others.find(({ id }) => id === serializer.id);
  if (taken !== undefined) {
    const place = taken.from ?? `${runner.file}:${taken.line}`;
    throw toml.error(['id'], `"${serializer.id}" is already a serializer of ${runtime}, in ${place}`);
  }
  checkReader(toml, serializer, [...others, serializer], []);
  const row = { ...serializer, ...(isAdded && { isAdded }) };
  return new Map(runners).set(runtime, { ...runner, serializers: [...others, row] });
}
