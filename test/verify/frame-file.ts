/** The content of a frames file. */
export function frameFile(texts: readonly string[]): Uint8Array {
  return Buffer.concat(
    texts.flatMap((text) => {
      const body = Buffer.from(text, 'utf8');
      const head = Buffer.alloc(4);
      head.writeUInt32BE(body.length);
      return [head, body];
    }),
  );
}
