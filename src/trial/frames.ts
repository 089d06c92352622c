import { ByteReader } from '../oracle/byte-reader.ts';

const HEAD = 4;

/**
 * Returns the contents of the first `most` frames in `bytes`, as views. A frame is a length in 4 bytes (big-endian) and that many
 * bytes of content.
 * @throws DecodeError for an incomplete frame
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
