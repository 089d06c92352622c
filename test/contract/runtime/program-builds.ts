/** Runs a runtime's build program as wiremark does, in folders of a test. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { converse } from '../../../src/build/conversation.ts';
import type { Unit } from '../../../src/build/types.ts';
import type { SerializerDefinition } from '../../../src/define/types.ts';
import { root } from './kit.ts';

export interface Wanted {
  readonly id: string;
  /** The unit's id by default. */
  readonly serializer?: string;
  readonly file: string;
  readonly sources?: readonly string[];
  readonly packages?: readonly string[];
  readonly dataset?: string;
  readonly model?: string;
  readonly artifacts?: Unit['artifacts'];
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
      readonly fix: string | null;
      readonly retry: number | null;
    };

export interface Conversation {
  readonly builds: ReadonlyMap<string, Built>;
  readonly progress: readonly string[];
}

export interface BuildPlace {
  readonly program: string;
  readonly runner: string;
  readonly folder: string;
  /** The folder that builds share. */
  readonly cache: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Case {
  readonly place: string;
  /** The runner's folder, with folders `serializers` and `elsewhere`. */
  readonly runner: string;
  readonly cache: string;
  /** PATH, with the place's folder `bin` first. */
  readonly path: string;
}

export function newCase(base: string): Case {
  const place = mkdtempSync(join(base, 'case-'));
  for (const folder of ['runner/serializers', 'runner/elsewhere', 'builds', 'bin'])
    mkdirSync(join(place, folder), { recursive: true });
  const path = `${join(place, 'bin')}${delimiter}${process.env.PATH}`;
  return { place, runner: join(place, 'runner'), cache: join(place, 'cache'), path };
}

/** The calls that stand-ins for programs noted in the place's file `calls`. */
export function callsIn(place: string): string[] {
  const file = join(place, 'calls');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

/** Builds units in one conversation; fails unless the program answers for each. */
export async function buildWith(place: BuildPlace, wanted: readonly Wanted[]): Promise<Conversation> {
  mkdirSync(place.cache, { recursive: true });
  const requests = new Map(wanted.map((one) => [unitOf(one), mkdtempSync(join(place.folder, '.aside-'))]));
  const builds = new Map<string, Built>();
  const progress: string[] = [];
  const variables = Object.entries(place.environment ?? {}).map(([name, value]) => `${name}=${value}`);
  const { reason } = await converse({
    ...{ requests, folder: place.runner, shared: place.cache },
    command: ['env', ...variables, process.execPath, programOf(place)],
    progress: (text) => progress.push(text),
    answered: (unit, answer) => {
      if (!answer.ok) {
        const { fix = null, retry } = answer;
        return builds.set(unit.id, { ...answer, fix, retry: retry === 0 ? null : retry });
      }
      const folder = mkdtempSync(join(place.folder, `${unit.id.replaceAll('/', '-')}-`));
      renameSync(requests.get(unit)!, folder);
      return builds.set(unit.id, { ...answer, folder });
    },
  });
  assert.deepEqual([...builds.keys()].sort(), wanted.map(({ id }) => id).sort(), reason);
  return { builds, progress };
}

export function programOf({ program }: Pick<BuildPlace, 'program'>): string {
  return join(root, 'runners', program, 'build/main.mjs');
}

function unitOf({ id, serializer = id, dataset, model, artifacts = new Map(), ...one }: Wanted): Unit {
  const definition = { id: serializer, sources: [], packages: [], options: {}, ...one };
  return {
    ...{ id, dataset: dataset ?? null, model: model ?? null, artifacts, key: '' },
    serializer: definition as unknown as SerializerDefinition,
  };
}

/** The folder of a build that must have succeeded. */
export function folderOf(built: Built | undefined): string {
  assert.ok(built?.ok, JSON.stringify(built));
  return built.folder;
}
