import type { Socket } from 'node:net';
import { markForChildren } from './orphans.ts';
import { type ChildInput, endGroup, type GroupLeader, NotStarted, startGroup } from './process-group.ts';
import { scratchFolder } from './scratch.ts';

/** Characters of standard error kept for messages. */
const ERROR_TEXT = 16_384;
/** How long a process that has closed its output may take to end, in milliseconds, before it is taken for alive. */
const ENDING = 5_000;
/** How long output is read on after the end of its process, and that end is waited for after a kill, in milliseconds. */
const DRAIN = 1_000;

/** A program that speaks the protocol on its standard input and output, with all that it starts. */
export class Child {
  /** Settles when the process has ended and its output is read, or isn't closed in time by another process. Never rejects. */
  readonly ended: Promise<void>;
  readonly pid: number;
  readonly stdin: GroupLeader['stdin'];
  readonly stdout: GroupLeader['stdout'];
  readonly #process: GroupLeader;
  #killed = (): void => {};
  #errors = '';
  #exit: { readonly code: number | null; readonly signal: string | null } | null = null;
  #isHeldOpen = false;

  /** @throws what the system says when nothing can be kept, or it has no room for another process */
  static async start({ environment, ...input }: ChildInput): Promise<Child | NotStarted> {
    // By this folder a later wiremark knows of what is left when this one is killed.
    scratchFolder();
    const process = await startGroup({ ...input, environment: { ...environment, ...markForChildren() } });
    return process instanceof NotStarted ? process : new Child(process);
  }

  private constructor(process: GroupLeader) {
    this.#process = process;
    this.pid = process.pid;
    this.stdin = process.stdin;
    this.stdout = process.stdout;
    process.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-ERROR_TEXT);
    });
    // A program that died makes writing fail; the missing answer tells why, so this must not end wiremark.
    for (const stream of [this.stdin, process.stderr]) stream.on('error', () => {});
    this.ended = this.#end();
  }

  /** The end of what it printed on standard error so far. */
  get errors(): string {
    return this.#errors;
  }

  /** The same in a line. */
  get said(): string {
    return meaningfulEnd(this.#errors);
  }

  /** Of a program that has ended: its exit code; null for one that was ended. */
  get exitCode(): number | null {
    return this.#exit?.code ?? null;
  }

  /** Whether it has put out anything at all on its standard output. */
  get hasPrinted(): boolean {
    return (this.stdout as unknown as Socket).bytesRead > 0;
  }

  kill(): void {
    endGroup(this.pid);
    this.#killed();
  }

  /** Ends the group when this is aborted. @returns what lets go of the signal */
  killOn(signal: AbortSignal | undefined): () => void {
    const kill = () => this.kill();
    signal?.addEventListener('abort', kill, { once: true });
    if (signal?.aborted) kill();
    return () => signal?.removeEventListener('abort', kill);
  }

  /** Why the process is gone, with the end of what it printed on standard error, as far as that is told. */
  async lastWords(doing: string, told = (words: string) => words): Promise<string> {
    await Promise.race([this.ended, pause(ENDING)]);
    const words = this.said;
    const said = words === '' ? '' : `: ${told(words)}`;
    if (this.#exit === null) return `closed its standard output while ${doing}${said}`;
    const { code, signal } = this.#exit;
    const how = signal ? `ended by ${signal}` : `exited with code ${code}`;
    const quiet = code === 0 && !this.hasPrinted && said === '' ? `; ${NOTHING_PRINTED}` : '';
    const left = this.#isHeldOpen ? ' and left a process that keeps its output open' : '';
    return `${how} while ${doing}${left}${said}${quiet}`;
  }

  async #end(): Promise<void> {
    const killed = new Promise<void>((resolve) => {
      this.#killed = resolve;
    });
    await Promise.race([this.#exited(), killed.then(() => pause(DRAIN))]);
    await this.#drain();
  }

  #exited(): Promise<void> {
    return new Promise((resolve) => {
      this.#process.once('exit', (code, signal) => {
        this.#exit = { code, signal };
        resolve();
      });
    });
  }

  async #drain(): Promise<void> {
    const { stdin, stdout, stderr } = this.#process;
    const closed = Promise.all([stdout, stderr].map(isClosed)).then(() => false);
    this.#isHeldOpen = await Promise.race([closed, pause(DRAIN).then(() => true)]);
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
  }
}

/** For a program that doesn't answer and has never put out anything. */
export const NOTHING_PRINTED = 'nothing was printed: does it flush its standard output?';

function isClosed(stream: NodeJS.ReadableStream & { readonly closed: boolean }): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once('close', resolve);
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
