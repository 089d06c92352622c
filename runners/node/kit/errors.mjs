/** An error reported to wiremark with its kind (docs/PROTOCOL.md). All other errors are reported as `crash`. */
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

/** Thrown by the kit or a serializer's `create` if the schema isn't supported. */
export class Unsupported extends Refusal {
  /** @param {string} message */
  constructor(message) {
    super('unsupported', message);
  }
}
