import { createHash } from 'node:crypto';

/**
 * The digest that dataset.toml pins: SHA-256 over the fixture of the timed documents followed by that of the hard
 * ones, as `sha256:<hex>`.
 */
export function fixturesDigest(documents: Uint8Array, hard: Uint8Array): string {
  return `sha256:${createHash('sha256').update(documents).update(hard).digest('hex')}`;
}
