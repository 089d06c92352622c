/**
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 */

/**
 * Returns the type of a document, the types of all fields, and the types of elements and values nested in these. A type may
 * occur several times.
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
 * Returns the type itself, then the types of elements and values nested in it, outermost first.
 * @param {Type} type
 * @returns {Type[]}
 */
export function within(type) {
  if (type.kind === 'list') return [type, ...within(type.element)];
  return type.kind === 'map' ? [type, ...within(type.value)] : [type];
}
