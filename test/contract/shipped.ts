/** Rows that ship, found by what a test needs of them and not by their names. */
import { basename } from 'node:path';
import type { RunnerDefinition, SerializerDefinition } from '../../src/define/types.ts';
import { openCatalog } from '../../src/run/definitions.ts';
import { place } from './place.ts';

export const runners = [...openCatalog(place.home).runners.values()];

/** The runtime that tests run on themselves: it is there wherever they are. */
export const here = found(runners, ({ start }) => start[0] === basename(process.execPath));
/** Its row of JSON that needs no package. */
export const plain = found(here.serializers, (one) => one.format === 'json' && one.packages.length === 0);
/** The name of that row. */
export const PLAIN = nameOf(here, plain);
/** A row of that runtime by its id, or by a pattern. */
export const rowHere = (id: string) => `${here.runtime}/${id}`;
/** Any other runtime. */
export const another = found(runners, ({ runtime }) => runtime !== here.runtime);
/** What a person reads of the runtime here, which HERE stands for. */
export const toldHere = ({ source, flags }: RegExp) =>
  new RegExp(source.replaceAll('HERE', here.runtime), flags);

export function nameOf(runner: RunnerDefinition, serializer: SerializerDefinition): string {
  return `${runner.runtime}/${serializer.id}`;
}

export function found<T>(all: readonly T[], is: (one: T) => boolean): T {
  const one = all.find(is);
  if (one === undefined) throw new Error('none that ships is of that kind');
  return one;
}
