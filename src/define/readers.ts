/** Own formats of libraries: a row or its `reader` must read back what the row writes. */
import { suggestion } from './nearest.ts';
import type { SerializerDefinition } from './runner.ts';
import type { TomlDocument, TomlPath } from './toml.ts';
import { isOwn } from './types.ts';

type Entry = Pick<SerializerDefinition, 'id' | 'format' | 'tasks' | 'reader'>;

/**
 * @param rows of the same runner
 * @param at path of the entry's keys
 * @throws DefinitionError for an own format without a row that writes or reads it, and for an unsuitable reader
 */
export function checkReader(toml: TomlDocument, entry: Entry, rows: readonly Entry[], at: TomlPath): void {
  const { format, tasks, reader } = entry;
  if (!isOwn(format)) {
    if (reader === undefined) return;
    throw toml.error([...at, 'reader'], `wiremark reads ${format} itself: leave it out`);
  }
  const reads = tasks.includes('deserialize');
  if ((reads || tasks.includes('parse-tree')) && !tasks.includes('serialize'))
    throw toml.error([...at, 'tasks'], `nobody else writes ${format} for it to read: add "serialize"`);
  if (reader !== undefined) checkOther(toml, [...at, 'reader'], entry, rows);
  else if (!reads)
    throw toml.error(
      [...at, 'tasks'],
      `nobody reads ${format} back: add "deserialize", or name a row that does with reader = "ID"`,
    );
}

function checkOther(toml: TomlDocument, at: TomlPath, entry: Entry, rows: readonly Entry[]): void {
  const able = rows.filter(({ format, tasks }) => format === entry.format && tasks.includes('deserialize'));
  if (able.some(({ id }) => id === entry.reader)) return;
  const other = rows.find(({ id }) => id === entry.reader);
  const fault =
    other === undefined
      ? `there is no serializer "${entry.reader}" here`
      : other.format === entry.format
        ? `"${other.id}" doesn't deserialize`
        : `"${other.id}" reads ${other.format}`;
  const ids = able.map(({ id }) => id);
  const meant = suggestion(entry.reader!, ids);
  throw toml.error(at, `${fault}: name a row here that deserializes ${entry.format}.${meant}`);
}
