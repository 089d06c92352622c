/**
 * C# or the library can't express a type or name of the model. The row becomes `unsupported`, with the message as its reason.
 */
export class Unsupported extends Error {}
