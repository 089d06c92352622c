import { existsSync } from 'node:fs';
import type { Format } from '../define/types.ts';
import { CODEC_VERSION, codecs } from '../format/index.ts';
import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import { writeFrames } from './frames.ts';

/**
 * What the encoded documents of a set are called in the cache. The name changes with everything that the content
 * depends on: the dataset's digest (`sha256:<hex>`), the set, the format and the encoder.
 */
export function inputsFileName(digest: string, set: 'documents' | 'hard', format: Format): string {
  return `${digest.replace(':', '-')}.${set}.${format}-${CODEC_VERSION}.frames`;
}

/**
 * Writes the documents in a format as frames: the inputs of `deserialize` and `parse-tree`. A file that is there
 * already is complete and is kept, so its name must tell what is in it (`inputsFileName`).
 */
export function prepareInputs(
  model: SchemaModel,
  format: Format,
  documents: readonly Value[],
  file: string,
): void {
  if (existsSync(file)) return;
  writeFrames(file, encoded(model, format, documents));
}

function* encoded(model: SchemaModel, format: Format, documents: readonly Value[]): Generator<Uint8Array> {
  for (const document of documents) yield codecs[format].encode(model, document);
}
