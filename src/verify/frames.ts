import { closeSync, openSync, writeSync } from 'node:fs';

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
