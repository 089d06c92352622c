import { createHash } from 'node:crypto';

/**
 * The digest that dataset.toml pins: SHA-256 over the fixture of the timed documents followed by that of the hard
 * ones, and that of those held back if there are any, as `sha256:<hex>`.
 */
export function fixturesDigest(...fixtures: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const fixture of fixtures) hash.update(fixture);
  return `sha256:${hash.digest('hex')}`;
}
