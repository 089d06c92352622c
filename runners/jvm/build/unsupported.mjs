/** What a serializer's language or library has no way for, rather than a fault: a row with this reason. */
export class Unsupported extends Error {}
