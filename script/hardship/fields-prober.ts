/** Asks the command something that it should refuse, watches what that costs, and judges what it said. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newTrace } from './traces.ts';

export interface Asked {
  readonly cwd: string;
  /** A package folder: definitions lie below it. */
  readonly home: string;
  readonly argv: readonly string[];
  /** Milliseconds after which it is interrupted, in a process of its own; never, unless told. */
  readonly interruptAfter?: number;
  /** Done while it works, in a process of its own, which is interrupted when that is done. @returns what is wrong */
  readonly during?: (output: () => string) => Promise<string | null>;
}

export interface Answered {
  /** Null where it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly cpuSeconds: number;
  readonly peakMiB: number;
  /** What `during` found. */
  readonly found: string | null;
  /** From the interrupt to the end. */
  readonly leavingSeconds: number | null;
}

const CHILD = fileURLToPath(new URL('fields-child.ts', import.meta.url));
const TSX = import.meta.resolve('tsx');
/** Seconds of processor time, since others may be at work; and those after which nobody waits any more. */
export const MOST = {
  cpuSeconds: 10,
  wallSeconds: 60,
  mib: 1024,
  leavingSeconds: 3,
  letters: 4_000,
} as const;

/** One child serves until it is killed, interrupted, or has grown. */
export class Prober {
  readonly #scratch: string;
  #child: ChildProcess | null = null;
  #jobs = 0;
  #marks = 0;

  constructor(scratch: string) {
    this.#scratch = scratch;
  }

  async ask(asked: Asked): Promise<Answered> {
    const isOwn = asked.interruptAfter !== undefined || asked.during !== undefined;
    if (isOwn || this.#jobs >= 40) this.close();
    const child = this.#child?.connected ? this.#child : this.#start();
    this.#jobs++;
    const pid = child.pid!;
    const before = usage(pid);
    const mark = `@@ end ${process.pid} ${++this.#marks} @@`;
    forgetPeak(pid);
    const out = gather(child, 'stdout', mark);
    const err = gather(child, 'stderr', mark);
    const closed = new Promise<null>((resolve) =>
      child.removeAllListeners('close').once('close', () => resolve(null)),
    );
    let latest = before;
    let interruptedAt: number | null = null;
    const begin = performance.now();
    const watch = setInterval(() => {
      latest = usage(pid) ?? latest;
      const seconds = (performance.now() - begin) / 1000;
      const cpu = (latest?.cpuSeconds ?? 0) - (before?.cpuSeconds ?? 0);
      if (
        asked.interruptAfter !== undefined &&
        interruptedAt === null &&
        seconds * 1000 >= asked.interruptAfter
      ) {
        interruptedAt = performance.now();
        child.kill('SIGINT');
      }
      const leaving = interruptedAt === null ? 0 : (performance.now() - interruptedAt) / 1000;
      if (
        cpu > MOST.cpuSeconds ||
        seconds > MOST.wallSeconds ||
        (latest?.peakMiB ?? 0) > 2 * MOST.mib ||
        leaving > 10
      )
        child.kill('SIGKILL');
    }, 20);
    const { cwd, home, argv } = asked;
    child.send({ cwd, home, argv, cache: join(this.#scratch, 'cache'), mark });
    let inside: string | null = null;
    asked.during?.(out.text).then((result) => {
      inside = result;
      interruptedAt ??= performance.now();
      child.kill('SIGINT');
    });
    const found = await Promise.race([Promise.all([out.marked, err.marked]), closed]);
    clearInterval(watch);
    latest = usage(pid) ?? latest;
    const leavingSeconds = interruptedAt === null ? null : (performance.now() - interruptedAt) / 1000;
    if (isOwn) this.close();
    if (found === null) this.#child = null;
    return {
      code: found === null ? child.exitCode : Number(found[1]),
      found: inside,
      stdout: out.text(),
      stderr: err.text(),
      cpuSeconds: (latest?.cpuSeconds ?? 0) - (before?.cpuSeconds ?? 0),
      peakMiB: latest?.peakMiB ?? 0,
      leavingSeconds,
    };
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  #start(): ChildProcess {
    // Pages are TSX, which wants the settings of this checkout wherever the child works.
    const settings = fileURLToPath(new URL('../../tsconfig.json', import.meta.url));
    const env = {
      ...process.env,
      ...newTrace(),
      TMPDIR: this.#scratch,
      NO_COLOR: '1',
      TSX_TSCONFIG_PATH: settings,
    };
    const child = spawn(process.execPath, ['--import', TSX, CHILD], {
      env,
      cwd: this.#scratch,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    for (const name of ['stdout', 'stderr'] as const) child[name]!.setEncoding('utf8');
    this.#child = child;
    this.#jobs = 0;
    return child;
  }
}

function gather(child: ChildProcess, name: 'stdout' | 'stderr', mark: string) {
  const chunks: string[] = [];
  let rest = '';
  const end = new RegExp(`${mark} ?(\\d*)\\n`);
  const marked = new Promise<string>((resolve) => {
    child[name]!.removeAllListeners('data').on('data', (chunk: string) => {
      chunks.push(chunk);
      rest = (rest + chunk).slice(-chunk.length - 200);
      const found = end.exec(rest);
      if (found) resolve(found[1]!);
    });
  });
  return { marked, text: () => chunks.join('').replace(end, '') };
}

/** What a process has used; the peak is since the last look, where the system can begin it anew. */
function usage(pid: number): { readonly cpuSeconds: number; readonly peakMiB: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return {
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
      peakMiB: Number(peak?.[1] ?? 0) / 1024,
    };
  } catch {
    return null;
  }
}

/** How the invariant broke, whatever was asked; null: it held. */
export function broken(answer: Answered, asked: Asked): string | null {
  const { code, stdout, stderr, cpuSeconds, peakMiB, leavingSeconds } = answer;
  const said = stderr.slice(0, 400);
  if (cpuSeconds > MOST.cpuSeconds) return `took ${cpuSeconds.toFixed(1)} s of processor time: ${said}`;
  if (peakMiB > MOST.mib) return `held ${Math.round(peakMiB)} MiB: ${said}`;
  if (leavingSeconds !== null && leavingSeconds > MOST.leavingSeconds)
    return `took ${leavingSeconds.toFixed(1)} s to leave when interrupted: ${said}`;
  if (answer.found !== null) return answer.found;
  if (leavingSeconds !== null && code === null) return null;
  if (code === null) return `was killed or waited for ever: ${said}`;
  if (![0, 1, 2, 130].includes(code)) return `ended with exit code ${code}: ${said}`;
  for (const part of [stderr, stdout]) {
    if (part.includes('a bug in wiremark')) return `a bug in wiremark: ${said}`;
    if (/^ {4}at \S+.*[:(]/m.test(part)) return `a stack: ${part.slice(0, 400)}`;
  }
  if (code !== 2) return null;
  const ours = stderr.split('\n').filter((line) => /^(wiremark|error): /.test(line));
  if (ours.length === 0) return `nothing said with exit code 2: ${said}`;
  const last = stderr.slice(stderr.lastIndexOf(ours.at(-1)!));
  if (last.length > MOST.letters) return `${last.length} letters in one message: ${said}`;
  return asked.argv.length > 0 && last.trim().length < 20 ? `says next to nothing: ${said}` : null;
}

/** Begins the peak of a process anew. */
function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Then it is the peak of all.
  }
}
