/** Starts a runner's build program as wiremark does, in a runner's folder, and does with its answers what wiremark does. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { escapeValue, unescapeValue } from '../../../runners/build-kit/lines.mjs';

export interface Wanted {
  readonly id: string;
  /** The id unless told. */
  readonly serializer?: string;
  readonly file: string;
  readonly sources?: readonly string[];
  readonly packages?: readonly string[];
  /** More lines of the request. */
  readonly more?: readonly string[];
}

export type Built =
  | {
      readonly ok: true;
      readonly folder: string;
      readonly needs: readonly string[];
      readonly placeholders: Readonly<Record<string, string>>;
    }
  | {
      readonly ok: false;
      readonly verdict: string;
      readonly reason: string;
      readonly cure: string | null;
      readonly retry: number | null;
    };

export interface Conversation {
  readonly builds: ReadonlyMap<string, Built>;
  readonly progress: readonly string[];
}

export interface BuildPlace {
  /** Whose build program it is: its folder in `runners`. */
  readonly program: string;
  /** The runner's folder. */
  readonly runner: string;
  /** For builds; exists. */
  readonly folder: string;
  /** What builds share. */
  readonly cache: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Where one test has its own of everything. */
export interface Case {
  readonly place: string;
  /** The runner's folder, with `serializers` and `elsewhere` in it. */
  readonly runner: string;
  readonly cache: string;
  /** What programs are looked for in: first in `bin` of the place, for those that stand in for others. */
  readonly path: string;
}

export function newCase(base: string): Case {
  const place = mkdtempSync(join(base, 'case-'));
  for (const folder of ['runner/serializers', 'runner/elsewhere', 'builds', 'bin'])
    mkdirSync(join(place, folder), { recursive: true });
  const path = `${join(place, 'bin')}${delimiter}${process.env.PATH}`;
  return { place, runner: join(place, 'runner'), cache: join(place, 'cache'), path };
}

/** What a program that stands in for another has noted in the file `calls` of the place. */
export function callsIn(place: string): string[] {
  const file = join(place, 'calls');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

/** One conversation; fails if the program doesn't answer for each unit and end well. */
export async function buildWith(place: BuildPlace, wanted: readonly Wanted[]): Promise<Conversation> {
  mkdirSync(place.cache, { recursive: true });
  const targets = new Map(wanted.map(({ id }) => [id, mkdtempSync(join(place.folder, '.aside-'))]));
  const program = new URL(`../../../runners/${place.program}/build/main.mjs`, import.meta.url);
  const { exitCode, stdout, stderr } = await execa(process.execPath, [fileURLToPath(program)], {
    ...{ cwd: place.runner, env: place.environment ?? {}, input: request(place, wanted, targets) },
    ...{ reject: false, stripFinalNewline: false },
  });
  assert.equal(exitCode, 0, stderr);
  const conversation = answers(stdout, (id) => {
    const final = mkdtempSync(join(place.folder, `${id.replaceAll('/', '-')}-`));
    renameSync(targets.get(id)!, final);
    return final;
  });
  assert.deepEqual([...conversation.builds.keys()].sort(), wanted.map(({ id }) => id).sort(), stdout);
  return conversation;
}

function request(place: BuildPlace, wanted: readonly Wanted[], targets: ReadonlyMap<string, string>): string {
  const units = wanted.flatMap(({ id, serializer = id, file, sources = [], packages = [], more = [] }) => [
    `build ${id}`,
    `serializer ${serializer}`,
    `target ${escapeValue(targets.get(id)!)}`,
    `file ${escapeValue(file)}`,
    ...sources.map((source) => `source ${escapeValue(source)}`),
    ...packages.map((name) => `package ${name}`),
    ...more,
  ]);
  const lines = ['wiremark 4', ...units, `cache ${escapeValue(place.cache)}`, 'something unknown', 'go'];
  return lines.map((line) => `${line}\n`).join('');
}

function answers(output: string, settle: (id: string) => string): Conversation {
  const lines = output.trimEnd().split('\n');
  assert.deepEqual([lines[0], lines.at(-1)], ['wiremark 4', 'done'], output);
  const builds = new Map<string, Built>();
  const progress: string[] = [];
  let told: [string, string][] = [];
  const value = (key: string) => told.find(([one]) => one === key)?.[1] ?? null;
  for (const line of lines.slice(1, -1)) {
    const [, key, escaped] = /^([a-z]+) (.+)$/.exec(line) ?? assert.fail(line);
    const text = unescapeValue(escaped!);
    if (key === 'progress') progress.push(text);
    else if (key === 'built') {
      const all = (wanted: string) => told.filter(([one]) => one === wanted).map(([, one]) => one);
      const placeholders = Object.fromEntries(all('placeholder').map((one) => one.split(/ (.*)/s, 2)));
      builds.set(text, { ok: true, folder: settle(text), needs: all('needs'), placeholders });
      told = [];
    } else if (key === 'failed') {
      const [, id, verdict, reason] = /^(\S+) (\S+) (.+)$/s.exec(text) ?? assert.fail(line);
      const retry = value('retry');
      builds.set(id!, {
        ok: false,
        verdict: verdict!,
        reason: reason!,
        cure: value('cure'),
        retry: retry === null ? null : Number(retry),
      });
      told = [];
    } else told.push([key!, text]);
  }
  return { builds, progress };
}

/** The folder of a build that must have succeeded. */
export function folderOf(built: Built | undefined): string {
  assert.ok(built?.ok, JSON.stringify(built));
  return built.folder;
}
