import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unacceptedTerms } from '../define/license.ts';
import type { BuildDefinition } from '../define/types.ts';
import { fullDisk } from '../machine/free-resources.ts';
import { BuildCache } from './cache.ts';
import { type Breakdown, converse } from './conversation.ts';
import { fillPlaceholders, PLACEHOLDER } from './placeholders.ts';
import { inspectTools } from './toolchain.ts';
import type { BuildAnswer, BuildResult, BuildRunnerInput, Unit } from './types.ts';
import { planUnits } from './units.ts';

/** By `serializer/dataset`. */
export type BuildResults = ReadonlyMap<string, BuildResult>;

/**
 * Makes one runner ready: checks its toolchain, then builds what is missing. What is unavailable is a result with its
 * reason, and stops nothing else. Throws only when aborted.
 */
export async function buildRunner(input: BuildRunnerInput): Promise<BuildResults> {
  const { runner } = input;
  const all = input.serializers.flatMap((serializer) =>
    [...input.datasets.keys()]
      .filter((dataset) => input.wanted?.(serializer, dataset) ?? true)
      .map((dataset) => ({ serializer, dataset, name: `${serializer.id}/${dataset}` })),
  );
  const refused = new Map(
    all.flatMap(({ serializer, name }): [string, BuildResult][] => {
      const why = unacceptedTerms(runner.runtime, serializer);
      return why === null ? [] : [[name, { ok: false, verdict: 'unavailable', ...why }]];
    }),
  );
  const pairs = all.filter(({ name }) => !refused.has(name));
  const tools = await inspectTools(
    runner.toolchain.filter(({ needed }) => needed === 'run'),
    input.signal,
  );
  const missing = tools.find((tool) => !tool.found);
  const same = missing ? missingTool(missing) : runner.build === null ? NOTHING_TO_BUILD : null;
  if (same !== null) return new Map([...refused, ...pairs.map(({ name }) => [name, same] as const)]);
  const versions = tools.map((tool) => (tool.found ? tool.version : ''));
  const planned = await planUnits({ ...input, pairs, versions });
  const building = new Building(input, runner.build!);
  await building.run([...planned.values()].filter((one): one is Unit => 'key' in one));
  const built = pairs.map(({ name }): [string, BuildResult] => {
    const unit = planned.get(name)!;
    return [name, 'key' in unit ? building.results.get(unit.id)! : unit];
  });
  return new Map([...refused, ...built]);
}

const NOTHING_TO_BUILD: BuildResult = { ok: true, placeholders: {}, licenses: {} };

function missingTool({ reason, fix }: { reason: string; fix: string }): BuildResult {
  return { ok: false, verdict: 'unavailable', reason, fix };
}

/** Milliseconds between two looks at what another wiremark is building. */
const POLL = 250;

class Building {
  /** By the unit's id. */
  readonly results = new Map<string, BuildResult>();
  readonly #input: BuildRunnerInput;
  readonly #definition: BuildDefinition;
  readonly #cache: BuildCache;

  constructor(input: BuildRunnerInput, definition: BuildDefinition) {
    this.#input = input;
    this.#definition = definition;
    const folder = join(input.cache, 'builds', input.runner.runtime);
    this.#cache = new BuildCache(folder, input.rebuild);
  }

  async run(all: readonly Unit[]): Promise<void> {
    const units = [...new Map(all.map((unit) => [unit.id, unit])).values()];
    let open = units.filter((unit) => !this.#know(unit, this.#cache.find(unit)));
    if (open.length === 0) return;
    const { runner, signal } = this.#input;
    const tools = await inspectTools(
      runner.toolchain.filter(({ needed }) => needed === 'build'),
      signal,
    );
    const missing = tools.find((tool) => !tool.found);
    if (missing) {
      for (const unit of open) this.results.set(unit.id, missingTool(missing));
      return;
    }
    const since = Date.now();
    const release = await this.#turn();
    try {
      // Another wiremark may have built it meanwhile.
      open = open.filter((unit) => !this.#know(unit, this.#cache.find(unit, since)));
      if (open.length > 0) await this.#build(open);
      this.#cache.removeOld();
    } finally {
      release();
    }
  }

  /** Waits until no other wiremark builds for this runtime. @returns what ends the turn */
  async #turn(): Promise<() => void> {
    for (let isTold = false; ; isTold = true) {
      const release = this.#cache.lock();
      if (release !== null) return release;
      if (!isTold) this.#say('waiting for another wiremark, which is building');
      await sleep(POLL, undefined, { signal: this.#input.signal });
    }
  }

  async #build(units: readonly Unit[]): Promise<void> {
    const { runner, signal, silence } = this.#input;
    const requests = new Map(units.map((unit) => [unit, this.#cache.makeAside()]));
    const answered = (unit: Unit, answer: BuildAnswer): void => {
      this.results.set(unit.id, this.#settle(unit, requests.get(unit)!, answer));
    };
    try {
      const { verdict, reason } = await converse({
        command: this.#definition.command.map((word) => fillPlaceholders(word, { folder: runner.folder })),
        folder: runner.folder,
        requests,
        shared: this.#cache.shared,
        progress: (text) => this.#say(text),
        answered,
        signal,
        ...(silence !== undefined && { silence }),
      });
      const failed = broken(`the build program ${reason}`, verdict);
      for (const unit of units) if (!this.results.has(unit.id)) answered(unit, failed);
    } finally {
      for (const aside of requests.values()) rmSync(aside, { recursive: true, force: true });
    }
  }

  /** Keeps an answer if it is worth keeping. @throws what the system does when it can't be kept */
  #settle(unit: Unit, aside: string, answer: BuildAnswer): BuildResult {
    const lie = answer.ok ? this.#lieOf(answer.placeholders) : null;
    const honest = lie === null ? answer : broken(`the build program ${lie}`);
    try {
      this.#cache.keep(unit, aside, honest);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
      return broken(`the built files can't be kept: ${(error as Error).message}`);
    }
    if (honest.ok) return this.#cache.find(unit) ?? broken('the built files are gone');
    const full = fullDisk(this.#cache.shared);
    if (full !== null) throw full;
    const { retry, ...result } = honest;
    return result;
  }

  /** What is wrong with placeholders, after the words "the build program". */
  #lieOf(placeholders: ReadonlyMap<string, string>): string | null {
    const { start, variants } = this.#input.runner;
    for (const name of OWN_PLACEHOLDERS)
      if (placeholders.has(name)) return `gave a value for {${name}}, which is wiremark's`;
    const words = [...start, ...variants.flatMap(({ replace, add }) => [...Object.values(replace), ...add])];
    for (const [, name = ''] of words.join(' ').matchAll(PLACEHOLDER))
      if (!OWN_PLACEHOLDERS.includes(name) && !placeholders.has(name)) return `gave no value for {${name}}`;
    return null;
  }

  #know(unit: Unit, result: BuildResult | null): boolean {
    if (result !== null) this.results.set(unit.id, result);
    return result !== null;
  }

  #say(text: string): void {
    this.#input.progress(`${this.#input.runner.runtime}: ${text}`);
  }
}

/** What the program doesn't say itself. */
function broken(reason: string, verdict: Breakdown['verdict'] = 'crash'): BuildAnswer & { ok: false } {
  return { ok: false, verdict, reason, retry: 0 };
}

/** Filled in by wiremark itself. */
const OWN_PLACEHOLDERS = ['folder', 'serializer', 'build'];
