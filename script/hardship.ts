/**
 * Is hard on wiremark: lets every call of the system fail in turn, kills it, damages what it recorded, takes room away,
 * gives it definitions and runs that nobody would write. Seeded; practices take turns. Exits with 1 when something was
 * found, which is printed with how to repeat it.
 *
 *     node --import tsx script/hardship.ts [--thorough] [--minutes N] [--seed S] [--only NAME] [--count N]
 *
 * Five minutes unless told; --thorough takes an hour. --count N ends after so many attempts, --call repeats one fault. Hostile addresses and names
 * are tests: test/web/serve-safety.test.ts, test/web/render.test.ts, test/cli/outlet.test.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { calls, parseCall } from './hardship/calls.ts';
import { damages } from './hardship/damages.ts';
import { fields } from './hardship/fields.ts';
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
  fields,
  kills,
  damages,
  limits,
];

const MINUTE = 60_000;
const minutes = Number(flags.minutes ?? (flags.thorough ? 60 : 5));
const scratch = mkdtempSync(join(tmpdir(), 'hardship-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => process.exit(130));

/** One seed repeats everything, as far as it doesn't depend on time. */
const first = Number(flags.seed ?? Math.floor(Date.now() / 1000));
const tally = new Map<string, { attempts: number; finds: number }>();

process.exitCode = (await practise()) === 0 ? 0 : 1;

async function practise(): Promise<number> {
  const chosen = practices.filter(({ name }) => flags.only === undefined || flags.only.includes(name));
  if (chosen.length === 0) throw new Error(`--only: one of ${practices.map(({ name }) => name).join(', ')}`);
  console.log(`seed ${first}, ${minutes} minutes, ${chosen.map(({ name }) => name).join(', ')}`);
  const end = Date.now() + minutes * MINUTE;
  let told = Date.now();
  let finds = 0;
  let count = 0;
  const turns = chosen.map(({ name, ...practice }) => ({
    name,
    attempts: practice.attempts({ scratch, seed: first }),
  }));
  while (Date.now() < end && count < Number(flags.count)) {
    for (const { name, attempts } of turns) {
      const { value } = await attempts.next();
      count++;
      if (tell(name, value)) finds++;
    }
    if (Date.now() - told > MINUTE) {
      told = Date.now();
      sum();
    }
  }
  sum();
  console.log(`seed ${first}`);
  return finds;
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
