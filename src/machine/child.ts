import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type ChildInput, endGroup, type GroupLeader, NotStarted, startGroup } from './process-group.ts';
import { markForChildren, scratchFolder } from './scratch.ts';

const ERROR_TEXT = 16_384;
/** Maximum wait in ms for a process to end after it closed its output. */
const ENDING = 5_000;
/** Maximum wait in ms for the rest of the output after the process ended or was killed. */
const DRAIN = 1_000;

export class Child {
  /**
   * Resolves when the process has ended and its output was read. Waits at most DRAIN ms for the end after a
   * kill, and as long for the rest of the output.
   */
  readonly ended: Promise<void>;
  readonly pid: number;
  readonly stdin: GroupLeader['stdin'];
  readonly stdout: GroupLeader['stdout'];
  readonly #process: GroupLeader;
  #killed = (): void => {};
  errors = '';
  #exit: { readonly code: number | null; readonly signal: string | null } | null = null;
  #isHeldOpen = false;

  static async start({ environment, ...input }: ChildInput): Promise<Child | NotStarted> {
    // Makes the folder that is named after this process. If wiremark is killed, the next command finds the folder and ends the
    // child processes.
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
      this.errors = (this.errors + text).slice(-ERROR_TEXT);
    });
    // Errors of these streams are ignored: a program that dies is noticed by its missing answer.
    for (const stream of [this.stdin, process.stderr]) stream.on('error', () => {});
    this.ended = this.#end();
  }

  get said(): string {
    const lines = this.errors.split('\n').map((line) => line.trim());
    const telling = lines.filter((line) => line !== '' && !/^at\s|^\.\.\. \d+ more/.test(line));
    const text = telling.slice(-3).join(' | ');
    return text.length > 400 ? `…${text.slice(-400)}` : text;
  }

  /** Null while the process runs, and if a signal ended it. */
  get exitCode(): number | null {
    return this.#exit?.code ?? null;
  }

  get hasPrinted(): boolean {
    return (this.stdout as unknown as Socket).bytesRead > 0;
  }

  kill(): void {
    endGroup(this.pid);
    this.#killed();
  }

  killOn(signal: AbortSignal | undefined): () => void {
    const kill = () => this.kill();
    signal?.addEventListener('abort', kill, { once: true });
    if (signal?.aborted) kill();
    return () => signal?.removeEventListener('abort', kill);
  }

  async lastWords(doing: string, shown = (words: string) => words): Promise<string> {
    await Promise.race([this.ended, pause(ENDING)]);
    const words = this.said;
    const said = words === '' ? '' : `: ${shown(words)}`;
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

  async #exited(): Promise<void> {
    const [code, signal] = await once(this.#process, 'exit');
    this.#exit = { code, signal };
  }

  async #drain(): Promise<void> {
    const { stdin, stdout, stderr } = this.#process;
    const closed = Promise.all([stdout, stderr].map(isClosed)).then(() => false);
    this.#isHeldOpen = await Promise.race([closed, pause(DRAIN).then(() => true)]);
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
  }
}

export const NOTHING_PRINTED = 'nothing was printed: does it flush its standard output?';

function isClosed(stream: NodeJS.ReadableStream & { readonly closed: boolean }): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once('close', resolve);
  });
}

/** Waits without keeping wiremark from exiting. Never resolves if `signal` is aborted meanwhile. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref();
    signal?.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
