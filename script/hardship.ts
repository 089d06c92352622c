/**
 * Tries to break wiremark in three ways (practices) that take turns: it makes each system call fail, kills wiremark, and
 * limits disk and memory. Prints each find with the command that repeats it. A practice that throws restarts. Exits with 1
 * if there was a find, or if a practice threw.
 *
 *     node --import tsx script/hardship.ts [--thorough] [--minutes N] [--seed S] [--only NAME] [--count N]
 *
 * Runs for five minutes by default, an hour with --thorough. --count N ends after N attempts, --call repeats one fault. It runs
 * this checkout: use a copy if you edit it meanwhile. Other tests cover hostile addresses and names:
 * test/web/serve-safety.test.ts, test/web/render.test.ts, test/cli/outlet.test.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { calls, parseCall } from './hardship/calls.ts';
import { kills } from './hardship/kills.ts';
import { limits } from './hardship/limits.ts';
import type { Attempt, Practice } from './hardship/practice.ts';

const { values: flags } = parseArgs({
  options: {
    thorough: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string', multiple: true },
    count: { type: 'string', default: 'Infinity' },
    call: { type: 'string' },
  },
});

const practices: readonly Practice[] = [
  calls(flags.call === undefined ? {} : parseCall(flags.call)),
  kills,
  limits,
];

const MINUTE = 60_000;
const minutes = Number(flags.minutes ?? (flags.thorough ? 60 : 5));
const scratch = mkdtempSync(join(tmpdir(), 'hardship-'));
// Runs last: other exit listeners, which end processes and unmount disks, are put before it.
process.on('exit', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 20 }));
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => process.exit(130));

/** Seed of the run. `--seed` with the same number repeats everything that doesn't depend on time. */
const first = Number(flags.seed ?? Math.floor(Date.now() / 1000));
const tally = new Map<string, { attempts: number; finds: number }>();
/** Time limit of an attempt, after which it counts as hanging. */
const LONGEST = 15 * MINUTE;
/** A practice that throws this many times in a row is given up. */
const BREAKS = 3;
let breaks = 0;

const found = await practise();
process.exit(found + breaks === 0 ? 0 : 1);

interface Turn {
  readonly practice: Practice;
  attempts: ReturnType<Practice['attempts']>;
  /** Time of all attempts so far; the practice with the least is next. */
  milliseconds: number;
  /** Failures of the practice itself since its last attempt. */
  breaks: number;
}

async function practise(): Promise<number> {
  const chosen = practices.filter(({ name }) => flags.only === undefined || flags.only.includes(name));
  if (chosen.length === 0) throw new Error(`--only: one of ${practices.map(({ name }) => name).join(', ')}`);
  process.on('uncaughtException', (error) => broke('a practice', error));
  console.log(`seed ${first}, ${minutes} minutes, ${chosen.map(({ name }) => name).join(', ')}`);
  const end = Date.now() + minutes * MINUTE;
  let told = Date.now();
  let finds = 0;
  let turns: readonly Turn[] = chosen.map((practice) => ({
    practice,
    attempts: practice.attempts({ scratch, seed: first }),
    milliseconds: 0,
    breaks: 0,
  }));
  for (let count = 0; turns.length > 0 && Date.now() < end && count < Number(flags.count); count++) {
    const turn = turns.reduce((least, one) => (one.milliseconds < least.milliseconds ? one : least));
    // Lets handlers of signals and timeouts run, even if all attempts are synchronous.
    await setImmediate();
    const begin = performance.now();
    const attempt = await next(turn);
    turn.milliseconds += performance.now() - begin;
    if (attempt !== null && tell(turn.practice.name, attempt)) finds++;
    turns = turns.filter((one) => one.breaks < BREAKS);
    if (Date.now() - told > MINUTE) {
      told = Date.now();
      sum();
    }
  }
  sum();
  console.log(`seed ${first}`);
  return finds;
}

/** Makes the next attempt; null if the practice itself threw, which then restarts with another seed. */
async function next(turn: Turn): Promise<Attempt | null> {
  let limit: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      limit = setTimeout(() => reject(new Error('an attempt never ends')), LONGEST);
    });
    const { value } = await Promise.race([turn.attempts.next(), late]);
    turn.breaks = 0;
    return value;
  } catch (error) {
    broke(turn.practice.name, error as Error);
    turn.breaks++;
    turn.attempts = turn.practice.attempts({ scratch, seed: first + breaks });
    return null;
  } finally {
    clearTimeout(limit);
  }
}

function broke(name: string, error: Error): void {
  breaks++;
  console.log(`\n${name} itself broke: ${error.stack ?? error}`);
}

function tell(name: string, { what, find, again }: Attempt): boolean {
  const sums = tally.get(name) ?? { attempts: 0, finds: 0 };
  tally.set(name, { attempts: sums.attempts + 1, finds: sums.finds + (find === null ? 0 : 1) });
  if (find !== null) console.log(`\n${name}: ${what}\n  ${find}\n  again: ${again}`);
  return find !== null;
}

function sum(): void {
  const parts = [...tally].map(([name, { attempts, finds }]) => `${name} ${attempts}, ${finds} finds`);
  console.log(`${new Date().toISOString()} ${parts.join('; ')}`);
}
