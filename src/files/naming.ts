/** What goes wrong with a file that is open already doesn't say which: this says it, as errors of opening do. */
export function naming<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const fault = error as NodeJS.ErrnoException;
    if (fault.syscall === undefined || fault.path !== undefined) throw error;
    throw Object.assign(fault, { path: file, message: `${fault.message} '${file}'` });
  }
}
