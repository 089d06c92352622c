import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import {
  escapeValue,
  otherProtocol,
  PROTOCOL_VERSION,
  quote,
  splitLine,
  unescapeValue,
} from '../build/protocol.ts';
import { Child, NOTHING_PRINTED, pause } from '../machine/child.ts';
import { CompileWatch, ownWaitNs, procThreads, WaitWatch, waitWithin } from '../machine/core-waits.ts';
import { fullDisk } from '../machine/free-resources.ts';
import { FLOOD, LineReader } from '../machine/lines.ts';
import { type ChildInput, NotStarted } from '../machine/process-group.ts';
import { scratchFor } from '../machine/scratch.ts';
import type { Figure } from '../plan/figure.ts';
import {
  type Inputs,
  type KeptFile,
  type MemoryReply,
  OperationFailure,
  type RunnerClient,
  RunnerFailure,
  type SliceResult,
} from './client.ts';
import { type Job, jobLines, keepsResults } from './job.ts';
import { FAILED, LOADED, MemoryLines, peakResident, readReply, SLICE, unexpected } from './replies.ts';

/** Time limits in ms. A runner that doesn't answer in time gets the verdict `timeout`; one that doesn't end in time is killed. */
export interface Patience {
  readonly load: number;
  readonly documents: number;
  readonly slice: number;
  readonly end: number;
}

const USUAL_PATIENCE: Patience = { load: 120_000, documents: 180_000, slice: 120_000, end: 5_000 };

export function patienceOf({ patience }: { readonly patience?: number }): Patience {
  if (patience === undefined) return USUAL_PATIENCE;
  const ms = patience * 1000;
  return { load: ms, documents: ms, slice: ms, end: Math.min(ms, USUAL_PATIENCE.end) };
}

export interface StartInput extends ChildInput {
  readonly job: Job;
  readonly runtime: string;
  readonly compilers?: readonly string[];
  readonly countsMemory?: boolean;
  readonly patience?: Patience;
  readonly redact?: boolean;
  readonly signal?: AbortSignal;
}

const FAILURES = ['unavailable', 'unsupported', 'crash', 'mismatch'] as const;

/** Time zone of runners, 5:45 hours ahead of UTC: a runner that uses local time, or assumes offsets of whole hours, is caught. */
export const TIME_ZONE = { TZ: 'Asia/Kathmandu' };

/** Starts a runner, sends its job and waits until it is ready. @throws RunnerFailure after ending its process group */
export async function startRunner(input: StartInput): Promise<RunnerClient> {
  const begin = process.hrtime.bigint();
  const child = await Child.start({ ...input, environment: { ...input.environment, ...TIME_ZONE } });
  if (child instanceof NotStarted) throw new RunnerFailure({ verdict: 'crash', reason: child.reason });
  const runner = new RunnerProcess(input, child, scratchFor('trial'));
  await runner.load();
  runner.startNs = Number(process.hrtime.bigint() - begin);
  return runner;
}

class RunnerProcess implements RunnerClient {
  runtimeVersion = '';
  serializerVersion = '';
  startNs = 0;
  readonly #wait: WaitWatch;
  readonly #compile: CompileWatch;
  readonly #child: Child;
  readonly #lines: LineReader;
  readonly #patience: Patience;
  readonly #folder: string;
  readonly #letGo: () => void;
  readonly #input: StartInput;
  #kept = 0;
  #over = false;

  constructor(input: StartInput, child: Child, folder: string) {
    this.#folder = folder;
    this.#patience = input.patience ?? USUAL_PATIENCE;
    this.#child = child;
    const compilers = input.compilers ?? [];
    const threads = procThreads(child.pid);
    this.#wait = new WaitWatch(threads, compilers);
    this.#compile = new CompileWatch(threads, compilers);
    this.#lines = new LineReader(child.stdout);
    this.#input = input;
    this.#letGo = child.killOn(input.signal);
  }

  async load(): Promise<void> {
    const { job, runtime } = this.#input;
    const answer = await this.#ask(jobLines(job), this.#patience.load, 'loading');
    if (answer !== `wiremark ${PROTOCOL_VERSION}`)
      await this.#fail('crash', otherProtocol(this.#words(answer)));
    const versions: string[] = [];
    for (const form of LOADED(runtime)) {
      const line = await this.#answer(this.#patience.load, 'loading');
      versions.push(unescapeValue((await this.#values(line, 'load', form)).at(-1) ?? ''));
    }
    [this.runtimeVersion, this.serializerVersion] = versions as [string, string, string];
  }

  async set({ count, bytes }: Inputs): Promise<void> {
    const path = join(this.#folder, 'documents');
    await writeFile(path, bytes).catch((error: unknown) => {
      throw fullDisk(this.#folder) ?? error;
    });
    const command = `set ${count}`;
    const asked = [`${command} ${escapeValue(path)}`];
    const answer = await this.#ask(asked, this.#patience.documents, `reading ${count} documents`);
    await this.#values(answer, command, command);
    await rm(path, { force: true });
  }

  async slice(ops: number, keep: number): Promise<SliceResult> {
    const doing = `doing ${ops} ${ops === 1 ? 'operation' : 'operations'}`;
    const command = `slice ${ops} ${keep}`;
    const ownWait = ownWaitNs();
    const work = performance.eventLoopUtilization();
    this.#wait.begin();
    const begin = process.hrtime.bigint();
    const answer = await this.#ask([command], this.#patience.slice, doing);
    const elapsedNs = Number(process.hrtime.bigint() - begin);
    const ownWork = performance.eventLoopUtilization(work).active * 1e6;
    const own = ownWork + ownWaitNs() - ownWait;
    const [operation = '', text = ''] = readReply(answer, [FAILED])?.values ?? [];
    if (operation !== '' && Number(operation) < ops)
      throw new OperationFailure(Number(operation), this.#message(text) || 'failed without a reason');
    const values = await this.#values(answer, command, SLICE(ops), FAILED);
    const [ns, cpuNs] = values.map(Number) as [number, number];
    if (keepsResults(this.#input.job)) this.#kept += keep;
    const times = this.#wait.end(ns);
    // After its clocks have stopped, the timing thread also finishes the kept results (docs/PROTOCOL.md, "slice"). For one result
    // this usually takes little time. For several, the CPU time that the runner reports for the task replaces the thread's; if it
    // is unknown (0), so is the wait.
    const ran = times && keep > 1 && cpuNs > 0 ? { ...times, ran: cpuNs } : times;
    const waitNs = ran && (keep > 1 && cpuNs === 0 ? null : waitWithin(ns, ran));
    return { ops, keep, ns, cpuNs, waitNs, elapsedNs, heldNs: own + (times?.waited ?? 0) };
  }

  async kept(): Promise<KeptFile> {
    const path = join(this.#folder, 'results');
    const count = this.#kept;
    this.#kept = 0;
    const command = `kept ${count}`;
    const asked = [`kept ${escapeValue(path)}`];
    const answer = await this.#ask(asked, this.#patience.documents, 'writing results');
    await this.#values(answer, 'kept', command);
    return { path, count };
  }

  compiled(): number | null {
    return this.#compile.since();
  }

  async memory(ops: number): Promise<MemoryReply | null> {
    if (!this.#input.countsMemory) return null;
    const doing = `counting ${ops} operations`;
    const lines = new MemoryLines(ops);
    let line = await this.#ask([`memory ${ops}`], this.#patience.slice, doing);
    for (; line !== lines.end; line = await this.#answer(this.#patience.slice, doing))
      if (!lines.take(line))
        await this.#fail('crash', unexpected(this.#words(line), `memory ${ops}`, lines.forms));
    return lines.reply();
  }

  peakResident(): Figure {
    return peakResident(this.#child.pid);
  }

  async end(): Promise<void> {
    if (!this.#over) {
      this.#child.stdin.write('end\n');
      this.#child.stdin.end();
      await Promise.race([this.#child.ended, pause(this.#patience.end)]);
    }
    await this.#close();
  }

  async #ask(lines: readonly string[], limit: number, doing: string): Promise<string> {
    if (this.#lines.hasWaiting) await this.#fail('crash', 'printed on standard output between two commands');
    this.#child.stdin.write(`${lines.join('\n')}\n`);
    return this.#answer(limit, doing);
  }

  async #values(answer: string, command: string, form: string, ...others: string[]) {
    const reply = readReply(answer, [form]);
    if (reply) return reply.values;
    return this.#fail('crash', unexpected(this.#words(answer), command, [form, ...others]));
  }

  async #answer(limit: number, doing: string): Promise<string> {
    const timer = new AbortController();
    const late = pause(limit, timer.signal).then(() => 'late' as const);
    const line = await Promise.race([this.#lines.next(), late]);
    timer.abort();
    if (line === 'late')
      return this.#fail('timeout', `no answer within ${limit / 1000} s while ${doing}${this.#silence()}`);
    if (line === null) return this.#fail('crash', await this.#child.lastWords(doing, this.#words));
    if (line === FLOOD)
      return this.#fail('crash', 'flooded standard output, which belongs to the protocol alone');
    const [key, value] = splitLine(line);
    if (key !== 'error') return line;
    const [kind, message] = splitLine(value);
    const known = FAILURES.find((one) => one === kind);
    return this.#fail(known ?? 'crash', this.#message(message) || `failed without a reason while ${doing}`);
  }

  #message(escaped: string): string {
    const lines = unescapeValue(escaped).trim();
    return this.#words(lines.replace(/\s*[\r\n]\s*/g, ' '));
  }

  readonly #words = (text: string) =>
    this.#input.redact && text !== '' ? "the runner's own words are left out (--redact)" : text;

  #silence(): string {
    const { unfinished } = this.#lines;
    const { hasPrinted, said } = this.#child;
    if (unfinished !== '')
      return `; ${quote(this.#words(unfinished))} was printed without the end of its line`;
    if (hasPrinted) return '';
    return `; ${said === '' ? NOTHING_PRINTED : `on standard error it printed: ${this.#words(said)}`}`;
  }

  async #fail(kind: (typeof FAILURES)[number] | 'timeout', reason: string): Promise<never> {
    const full = fullDisk(this.#folder);
    await this.#close();
    this.#input.signal?.throwIfAborted();
    if (full !== null) throw full;
    throw new RunnerFailure({ verdict: kind, reason });
  }

  async #close(): Promise<void> {
    if (this.#over) return;
    this.#over = true;
    this.#letGo();
    this.#child.kill();
    await this.#child.ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
