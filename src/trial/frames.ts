import { ByteReader } from '../oracle/byte-reader.ts';

/** Bytes of a frame's length. */
const HEAD = 4;

/**
 * Splits a frames file into its frames (docs/PROTOCOL.md, "Frames and fixtures"), as views into `bytes`: nothing is copied.
 *
 * Throws DecodeError, with the number of the frame, if a length reaches past the end or bytes are left over.
 *
 * @param most of them are looked for
 */
export function splitFrames(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): Uint8Array[] {
  const reader = new ByteReader(bytes);
  const readFrame = () => {
    const length = Number(reader.uintBe(HEAD, 'the length of a frame'));
    const start = reader.take(length, 'a frame');
    return bytes.subarray(start, start + length);
  };
  const frames: Uint8Array[] = [];
  while (reader.offset < reader.end && frames.length < most)
    frames.push(reader.within(frames.length, readFrame));
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
