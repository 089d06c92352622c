import { emitJavaEntry } from './java-entry.ts';
import { emitScalaEntry } from './scala-entry.ts';
import type { EntryEmitter } from './types.ts';

/** What a module needs once for all of its datasets, by kind. */
export const ENTRY_EMITTERS: Record<string, EntryEmitter> = {
  'java-entry': emitJavaEntry,
  'scala-entry': emitScalaEntry,
};
