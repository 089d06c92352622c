/** What limits do (docs/PROTOCOL.md, "Limits"). */
import type { PreparedDataset } from '../dataset/prepare.ts';
import type { Format, Limit } from '../define/types.ts';
import { codecs } from '../format/index.ts';
import type { Value } from '../schema/value.ts';

/** Whether its dump is what it was given as input; of others it is empty. */
export function putsOut(limit: Limit): boolean {
  return limit === 'copy' || limit === 'write';
}

/** What an operation of a limit on each timed document adds to the checksum. */
export function limitCounts(
  limit: Limit,
  format: Format,
  { model, documents, objects }: Pick<PreparedDataset, 'model' | 'documents' | 'objects'>,
): number[] {
  if (putsOut(limit)) return documents.map((document) => codecs[format].encode(model, document).length);
  return objects.map(limit === 'walk' ? leaves : () => 1);
}

/** Values that are there and hold no others, also within lists, maps and `any`; keys of maps don't count. */
function leaves(value: Value): number {
  if (value === null) return 0;
  if (typeof value !== 'object' || value instanceof Uint8Array) return 1;
  let sum = 0;
  for (const part of value instanceof Map ? value.values() : Object.values(value)) sum += leaves(part);
  return sum;
}
