/** Finds leftover processes by a mark in their environment, which children inherit. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const TRACE = 'WIREMARK_ATTEMPT';
let started = 0;

/** A mark for the environment of one process. */
export type Trace = Readonly<Record<typeof TRACE, string>>;

export function newTrace(): Trace {
  if (started === 0)
    process.prependListener('exit', () => processesOf(`${TRACE}=${process.pid}-`).forEach(end));
  return { [TRACE]: `${process.pid}-${started++};` };
}

/** Milliseconds in which children of a killed wiremark must end. */
const DYING = 20_000;

export async function leftOf(trace: Trace): Promise<string[]> {
  const begin = performance.now();
  const mark = `${TRACE}=${trace[TRACE]}`;
  let found = processesOf(mark);
  while (found.length > 0 && performance.now() - begin < DYING) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    found = processesOf(mark);
  }
  return found.map((pid) => {
    const name = readOr(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(0, 120);
    end(pid);
    return name;
  });
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended meanwhile.
  }
}

/** Finds processes on Linux only: other systems don't expose environments. */
function processesOf(mark: string): number[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) > 1 && Number(name) !== process.pid)
    .filter((pid) => readOr(`/proc/${pid}/environ`).includes(mark))
    .map(Number);
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
