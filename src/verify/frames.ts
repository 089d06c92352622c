import type { KnownFormat } from '../define/types.ts';
import { codecs } from '../format/index.ts';
import type { SchemaModel } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';

/** A file that is no sequence of frames (docs/PROTOCOL.md, "Frames and fixtures"). */
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

export function joinFrames(frames: readonly Uint8Array[]): Uint8Array {
  const parts = frames.flatMap((frame) => {
    const head = Buffer.alloc(HEAD);
    head.writeUInt32BE(frame.length);
    return [head, frame];
  });
  return Buffer.concat(parts);
}

/** Documents in a format, as frames: the inputs of `deserialize` and `parse-tree`. */
export function encodedFrames(
  model: SchemaModel,
  format: KnownFormat,
  documents: readonly Value[],
): Uint8Array {
  return joinFrames(documents.map((document) => codecs[format].encode(model, document)));
}
