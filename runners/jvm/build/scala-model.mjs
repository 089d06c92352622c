import { scalaFixtureModel } from './scala-fixtures.mjs';
import { scalaHeader, scalaString } from './scala-names.mjs';
import { ScalaTypes } from './scala-types.mjs';
import { Unsupported } from './unsupported.mjs';

/**
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 * @typedef {import('../../build-kit/model.mjs').Field} Field
 */

/**
 * Emitter of kind `scala-model`: the natural model in Scala, and how it is read from and written to fixtures.
 *
 * - `wiremark/models/Models.scala`: a case class for each record and an enum for each enum, whose cases have the names of
 *   the documents, in backticks where Scala asks for it. What may be null or absent is an `Option`; lists are `List`, as
 *   on the founding page (the suite `scalajack`), and maps `Map`.
 * - `wiremark/fixtures/FixtureModel.scala`: the kit's `Model`.
 *
 * `options.names` says how the library comes by a name that Scala has no place for (`respelledNames`):
 *
 * - nothing: the serializer's file asks `wiremark.generated.Names`, which `scala-entry` makes;
 * - `none`: it can't; such a model is `Unsupported`;
 * - anything else is the library's annotation with the name in the documents. The model then carries it on every name
 *   that is no plain one, since macros see what the compiler made of those: jsoniter-scala's cuts a case's at a dot.
 *
 * @param {Model} model
 * @param {import('./emitters.mjs').Options} options
 */
export function emitScalaModel(model, { names }) {
  const types = new ScalaTypes(model);
  const [first] = types.respelled.keys();
  if (names === 'none' && first !== undefined) {
    throw new Unsupported(
      `nothing in Scala can be called ${JSON.stringify(first)}, and the library has no setting for names`,
    );
  }
  /** @param {string} name */
  const annotation = (name) => {
    if (names === undefined || names === 'none') return '';
    const plain = /^[A-Za-z]\w*$/.test(name) && !types.respelled.has(name);
    return plain ? '' : `@${names}(${scalaString(name)}) `;
  };
  const definitions = [
    `${scalaHeader(model, 'its model')}\npackage wiremark.models`,
    ...[...model.records].map(([name, fields]) => caseClass(name, fields, types, annotation)),
    ...[...model.enums].map(([name, values]) => enumeration(name, values, types, annotation)),
  ];
  return new Map([
    ['wiremark/models/Models.scala', `${definitions.join('\n\n')}\n`],
    ['wiremark/fixtures/FixtureModel.scala', scalaFixtureModel(model, types)],
  ]);
}

/**
 * @param {string} name
 * @param {readonly Field[]} fields
 * @param {ScalaTypes} types
 * @param {(name: string) => string} annotation
 */
function caseClass(name, fields, types, annotation) {
  const lines = fields.map(
    (field) => `    ${annotation(field.name)}${types.member(field.name)}: ${types.ownFieldType(field)}`,
  );
  const list = lines.length === 0 ? '' : `\n${lines.join(',\n')}\n`;
  return `final case class ${name}(${list})`;
}

/**
 * @param {string} name
 * @param {readonly string[]} values
 * @param {ScalaTypes} types
 * @param {(name: string) => string} annotation
 */
function enumeration(name, values, types, annotation) {
  const cases = values.map((value) => `  ${annotation(value)}case ${types.member(value)}\n`);
  return `enum ${name}:\n${cases.join('')}`.trimEnd();
}
