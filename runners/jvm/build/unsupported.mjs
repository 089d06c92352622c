/** The serializer's language or library can't represent the model: the row is `unsupported`, with the message as reason. */
export class Unsupported extends Error {}
