/** Walks the types of a model. */

/**
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 */

/**
 * The types of a document, of all fields, and of the elements and values nested in them.
 * @param {Model} model
 * @returns {Type[]}
 */
export function placesIn(model) {
  const types = [
    model.root,
    ...[...model.records.values()].flatMap((fields) => fields.map(({ type }) => type)),
  ];
  return types.flatMap(within);
}

/**
 * @param {Type} type
 * @returns {Type[]}
 */
function within(type) {
  if (type.kind === 'list') return [type, ...within(type.element)];
  return type.kind === 'map' ? [type, ...within(type.value)] : [type];
}
