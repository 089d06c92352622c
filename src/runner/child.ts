import { execa } from 'execa';
import { endGroup, watchGroup } from './group.ts';

export interface ChildInput {
  /** Program and arguments, placeholders filled in. */
  readonly command: readonly string[];
  /** Its working folder. */
  readonly folder: string;
  /** Besides wiremark's own. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Characters of standard error kept for messages. */
const ERROR_TEXT = 16_384;
/** How long a process that has closed its output may take to end, in milliseconds, before it is taken for alive. */
const ENDING = 5_000;

/** A program that speaks the protocol on its standard input and output, with all that it starts. */
export class Child {
  readonly pid: number | undefined;
  /** Settles when the process has ended, however; never rejects. */
  readonly ended: Promise<unknown>;
  readonly #process: ReturnType<typeof spawn>;
  #errors = '';

  constructor(input: ChildInput) {
    this.#process = spawn(input);
    this.pid = this.#process.pid;
    this.ended = this.#process;
    if (this.pid !== undefined) watchGroup(this.pid);
    this.#process.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-ERROR_TEXT);
    });
    // A program that died makes writing fail; the missing answer tells why, so this must not end wiremark.
    this.#process.stdin.on('error', () => {});
  }

  get stdin() {
    return this.#process.stdin;
  }

  get stdout() {
    return this.#process.stdout;
  }

  /** Ends the whole group, at once. */
  kill(): void {
    if (this.pid !== undefined) endGroup(this.pid);
  }

  /** Why the process is gone, with the end of what it printed on standard error. */
  async lastWords(doing: string): Promise<string> {
    const result = await Promise.race([this.#process, pause(ENDING).then(() => null)]);
    const words = meaningfulEnd(this.#errors);
    const said = words === '' ? '' : `: ${words}`;
    if (result === null) return `closed its standard output while ${doing}${said}`;
    if (result.exitCode === undefined && result.signal === undefined)
      return `could not be started: ${result.shortMessage ?? 'unknown reason'}`;
    const how = result.signal ? `ended by ${result.signal}` : `exited with code ${result.exitCode}`;
    return `${how} while ${doing}${said}`;
  }
}

/** Leads a process group of its own, so that whatever it starts can be ended with it. */
function spawn({ command, folder, environment }: ChildInput) {
  const [program, ...args] = command;
  return execa(program!, args, {
    cwd: folder,
    ...(environment && { env: environment }),
    detached: process.platform !== 'win32',
    buffer: false,
    reject: false,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

/** The last lines of standard error that say something, joined; a stack trace's frames say less than its head. */
function meaningfulEnd(errors: string): string {
  const lines = errors.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => line !== '' && !/^at\s|^\.\.\. \d+ more/.test(line));
  const text = telling.slice(-3).join(' | ');
  return text.length > 400 ? `…${text.slice(-400)}` : text;
}

/** Unreferenced: a limit that is never reached must not keep wiremark from exiting. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref();
    signal?.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
