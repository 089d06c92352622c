import { isUtf8 } from 'node:buffer';

/** Offset of the first byte that is not part of well-formed UTF-8 (RFC 3629, no surrogates), -1 if all are. */
export function firstInvalidUtf8(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  // What isn't UTF-8 has become U+FFFD, which may begin with the same bytes.
  const written = Buffer.from(bytes.toString('utf8'));
  let at = bytes.findIndex((byte, index) => byte !== written[index]);
  if (at < 0) at = bytes.length;
  while ((written[at]! & 0xc0) === 0x80) at--;
  return at;
}
