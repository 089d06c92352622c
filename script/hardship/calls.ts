/**
 * Every call of the system fails in turn, in every verb: first the calls of a verb are counted, then each attempt lets one of
 * them fail with an error that it can give, or kills or interrupts wiremark there. What must hold then:
 *
 * - it ends with 2 and one line, or as it would have ended otherwise, or says what befell it; nothing is left running
 * - what was recorded before is there and readable; files are as they were or as they should be, no half ones
 * - the same words again, without the fault, do what they should have done; a run can be finished
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

/** A verb as it goes when nothing befalls it. */
interface Rehearsed {
  readonly verb: Verb;
  readonly sites: readonly (readonly [site: string, count: number])[];
  readonly outcome: Outcome;
  readonly before: Tree;
  readonly after: Tree;
}

export interface Choice {
  readonly verbs?: readonly Verb[];
  /** One fault, again and again, for who repeats a find. */
  readonly fault?: Fault;
  /** Another, where two are at it at the same time. */
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

/** @param text as `again` has it: verb|site|nth|how */
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

/** Waits for something, for some time. */
async function found<T>(look: () => T | undefined): Promise<T | undefined> {
  for (let tries = 0; tries < 400; tries++) {
    const it = look();
    if (it !== undefined) return it;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return undefined;
}

/** The list, a page of it, and the list once more: a fault in one answer must not be the end of all. */
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
  // Before it listens for Ctrl-C, that is its death, too.
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

/** A verb that has ended well with another result than usual, and says nothing of it. */
function falseEnd({ verb, outcome: usual }: Rehearsed, outcome: Outcome, how: string): string | null {
  if (how === 'killed' || how === 'interrupt' || outcome.status === 2 || verb.does === 'serves') return null;
  if (isAbsence(how) || tells(outcome, usual, how)) return null;
  if (outcome.status !== usual.status) return `ends with exit code ${outcome.status} without a reason`;
  if (steady(outcome.stdout) !== steady(usual.stdout)) return 'prints something else and says nothing of it';
  return null;
}

/** Of a verb that has changed something, or not quite. */
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
  // What seemed to be missing may have made another run the last.
  if (isAbsence(how)) return null;
  const left = strays(world.tree(), after, after).filter((path) => !isSwept(path));
  const said = again.status === 2 ? `, with ${again.stderr.trim()}` : '';
  return left.length > 0 ? `again without the fault, this is left: ${left.join(', ')}${said}` : null;
}

/** A run that was whole before and can't be read now. What isn't known for a run may lie there. */
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

/** What was recorded must be readable, must come to its end, and keeps every sample that was on disk. */
async function unfinished(world: World, { before }: Rehearsed): Promise<string | null> {
  const tree = world.tree();
  const own = /^(toy\/|toy\.toml|page\.md|sent\.wiremark)/;
  const changed = [...before].find(([path, digest]) => own.test(path) && tree.get(path) !== digest);
  if (changed !== undefined) return `changes ${changed[0]}`;
  const bad = badEnd(await world.wiremark(['report', 'last', '--format', 'json'], null), '');
  return bad === null ? cantFinish(world) : `report afterwards: ${bad}`;
}
