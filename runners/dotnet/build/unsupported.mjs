/** The language or the library can't express one of the types: the row is `unsupported`, with this reason. */
export class Unsupported extends Error {}
