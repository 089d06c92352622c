/**
 * Has each part of wiremark that starts programs start some that can't be started, and prints the outcomes as JSON. It runs
 * in a session of its own: a wrongly addressed signal ends it, not the test.
 */
import { ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { converse } from '../../src/build/conversation.ts';
import { inspectTools } from '../../src/build/toolchain.ts';
import { startCompanions } from '../../src/machine/idle-spinners.ts';
import { RunnerFailure } from '../../src/trial/client.ts';
import type { Job } from '../../src/trial/job.ts';
import { startRunner } from '../../src/trial/process.ts';
import { isRunning } from '../machine/eventually.ts';

export interface Outcome {
  readonly place: string;
  readonly fault: string;
  /** Null if an error was thrown. */
  readonly reason: string | null;
  /** The system's code of a thrown error. */
  readonly code: string | null;
}

const folder = mkdtempSync(join(tmpdir(), 'wiremark-unstartable-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
symlinkSync('loop', join(folder, 'loop'));
writeFileSync(join(folder, 'file'), 'no program');
writeFileSync(join(folder, 'foreign'), '#!/no/such/interpreter\n');
chmodSync(join(folder, 'foreign'), 0o755);

const real: Record<string, readonly string[]> = {
  'a program that is not there': ['/no/such/program'],
  'a program that is nowhere': ['no-such-program-anywhere'],
  'a path through a file': [join(folder, 'file/x')],
  'a loop of links': [join(folder, 'loop')],
  'a name that is too long': [`/${'x'.repeat(300)}`],
  'a path that is too long': [`/${'x/'.repeat(3000)}x`],
  'no right to start it': [join(folder, 'file')],
  'a folder': [folder],
  'an interpreter that is not there': [join(folder, 'foreign')],
  'a NUL in the program': ['a\0b'],
  'a NUL in a word': ['true', 'a\0b'],
  'a word that is too long': ['true', 'x'.repeat(4_000_000)],
  'no name': [''],
};

const job = { serializer: 'x', artifacts: new Map(), schema: '', model: '', documents: {}, hard: {} };
const places: Record<string, (command: readonly string[]) => Promise<string | null>> = {
  async runner(command) {
    try {
      await startRunner({ command, folder: '.', runtime: 'none', job: job as unknown as Job });
      return null;
    } catch (error) {
      if (error instanceof RunnerFailure) return `${error.verdict.verdict}: ${error.message}`;
      throw error;
    }
  },
  async tool([program, ...versionArguments]) {
    const tool = { program: program!, versionArguments, fix: 'none', needed: 'run' } as const;
    const [state] = await inspectTools([tool]);
    return state!.found ? null : `unavailable: ${state!.reason}`;
  },
  async build(command) {
    const input = { command, folder: '.', requests: new Map(), shared: '' };
    const { verdict, reason } = await converse({ ...input, progress: () => {}, answered: () => {} });
    return `${verdict}: ${reason}`;
  },
  async companion(command) {
    const good = ['sh', '-c', 'echo; exec sleep 100'];
    const { failure, pids } = await startCompanions(command[0] === 'refused' ? [command] : [good, command]);
    const left = pids.filter(isRunning);
    return left.length > 0 ? `left ${left}` : failure;
  },
};

const SOME_CODES = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM', 'ENOENT', 'EACCES'];

const outcomes: Outcome[] = [];
async function attempt(place: string, fault: string, command: readonly string[]): Promise<void> {
  try {
    outcomes.push({ place, fault, reason: await places[place]!(command), code: null });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    outcomes.push({ place, fault, reason: null, code });
  }
}

for (const place of Object.keys(places)) {
  for (const [fault, command] of Object.entries(real)) await attempt(place, fault, command);
  // All places start programs by the same function: one gets every error of the system, the others some.
  const codes = place === 'runner' ? Object.keys(constants.errno) : SOME_CODES;
  const prototype = ChildProcess.prototype as unknown as { spawn: (options: { file: string }) => unknown };
  const { spawn } = prototype;
  for (const code of codes)
    for (const when of ['at once', 'later']) {
      prototype.spawn = function (this: ChildProcess, options) {
        if (options.file !== 'refused') return spawn.call(this, options);
        const error = Object.assign(new Error(`spawn refused ${code}`), { code, syscall: 'spawn refused' });
        if (when === 'at once') throw error;
        // As Node leaves it when it has no handles: without streams and id.
        process.nextTick(() => this.emit('error', error));
      };
      await attempt(place, `${code} ${when}`, ['refused']);
      prototype.spawn = spawn;
    }
}
process.stdout.write(JSON.stringify(outcomes));
