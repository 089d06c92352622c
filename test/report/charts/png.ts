/** Reads the PNGs that resvg writes: eight bits a channel, with alpha, not interlaced (RFC 2083). */
import { inflateSync } from 'node:zlib';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** `#rrggbb` of the pixel. */
  at(x: number, y: number): string;
  /** How many pixels have each color. */
  readonly colors: ReadonlyMap<string, number>;
}

export function readPng(png: Buffer): Picture {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const pixels = unfiltered(inflateSync(Buffer.concat(imageData(png))), width * 4, height);
  const at = (x: number, y: number) =>
    `#${pixels.toString('hex', (y * width + x) * 4, (y * width + x) * 4 + 3)}`;
  const colors = new Map<string, number>();
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) colors.set(at(x, y), (colors.get(at(x, y)) ?? 0) + 1);
  return { width, height, at, colors };
}

function imageData(png: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return parts;
}

const BYTES_A_PIXEL = 4;

function unfiltered(data: Buffer, row: number, height: number): Buffer {
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (row + 1)]!;
    for (let x = 0; x < row; x++) {
      const at = y * row + x;
      const left = x < BYTES_A_PIXEL ? 0 : pixels[at - BYTES_A_PIXEL]!;
      const above = y === 0 ? 0 : pixels[at - row]!;
      const corner = x < BYTES_A_PIXEL || y === 0 ? 0 : pixels[at - row - BYTES_A_PIXEL]!;
      pixels[at] = data[y * (row + 1) + 1 + x]! + predicted(filter, left, above, corner);
    }
  }
  return pixels;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 4) {
    const estimate = left + above - corner;
    const [a, b, c] = [left, above, corner].map((one) => Math.abs(estimate - one)) as [
      number,
      number,
      number,
    ];
    return a <= b && a <= c ? left : b <= c ? above : corner;
  }
  return [0, left, above, (left + above) >> 1][filter]!;
}
