/** Formats that only a library knows: what a row writes in one must be read back, by it or by a row beside it. */
import { suggestion } from './nearest.ts';
import type { SerializerDefinition } from './runner.ts';
import type { TomlDocument, TomlPath } from './toml.ts';
import { isOwn } from './types.ts';

type Entry = Pick<SerializerDefinition, 'id' | 'format' | 'tasks' | 'reader'>;

/**
 * @param rows of the same runner
 * @param at where the entry's keys are
 * @throws DefinitionError for a format of its own that nobody could read or write, and a reader that can't
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
