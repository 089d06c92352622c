import { Unsupported } from '../build/unsupported.mjs';
import { placesIn } from './places.mjs';

/** @param {import('../build/units.mjs').Input} input */
export function generate({ model }) {
  const { root } = model;
  if (root.kind !== 'record' && root.kind !== 'list' && root.kind !== 'map')
    throw new Unsupported('protobuf-net needs a class for a document');
  for (const type of placesIn(model)) {
    if (type.kind === 'any') throw new Unsupported('protobuf-net has no message for a value of type object');
    const inner = type.kind === 'list' ? type.element : type.kind === 'map' ? type.value : undefined;
    if (inner?.kind === 'list' || inner?.kind === 'map')
      throw new Unsupported('protobuf-net has no lists or maps within others');
    if (inner?.kind === 'instant')
      throw new Unsupported(
        'protobuf-net writes an instant in a list or map as a message; the .proto file has milliseconds',
      );
  }
  for (const { type, presence } of [...model.records.values()].flat())
    if (type.kind === 'map' && presence !== 'required')
      throw new Unsupported('protobuf-net reads a map that is null as an empty one');
  return {};
}
