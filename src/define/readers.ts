/** A row with a library's own format, or its `reader`, must read back what the row writes. */
import { suggestion } from './nearest.ts';
import type { SerializerDefinition } from './runner.ts';
import type { TomlDocument, TomlPath } from './toml.ts';
import { isOwn } from './types.ts';

type Entry = Pick<SerializerDefinition, 'id' | 'format' | 'tasks' | 'reader'>;

export function checkReader(toml: TomlDocument, entry: Entry, rows: readonly Entry[], at: TomlPath): void {
  const { format, tasks, reader } = entry;
  if (!isOwn(format)) {
    if (reader === undefined) return;
    throw toml.error([...at, 'reader'], `wiremark reads ${format} itself: leave it out`);
  }
  const reads = tasks.includes('deserialize');
  if ((reads || tasks.includes('parse-tree')) && !tasks.includes('serialize'))
    throw toml.error([...at, 'tasks'], `no other row writes ${format} for it: add "serialize"`);
  const able = rows.filter((row) => row.format === format && row.tasks.includes('deserialize'));
  const ids = able.map(({ id }) => id);
  if (reader !== undefined && !ids.includes(reader)) {
    const what = `no row "${reader}" here deserializes ${format}.${suggestion(reader, ids)}`;
    throw toml.error([...at, 'reader'], what);
  }
  if (reader === undefined && !reads) {
    const what = `nothing reads ${format} back: add "deserialize", or name a row that does with reader = "ID"`;
    throw toml.error([...at, 'tasks'], what);
  }
}
