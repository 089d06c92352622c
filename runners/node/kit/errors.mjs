/**
 * A refusal with one of the kinds of docs/PROTOCOL.md: `unavailable`, `unsupported`, `crash` or `mismatch`. Anything else that is
 * thrown counts as a crash.
 */
export class Refusal extends Error {
  /**
   * @param {'unavailable' | 'unsupported' | 'crash' | 'mismatch'} kind
   * @param {string} message
   */
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** What a serializer throws in `create` when its library can't do this schema. */
export class Unsupported extends Refusal {
  /** @param {string} message */
  constructor(message) {
    super('unsupported', message);
  }
}
