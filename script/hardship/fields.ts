/**
 * Fuzzing by structure: each place of what wiremark reads gets extremes and wrong kinds, then verbs are asked for it. The
 * answer is right, or a refusal in one line that names the file.
 *
 *     node --import tsx script/hardship/fields.ts [--seed 1] [--from 0] [--count 1] [--only definitions]
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../src/stats/random.ts';
import { EXPORTED } from '../../src/store/folder/files.ts';
import { runsFolder } from '../../src/store/locate.ts';
import { datasetOf, makeHome, spoilDefinition, verbsOfDefinitions } from './fields-definitions.ts';
import { type Answered, type Asked, broken, Prober } from './fields-prober.ts';
import { judgeRows, spoilReply, verbsOfReplies } from './fields-replies.ts';
import {
  askPages,
  exportSpoilt,
  judgeRuns,
  type Recorded,
  record,
  spoilRun,
  verbsOfExports,
  verbsOfRuns,
} from './fields-runs.ts';
import type { Attempt, Practice } from './practice.ts';

export interface Trial {
  readonly what: string;
  readonly asked: Asked;
  /** How the answer is wrong in a way of its own, where it isn't in general. */
  readonly judge: (answer: Answered) => string | null | Promise<string | null>;
}

/** Makes one trial in an empty folder. */
export type Making = (folder: string, random: Random, prober: Prober) => Trial | Promise<Trial>;

const KINDS: Readonly<Record<string, Making>> = {
  definitions(folder, random) {
    const place = makeHome(join(folder, 'home'), datasetOf(random));
    const { file, what } = spoilDefinition(place, random);
    const argv = verbsOfDefinitions(place, random);
    const cwd = join(folder, 'work');
    mkdirSync(cwd);
    return {
      what: `${basename(dirname(file))}/${basename(file)}: ${what}; ${argv.join(' ')}`,
      asked: { cwd, home: place.home, argv, ...interrupt(random) },
      judge: ({ code, stderr }) =>
        code !== 2 || stderr.includes(place.home) || /there is no suite "/.test(stderr)
          ? null
          : `doesn't name the file: ${stderr.slice(0, 400)}`,
    };
  },
  replies(folder, random, prober) {
    const { place, what } = spoilReply(join(folder, 'home'), random);
    const argv = verbsOfReplies(random);
    const cwd = join(folder, 'home', 'work');
    const asked = { cwd, home: place.home, argv, ...interrupt(random) };
    return {
      what: `${what}; ${argv.join(' ')}`,
      asked,
      async judge(answer) {
        const found = judgeRows(answer);
        if (found !== null || argv[0] === 'check' || asked.interruptAfter !== undefined) return found;
        const report = { cwd, home: place.home, argv: ['report', 'last', '--format', 'json'] };
        const again = await prober.ask(report);
        return (
          broken(again, report) ??
          (again.stdout === answer.stdout ? null : 'the report is another than the run had')
        );
      },
    };
  },
  async runs(folder, random, prober) {
    const recorded = await recordedOnce(dirname(folder), prober);
    const run = spoilRun(recorded, join(folder, 'work'), random);
    const argv = verbsOfRuns(recorded.ids, random);
    const during = argv[0] === 'serve' ? (output: () => string) => askPages(output, recorded.ids) : undefined;
    const asked = { cwd: run.cwd, home: recorded.home, argv, ...(during ? { during } : interrupt(random)) };
    return {
      what: `${run.what}; ${argv.join(' ')}`,
      asked,
      async judge(answer) {
        if (answer.leavingSeconds !== null) return null;
        const found = judgeRuns(run, asked, recorded.ids, answer);
        // A new name for a run that is damaged makes it no better.
        if (found !== null || run.sealed || !['name', 'tag'].includes(argv[1]!)) return found;
        const report = { cwd: run.cwd, home: recorded.home, argv: ['report', recorded.ids[1]] };
        return judgeRuns(run, report, recorded.ids, await prober.ask(report));
      },
    };
  },
  async exports(folder, random, prober) {
    const recorded = await recordedOnce(dirname(folder), prober);
    const { home } = recorded;
    const run = spoilRun(recorded, join(folder, 'spoilt'), random);
    const cwd = join(folder, 'work');
    cpSync(recorded.cwd, cwd, { recursive: true });
    rmSync(join(runsFolder(cwd), recorded.ids[1]), { recursive: true });
    const file = `sent${EXPORTED}`;
    const what = exportSpoilt(run, join(cwd, file), random);
    const argv = verbsOfExports(file, random);
    return {
      what: `${file}: ${what}; ${argv.join(' ')}`,
      asked: { cwd, home, argv, ...interrupt(random) },
      judge: ({ code, stderr }) =>
        code !== 2 || stderr.includes(file) ? null : `doesn't name the file: ${stderr.slice(0, 400)}`,
    };
  },
};

const made = new Map<string, Promise<Recorded>>();

/** Measuring takes a while: once for all attempts in a folder. */
function recordedOnce(folder: string, prober: Prober): Promise<Recorded> {
  const known = made.get(folder) ?? record(join(folder, 'recorded'), prober);
  made.set(folder, known);
  return known;
}

function interrupt(random: Random): Pick<Asked, 'interruptAfter'> {
  return random.below(25) === 0 ? { interruptAfter: random.below(3000) } : {};
}

export function practiceOf(kinds: readonly string[], first = 0): Practice {
  return {
    name: 'fields',
    async *attempts({ scratch, seed }) {
      const own = join(scratch, 'fields');
      mkdirSync(own, { recursive: true });
      const prober = new Prober(own);
      try {
        for (let number = first; ; number++) yield await attempt(prober, own, seed, number, kinds);
      } finally {
        prober.close();
      }
    },
  };
}

async function attempt(
  prober: Prober,
  scratch: string,
  seed: number,
  number: number,
  kinds: readonly string[],
): Promise<Attempt> {
  const kind = kinds[number % kinds.length]!;
  const folder = join(scratch, 'attempt');
  const make = async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    return KINDS[kind]!(folder, new Random(seed, number), prober);
  };
  const tried = async () => {
    const { asked, judge, what } = await make();
    const answer = await prober.ask(asked);
    return { what, answer, find: broken(answer, asked) ?? (await judge(answer)) };
  };
  let found = await tried();
  if (found.find !== null) {
    // What one answer cost may be another's: once more in a process of its own.
    prober.close();
    found = await tried();
  }
  if (process.env.HARDSHIP_TELL) {
    const { stdout, stderr, ...figures } = found.answer;
    console.log(
      `${number} ${found.what.slice(0, 300)}\n${stdout.slice(-1500)}\n${stderr.slice(-1500)}`,
      figures,
    );
  }
  const again = `node --import tsx script/hardship/fields.ts --only ${kind} --seed ${seed} --from ${number}`;
  return { what: `${kind}: ${found.what}`, find: found.find, again };
}

export const fields: Practice = practiceOf(Object.keys(KINDS));

if (process.argv[1] === import.meta.filename) await play();

/** Does a few attempts and tells of each find. */
async function play(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
      count: { type: 'string', default: '1' },
      only: { type: 'string' },
    },
  });
  const kinds = values.only === undefined ? Object.keys(KINDS) : [values.only];
  const scratch = mkdtempSync(join(tmpdir(), 'fields-'));
  const all = practiceOf(kinds, Number(values.from)).attempts({ scratch, seed: Number(values.seed) });
  /** How often each, by its first words. */
  const finds = new Map<string, number>();
  let done = 0;
  for await (const { what, find, again } of all) {
    if (find !== null) {
      const key = find
        .replaceAll(/[\d.]+/g, '')
        .replaceAll(/\/\S+\//g, '')
        .slice(0, 90);
      const times = finds.get(key) ?? 0;
      finds.set(key, times + 1);
      if (times < 3) console.log(`${what.slice(0, 300)}\n  ${find.slice(0, 500)}\n  ${again}`);
    }
    if (++done % 100 === 0) console.log(`${done} so far`);
    if (done >= Number(values.count)) break;
  }
  rmSync(scratch, { recursive: true, force: true });
  for (const [find, times] of finds) console.log(`${times} × ${find}`);
  console.log(`${done} attempts`);
  process.exitCode = finds.size === 0 ? 0 : 1;
}
