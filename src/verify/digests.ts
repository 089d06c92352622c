import { createHash } from 'node:crypto';
import type { Deviation } from '../define/types.ts';
import type { Verdict } from '../plan/verdict.ts';

/** What came of looking through a whole dump. */
export interface Verification {
  readonly verdict: Verdict;
  /** The declared deviations that were needed; complete only if the verdict is `ok`. */
  readonly used: ReadonlySet<Deviation>;
}

/**
 * Remembers what was verified, so that a dump that is the same to the last byte isn't decoded again: each process of a
 * trial is verified twice, and honest serializers always put out the same.
 */
export class VerifiedDumps {
  readonly #known = new Map<string, Verification>();

  /**
   * The verification of these bytes, made with `verify` if they are new. `key` must tell everything else that the
   * verdict depends on: contender, case, set.
   */
  async lookUp(key: string, bytes: Uint8Array, verify: () => Promise<Verification>): Promise<Verification> {
    const entry = `${key} ${createHash('sha256').update(bytes).digest('hex')}`;
    const before = this.#known.get(entry);
    if (before !== undefined) return before;
    const verification = await verify();
    this.#known.set(entry, verification);
    return verification;
  }
}
