/**
 * The serializer's language or library can't represent the model. The row becomes `unsupported`, with the message as its
 * reason.
 */
export class Unsupported extends Error {}
