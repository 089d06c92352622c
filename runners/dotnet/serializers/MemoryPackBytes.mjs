import { Unsupported } from '../build/unsupported.mjs';
import { placesIn } from './places.mjs';

/** Maximum number of members of a class: MemoryPack writes it as one byte, whose values from 250 on are reserved (its README). */
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
