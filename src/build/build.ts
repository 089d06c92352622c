import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unacceptedTerms } from '../define/license.ts';
import { fullDisk } from '../machine/free-resources.ts';
import { BuildCache } from './cache.ts';
import { type Breakdown, converse } from './conversation.ts';
import { findToolchain } from './installed.ts';
import { fillPlaceholders, PLACEHOLDER } from './start.ts';
import { inspectTools } from './toolchain.ts';
import type { BuildAnswer, BuildResult, BuildRunnerInput, Unit } from './types.ts';
import { planUnits, type UnitRequest } from './units.ts';

/** @returns results, including failures, by `serializer/dataset` */
export async function buildRunner(input: BuildRunnerInput): Promise<Map<string, BuildResult>> {
  const { runner } = input;
  const refused = new Map<string, BuildResult>();
  const pairs: UnitRequest[] = [];
  for (const serializer of input.serializers) {
    const terms = unacceptedTerms(runner.runtime, serializer);
    for (const dataset of input.datasets.keys()) {
      if (!(input.wanted?.(serializer, dataset) ?? true)) continue;
      const name = `${serializer.id}/${dataset}`;
      if (terms === null) pairs.push({ serializer, dataset, name });
      else refused.set(name, { ok: false, verdict: 'unavailable', ...terms });
    }
  }
  const tools = await toolsFor(input, 'run');
  const same = Array.isArray(tools) ? (runner.build === null ? NOTHING_TO_BUILD : null) : tools;
  if (same !== null) return new Map([...refused, ...pairs.map(({ name }) => [name, same] as const)]);
  const planned = planUnits({ ...input, pairs, versions: tools as string[] });
  const building = new Building(input);
  await building.run([...planned.values()].filter((one): one is Unit => 'key' in one));
  const built = pairs.map(({ name }): [string, BuildResult] => {
    const unit = planned.get(name)!;
    return [name, 'key' in unit ? building.results.get(unit.id)! : unit];
  });
  return new Map([...refused, ...built]);
}

const NOTHING_TO_BUILD: BuildResult = { ok: true, placeholders: {}, licenses: {} };

async function toolsFor(
  { runner, signal, cache }: Pick<BuildRunnerInput, 'runner' | 'signal' | 'cache'>,
  what: 'run' | 'build',
): Promise<string[] | BuildResult> {
  const needed = runner.toolchain.filter((tool) => tool.needed === what);
  const toolchain = findToolchain(runner, cache);
  if (!toolchain.ok) return toolchain;
  const tools = await inspectTools(needed, signal, toolchain.variables);
  const missing = tools.find((tool) => !tool.found);
  if (missing === undefined) return tools.map((tool) => (tool.found ? tool.version : ''));
  const { reason, fix } = missing;
  return { ok: false, verdict: 'unavailable', reason, fix };
}

const POLL = 250;

class Building {
  readonly results = new Map<string, BuildResult>();
  readonly #input: BuildRunnerInput;
  readonly #cache: BuildCache;

  constructor(input: BuildRunnerInput) {
    this.#input = input;
    const folder = join(input.cache, 'builds', input.runner.runtime);
    this.#cache = new BuildCache(folder, input.rebuild);
  }

  async run(all: readonly Unit[]): Promise<void> {
    const units = [...new Map(all.map((unit) => [unit.id, unit])).values()];
    let open = units.filter((unit) => !this.#find(unit));
    if (open.length === 0) return;
    const tools = await toolsFor(this.#input, 'build');
    if (!Array.isArray(tools)) {
      for (const unit of open) this.results.set(unit.id, tools);
      return;
    }
    const since = Date.now();
    const release = await this.#turn();
    try {
      open = open.filter((unit) => !this.#find(unit, since));
      if (open.length > 0) await this.#build(open);
      this.#cache.removeOld();
    } finally {
      release();
    }
  }

  async #turn(): Promise<() => void> {
    for (let isTold = false; ; isTold = true) {
      const release = this.#cache.lock();
      if (release !== null) return release;
      if (!isTold) this.#say('waiting for another wiremark, which is building');
      await sleep(POLL, undefined, { signal: this.#input.signal });
    }
  }

  async #build(units: readonly Unit[]): Promise<void> {
    const { runner, signal, silence, cache } = this.#input;
    const requests = new Map(units.map((unit) => [unit, this.#cache.makeAside()]));
    const answered = (unit: Unit, answer: BuildAnswer): void => {
      this.results.set(unit.id, this.#settle(unit, requests.get(unit)!, answer));
    };
    const toolchain = findToolchain(runner, cache);
    try {
      const { verdict, reason } = await converse({
        command: runner.build!.command.map((word) => fillPlaceholders(word, { folder: runner.folder })),
        folder: runner.folder,
        requests,
        shared: this.#cache.shared,
        variables: toolchain.ok ? toolchain.variables : {},
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

  #settle(unit: Unit, aside: string, answer: BuildAnswer): BuildResult {
    const fault = answer.ok ? this.#fault(answer) : null;
    const checked = fault === null ? answer : broken(fault);
    this.#cache.keep(unit, aside, checked);
    if (checked.ok) return this.#cache.find(unit)!;
    const full = fullDisk(this.#cache.shared);
    if (full !== null) throw full;
    const { retry, ...result } = checked;
    return result;
  }

  #fault({ placeholders, needs }: BuildAnswer & { ok: true }): string | null {
    const lost = needs.find((path) => !existsSync(path));
    if (lost !== undefined) return `the build needs ${lost}, which isn't there`;
    const { start, variants } = this.#input.runner;
    const words = [...start, ...variants.flatMap(({ replace, add }) => [...Object.values(replace), ...add])];
    const names = [...words.join(' ').matchAll(PLACEHOLDER)].map(([, name = '']) => name);
    const missing = names.find(
      (name) => !OWN_PLACEHOLDERS.includes(name) && !Object.hasOwn(placeholders, name),
    );
    return missing === undefined ? null : `the build program gave no value for {${missing}}`;
  }

  #find(unit: Unit, since?: number): boolean {
    const result = this.#cache.find(unit, since);
    if (result !== null) this.results.set(unit.id, result);
    return result !== null;
  }

  #say(text: string): void {
    this.#input.progress(`${this.#input.runner.runtime}: ${text}`);
  }
}

function broken(reason: string, verdict: Breakdown['verdict'] = 'crash'): BuildAnswer & { ok: false } {
  return { ok: false, verdict, reason, retry: 0 };
}

const OWN_PLACEHOLDERS = ['folder', 'serializer', 'build'];
