/**
 * Spells a name so that protobuf and most languages accept it: ASCII only, first a letter or `_`, then letters, digits
 * and `_`.
 *
 * Every other character becomes `_x` + its code point in lower-case hexadecimal + `_`; a name that starts with a digit,
 * and the empty name, get `_` in front: `a-b` → `a_x2d_b`, `größe` → `gr_xf6__xdf_e`, `2nd` → `_2nd`. A name without
 * letters or digits gets an `x` at the end (`_` → `_x`), since names of generated accessors leave out underscores.
 * `__proto__` gets an `x`, too, since it isn't an ordinary property in JavaScript.
 *
 * wiremark's .proto files spell names in the same way, so that code generated here calls the accessors that protoc
 * generates.
 * @param {string} name
 */
export function safeName(name) {
  const spelled = name.replace(
    /[^A-Za-z0-9_]/gu,
    (character) => `_x${/** @type {number} */ (character.codePointAt(0)).toString(16)}_`,
  );
  const begun = /^[A-Za-z_]/.test(spelled) ? spelled : `_${spelled}`;
  return /[A-Za-z0-9]/.test(begun) && begun !== '__proto__' ? begun : `${begun}x`;
}

/**
 * Returns a distinct safe spelling of each name, in the same order. Names that differ only by case or underscores would
 * clash in protobuf (`my_field` and `myField` have the same JSON name) and in generated accessors, so the later one
 * gets `_` + its position, counted from 1: for the fields of a record, this is the protobuf field number.
 * @param {readonly string[]} names
 */
export function safeNames(names) {
  /** @type {Set<string>} */
  const taken = new Set();
  return names.map((name, index) => {
    let spelled = safeName(name);
    while (taken.has(folded(spelled))) spelled = `${spelled}_${index + 1}`;
    taken.add(folded(spelled));
    return spelled;
  });
}

/** @param {string} name */
function folded(name) {
  return name.replaceAll('_', '').toLowerCase();
}

/**
 * Spells a dataset's name as part of a package name: `test-object` → `test_object`.
 * @param {string} dataset
 */
export function packageSegment(dataset) {
  return safeName(dataset.replaceAll('-', '_'));
}

/**
 * Spells a name for a constant: `TestObject` → `TEST_OBJECT`, `Größe2` → `GR_XF6__XDF_E2`.
 * @param {string} name
 */
export function upperSnake(name) {
  return safeName(name)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase();
}
