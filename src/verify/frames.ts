import { closeSync, openSync, writeSync } from 'node:fs';
import type { Format } from '../define/types.ts';
import { digestOfFile, keep, keepMade, readKept } from '../files/kept.ts';
import { CODEC_VERSION, codecs } from '../format/index.ts';
import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';

/** A file that is no sequence of frames (docs/PROTOCOL.md, "Frames"). */
export class FramesError extends Error {
  override readonly name = 'FramesError';
}

const HEAD = 4;

/**
 * The frames of a frames file, as views into `bytes`: nothing is copied.
 *
 * Throws FramesError if a length reaches past the end or bytes are left over.
 *
 * @param most of them are looked for
 */
export function splitFrames(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames: Uint8Array[] = [];
  for (let at = 0; at < bytes.length && frames.length < most; ) {
    const left = bytes.length - at - HEAD;
    if (left < 0) throw new FramesError(`frame ${frames.length} at byte ${at}: its length is cut off`);
    const length = view.getUint32(at);
    if (length > left) {
      throw new FramesError(
        `frame ${frames.length} at byte ${at} says it has ${length} bytes, ${left} are left`,
      );
    }
    frames.push(bytes.subarray(at + HEAD, at + HEAD + length));
    at += HEAD + length;
  }
  return frames;
}

/** Writes a frames file. Throws what the file system throws. */
export function writeFrames(file: string, frames: Iterable<Uint8Array>): void {
  const descriptor = openSync(file, 'w');
  try {
    for (const frame of frames) {
      const head = Buffer.alloc(HEAD);
      head.writeUInt32BE(frame.length);
      writeAll(descriptor, head);
      writeAll(descriptor, frame);
    }
  } finally {
    closeSync(descriptor);
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

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
