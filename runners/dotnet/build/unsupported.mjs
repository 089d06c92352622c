/**
 * Thrown if C# or the library can't express a type or name of the model. The row becomes `unsupported`, for the reason in the
 * message.
 */
export class Unsupported extends Error {}
