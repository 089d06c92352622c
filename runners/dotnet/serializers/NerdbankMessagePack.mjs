/** Declares the type whose shapes PolyType generates: those of a document and of all within it. */

/** @param {import('../build/units.mjs').Input} input */
export function generate({ names }) {
  return {
    'Shapes.cs': [
      'namespace Wiremark.Models;',
      '',
      `[PolyType.GenerateShapeFor<${names.root}>]`,
      'public partial class Shapes;',
    ],
  };
}
