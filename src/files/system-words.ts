/**
 * What the system says of a file, for a message that names the file itself: `no such file or directory` of `ENOENT: no
 * such file or directory, open '/x'`. Other errors keep their message.
 */
export function systemWords(error: unknown): string {
  const { message, code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return message;
  if (code === 'ELOOP') return 'a link there leads back to itself';
  return message.replace(`${code}: `, '').replace(new RegExp(`, ${syscall}( '.*)?$`, 's'), '');
}
