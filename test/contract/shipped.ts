/** Shipped rows, found by their properties: tests name no runtime. */
import { basename } from 'node:path';
import { openCatalog } from '../../src/run/definitions.ts';
import { place } from './place.ts';

export const runners = [...openCatalog(place.home).runners.values()];

/** The runner of Node, which is available wherever tests run. */
export const here = found(runners, ({ start }) => start[0] === basename(process.execPath));
/** The name of one of its rows, or a pattern for several. */
export const rowHere = (id: string) => `${here.runtime}/${id}`;
/** Its row for JSON without packages. */
export const plain = found(here.serializers, (row) => row.format === 'json' && row.packages.length === 0);
export const PLAIN = rowHere(plain.id);
/** A runner of another language. */
export const another = found(runners, (runner) => runner !== here);

/** Replaces HERE in a pattern with the name of Node's runtime. */
export const patternHere = ({ source, flags }: RegExp) =>
  new RegExp(source.replaceAll('HERE', here.runtime), flags);

export function found<T>(all: readonly T[], is: (one: T) => boolean): T {
  const one = all.find(is);
  if (one === undefined) throw new Error('nothing that ships has these properties');
  return one;
}
