import type { Format } from '../define/types.ts';
import { digestOfFile, keep, keepMade, readKept } from '../files/kept.ts';
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
 * Writes the documents in a format as frames: the inputs of `deserialize` and `parse-tree`. A file that is there already
 * and has the digest that was noted beside it is kept, so its name must tell what is in it (`inputsFileName`).
 */
export function prepareInputs(
  model: SchemaModel,
  format: Format,
  documents: readonly Value[],
  file: string,
): void {
  const note = `${file}.sha256`;
  const noted = readKept(note)?.toString();
  if (noted !== undefined && noted === digestOfFile(file)) return;
  writeInputs(model, format, documents, file);
  keep(note, digestOfFile(file) ?? '');
}

/** The same, whatever is there. The file appears whole or not at all. */
export function writeInputs(
  model: SchemaModel,
  format: Format,
  documents: readonly Value[],
  file: string,
): void {
  keepMade(file, (aside) => writeFrames(aside, encoded(model, format, documents)));
}

function* encoded(model: SchemaModel, format: Format, documents: readonly Value[]): Generator<Uint8Array> {
  for (const document of documents) yield codecs[format].encode(model, document);
}
