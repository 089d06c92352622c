/** Rows that ship, found by what a test needs of them and not by their names. */
import { basename } from 'node:path';
import { loadCatalog } from '../../src/bench/definitions.ts';
import type { RunnerDefinition, SerializerDefinition } from '../../src/define/types.ts';
import { place } from './place.ts';

const runners = [...loadCatalog(place.home).runners.values()];

/** The runtime that tests run on themselves: it is there wherever they are. */
export const here = found(runners, ({ start }) => start[0] === basename(process.execPath));
/** Its row of JSON that needs no package. */
export const plain = found(here.serializers, (one) => one.format === 'json' && one.packages.length === 0);
/** A runtime whose rows are built for each dataset, by a compiler. */
export const compiled = found(runners, ({ build }) => build?.models === true);

export function nameOf(runner: RunnerDefinition, serializer: SerializerDefinition): string {
  return `${runner.runtime}/${serializer.id}`;
}

export function found<T>(all: readonly T[], is: (one: T) => boolean): T {
  const one = all.find(is);
  if (one === undefined) throw new Error('none that ships is of that kind');
  return one;
}
