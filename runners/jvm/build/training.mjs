/**
 * Creates a fixture (docs/PROTOCOL.md, "Frames and fixtures") with one document of a model. The document has a value in
 * every field, list and map (down to DEEPEST), so that a serializer that reads and writes it loads all classes that it needs.
 *
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 */

/**
 * Maximum depth of values. Deeper lists and maps are empty, and fields that aren't required are null or absent, so that a
 * document of a recursive type is finite.
 */
const DEEPEST = 4;
/** Text with ASCII, characters that JSON escapes, and characters of two, three and four bytes in UTF-8. */
const TEXT = 'a"\n\u00e9\u6f22\u{1f600}';

/**
 * @param {Model} model
 * @returns {Buffer}
 */
export function trainingFixture(model) {
  return Buffer.concat([Buffer.from('WMFIX 2\n'), count(1), value(model, model.root, 0)]);
}

/**
 * @param {Model} model
 * @param {Type} type
 * @param {number} depth
 * @returns {Buffer}
 */
function value(model, type, depth) {
  switch (type.kind) {
    case 'record':
      return record(model, type.name, depth);
    case 'list':
      return several('[', depth, () => value(model, type.element, depth + 1));
    case 'map':
      return several('M', depth, () => Buffer.concat([text(TEXT), value(model, type.value, depth + 1)]));
    case 'any':
      return several('M', 0, () => Buffer.concat([text(TEXT), anyList()]));
    case 'enum':
      return tagged('s', text(model.enums.get(type.name)?.[0] ?? ''));
    default:
      return LEAVES[type.kind]();
  }
}

/**
 * @param {Model} model
 * @param {string} name
 * @param {number} depth
 */
function record(model, name, depth) {
  const fields = (model.records.get(name) ?? []).filter(
    ({ presence }) => presence !== 'optional' || depth < DEEPEST,
  );
  const members = fields.map((field) =>
    Buffer.concat([
      text(field.name),
      field.presence !== 'required' && depth >= DEEPEST ? tagged('N') : value(model, field.type, depth + 1),
    ]),
  );
  return tagged('{', count(fields.length), ...members);
}

/** @type {Readonly<Record<import('../../build-kit/model.mjs').ScalarKind, () => Buffer>>} */
const LEAVES = {
  boolean: () => tagged('T'),
  int32: () => tagged('l', count(0), count(1)),
  int64: () => tagged('l', count(0), count(1)),
  double: () => tagged('d', double(1.5)),
  string: () => tagged('s', text(TEXT)),
  uuid: () => tagged('s', text('00000000-0000-0000-0000-000000000000')),
  instant: () => tagged('m', count(0), count(1)),
  bytes: () => tagged('b', count(3), Buffer.from([1, 2, 3])),
};

function anyList() {
  const values = [tagged('N'), LEAVES.boolean(), LEAVES.int64(), LEAVES.double(), LEAVES.string()];
  return tagged('[', count(values.length), ...values);
}

/**
 * @param {string} tag
 * @param {number} depth
 * @param {() => Buffer} only
 */
function several(tag, depth, only) {
  return depth < DEEPEST ? tagged(tag, count(1), only()) : tagged(tag, count(0));
}

/**
 * @param {string} tag
 * @param {readonly Buffer[]} payload
 */
function tagged(tag, ...payload) {
  return Buffer.concat([Buffer.from(tag), ...payload]);
}

/** @param {string} words */
function text(words) {
  const bytes = Buffer.from(words);
  return Buffer.concat([count(bytes.length), bytes]);
}

/** @param {number} number */
function count(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

/** @param {number} number */
function double(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(number);
  return bytes;
}
