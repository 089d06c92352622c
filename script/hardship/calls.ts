/**
 * Makes every system call of every verb fail in turn: first counts the calls of a verb, then each attempt makes one of them fail
 * with a possible error, or kills or interrupts wiremark there. Afterwards:
 *
 * - wiremark has exited with 2 and one line, or as usual, or has reported the error; no process is left running
 * - earlier records exist and are readable; each file has its old or its new content, never a part
 * - the same command without the fault has its usual result; an interrupted run can be finished
 */
import { Random } from '../../src/stats/random.ts';
import { readRun } from '../../src/store/folder/reader.ts';
import { faultsOf, isAbsence, isDeath } from './faults.ts';
import { cantFinish, isSwept, runsIn } from './finishing.ts';
import { badEnd, isSame, steady, strays, tells } from './judging.ts';
import type { Attempt, Practice } from './practice.ts';
import { recordRuns } from './recorded.ts';
import { VERBS, type Verb } from './verbs.ts';
import { type Fault, type Outcome, type Tree, World } from './world.ts';

/** A verb, with its outcome, its calls and the files before and after it if nothing fails. */
interface Rehearsed {
  readonly verb: Verb;
  readonly sites: readonly (readonly [site: string, count: number])[];
  readonly outcome: Outcome;
  readonly before: Tree;
  readonly after: Tree;
}

export interface Choice {
  readonly verbs?: readonly Verb[];
  /** The only fault to try, to reproduce a find. */
  readonly fault?: Fault;
  /** Name of the practice and of its folder, which two processes can't share. */
  readonly name?: string;
}

export function calls({ verbs = VERBS, fault, name = 'calls' }: Choice = {}): Practice {
  return {
    name,
    async *attempts({ scratch, seed }) {
      const world = new World(scratch, name);
      await recordRuns(world);
      const rehearsed = new Map<Verb, Rehearsed>();
      const lot = verbs.flatMap((verb) => Array.from({ length: verb.weight ?? 1 }, () => verb));
      for (let turn = 0; ; turn++) {
        const random = new Random(seed, turn);
        const verb = lot[random.below(lot.length)]!;
        if (!rehearsed.has(verb)) rehearsed.set(verb, await rehearse(world, verb));
        const known = rehearsed.get(verb)!;
        const [site, count] = known.sites[random.below(known.sites.length)]!;
        const ways = faultsOf(site);
        const chosen = fault ?? { site, nth: 1 + random.below(count), how: ways[random.below(ways.length)]! };
        const find = await attempt(world, known, chosen);
        yield told(verb, chosen, find);
      }
    },
  };
}

function told(verb: Verb, { site, nth, how }: Fault, find: string | null): Attempt {
  const again = `node --import tsx script/hardship.ts --only calls --count 1 --call ${JSON.stringify(`${verb.name}|${site}|${nth}|${how}`).replaceAll('$', '\\$')}`;
  return { what: `${verb.name}: ${how} at ${nth}. ${site}`, find, again };
}

/** @param text verb|site|nth|how, as in the command that repeats a find */
export function parseCall(text: string): Choice {
  const [name, site, nth, how] = text.split('|');
  const verb = VERBS.find((one) => one.name === name);
  if (verb === undefined || site === undefined || how === undefined)
    throw new Error(
      `--call ${text}: not as "verb|site|nth|how" with one of ${VERBS.map((one) => one.name).join(', ')}`,
    );
  return { verbs: [verb], fault: { site, nth: Number(nth), how } };
}

async function rehearse(world: World, verb: Verb): Promise<Rehearsed> {
  begin(world, verb);
  const before = world.tree();
  const outcome = await perform(world, verb, null);
  if (outcome.status !== 0) throw new Error(`${verb.name} ends with ${outcome.status}: ${outcome.stderr}`);
  const sites = outcome.notes.flatMap((note) => note.counts ?? []);
  return { verb, sites, outcome, before, after: world.tree() };
}

function begin(world: World, verb: Verb): void {
  world.restore(verb.world ?? 'recorded');
  if (verb.isCold) world.chill();
}

async function perform(world: World, verb: Verb, fault: Fault | null): Promise<Outcome> {
  if (verb.does !== 'serves') return world.wiremark(verb.words, fault);
  return world.wiremark(verb.words, fault, async (output, signal) => {
    const address = await found(() => /http:\S+/.exec(output())?.[0]);
    if (address === undefined) return;
    await ask(address);
    signal('SIGINT');
  });
}

/** Polls `look` for at most 10 seconds; undefined if it never returns a value. */
async function found<T>(look: () => T | undefined): Promise<T | undefined> {
  for (let tries = 0; tries < 400; tries++) {
    const it = look();
    if (it !== undefined) return it;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return undefined;
}

/** Requests the list, a page, and the list again: a fault in one answer must not stop the server. */
async function ask(address: string): Promise<void> {
  const text = async (path: string) => {
    try {
      const answer = await fetch(new URL(path, address), { signal: AbortSignal.timeout(20_000) });
      return await answer.text();
    } catch {
      return '';
    }
  };
  const list = await text('/');
  const page = /href="(\/?runs?\/[^"#?]+)"/.exec(list)?.[1];
  if (page !== undefined) await text(page);
  await text('/');
}

async function attempt(world: World, known: Rehearsed, fault: Fault): Promise<string | null> {
  const { verb, before } = known;
  begin(world, verb);
  const outcome = await perform(world, verb, fault);
  const isHit = outcome.notes.some((note) => note.hit !== undefined);
  // Before wiremark handles Ctrl-C, the signal kills it.
  const isKilled = isHit && (isDeath(fault.how) || outcome.signal === 'SIGINT');
  const how = isKilled ? 'killed' : fault.how;
  const stack = outcome.notes.find((note) => note.hit !== undefined)?.stack?.map((line) => line.trim());
  const where =
    stack === undefined ? '' : `\n    ${stack.join('\n    ')}\n    ${outcome.stderr.trim().slice(-300)}`;
  const bad =
    badEnd(outcome, how) ?? (isHit && verb.does !== 'measures' ? falseEnd(known, outcome, how) : null);
  if (bad !== null) return bad + where;
  if (verb.does === 'measures') return withPlace(await unfinished(world, known), where);
  const tree = world.tree();
  if (isSame(tree, before)) return null;
  return withPlace(await damage(world, known, tree, how), where);
}

function withPlace(find: string | null, where: string): string | null {
  return find === null ? null : find + where;
}

/** Returns how a verb's exit code or output silently differs from the usual ones; null if it doesn't or a message explains it. */
function falseEnd({ verb, outcome: usual }: Rehearsed, outcome: Outcome, how: string): string | null {
  if (how === 'killed' || how === 'interrupt' || outcome.status === 2 || verb.does === 'serves') return null;
  if (isAbsence(how) || tells(outcome, usual, how)) return null;
  if (outcome.status !== usual.status) return `ends with exit code ${outcome.status} without a reason`;
  if (steady(outcome.stdout) !== steady(usual.stdout)) return 'prints something else and says nothing of it';
  return null;
}

/** Checks the files after a verb with a fault, then repeats the verb without the fault and checks them again. */
async function damage(world: World, known: Rehearsed, tree: Tree, how: string): Promise<string | null> {
  const { verb, before, after } = known;
  if (verb.does === 'reads' || verb.does === 'serves')
    return `changes files: ${strays(tree, before, before).join(', ')}`;
  const destroyed = strays(tree, before, after).filter(
    (path) => before.has(path) && !path.startsWith('.wiremark'),
  );
  if (destroyed.length > 0 && !isAbsence(how)) return `destroys ${destroyed.join(', ')}`;
  const unreadable = unreadableRun(world);
  if (unreadable !== null) return unreadable;
  const again = await world.wiremark(verb.words, null);
  const bad = badEnd(again, '');
  if (bad !== null) return `again without the fault: ${bad}`;
  // If a run seemed missing, `last` may have meant another run.
  if (isAbsence(how)) return null;
  const left = strays(world.tree(), after, after).filter((path) => !isSwept(path));
  const said = again.status === 2 ? `, with ${again.stderr.trim()}` : '';
  return left.length > 0 ? `again without the fault, this is left: ${left.join(', ')}${said}` : null;
}

/** Returns why a run can't be read; null if all can be. */
function unreadableRun(world: World): string | null {
  for (const folder of runsIn(world)) {
    try {
      readRun(folder);
    } catch (error) {
      return `a run can't be read afterwards: ${(error as Error).message}`;
    }
  }
  return null;
}

/** Checks that the user's files are unchanged, and that runs can be read and finished without losing a sample. */
async function unfinished(world: World, { before }: Rehearsed): Promise<string | null> {
  const tree = world.tree();
  const own = /^(toy\/|toy\.toml|page\.md|sent\.wiremark)/;
  const changed = [...before].find(([path, digest]) => own.test(path) && tree.get(path) !== digest);
  if (changed !== undefined) return `changes ${changed[0]}`;
  const bad = badEnd(await world.wiremark(['report', 'last', '--format', 'json'], null), '');
  return bad === null ? cantFinish(world) : `report afterwards: ${bad}`;
}
