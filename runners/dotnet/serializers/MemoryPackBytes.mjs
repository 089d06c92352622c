/** Refuses models that MemoryPack's generator has no code for. */
import { Unsupported } from '../build/unsupported.mjs';
import { placesIn } from './places.mjs';

/** MemoryPack counts members in a byte, of which some values have other meanings (its README, "Serialization format"). */
const MOST_MEMBERS = 249;

/** @param {import('../build/units.mjs').Input} input */
export function generate({ model }) {
  for (const [record, fields] of model.records)
    if (fields.length > MOST_MEMBERS)
      throw new Unsupported(
        `${record} has ${fields.length} fields; MemoryPack takes ${MOST_MEMBERS} at most`,
      );
  if (placesIn(model).some(({ kind }) => kind === 'any'))
    throw new Unsupported('MemoryPack has no format for a value of type object');
  return {};
}
