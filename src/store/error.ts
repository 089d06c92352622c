/** A stored run that can't be read or written. The message names the file and says what to do about it. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly file: string;

  constructor(file: string, what: string, options?: ErrorOptions) {
    super(`${file}: ${what}`, options);
    this.file = file;
  }
}
