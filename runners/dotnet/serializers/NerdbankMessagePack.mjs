/** Declares a class for which PolyType generates the shapes of the document's type and all nested types. */

/** @param {import('../build/units.mjs').Input} input */
export function generate({ names }) {
  return {
    'Shapes.cs': [
      'namespace Wiremark.Generated;',
      '',
      `[PolyType.GenerateShapeFor<${names.root}>]`,
      'public partial class Shapes;',
    ],
  };
}
