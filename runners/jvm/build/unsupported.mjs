/** The serializer's language or library can't represent the model: the row is `unsupported`, with this reason. */
export class Unsupported extends Error {}
