/**
 * Spells names so that protobuf (and most languages) accept them: a letter or `_` first, then letters, digits and `_`,
 * ASCII only.
 *
 * Every other character becomes `_x` + its code point in lower-case hexadecimal + `_`; a name that starts with a digit,
 * and the empty name, get `_` in front: `a-b` → `a_x2d_b`, `größe` → `gr_xf6__xdf_e`, `2nd` → `_2nd`. A name without letters
 * or digits gets an `x`, since accessors are made of these only: `_` → `_x`. `__proto__` gets an `x`, too.
 *
 * The core's .proto files use the same rules: code generated here calls protoc's accessors for these files.
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
 * Distinct safe spellings, in the same order. Names that differ only by case or underscores would clash in protobuf
 * (`my_field` and `myField` have the same JSON name) and in generated accessors: the later one gets `_` + its position
 * from 1, which for the fields of a record is the protobuf field number.
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
 * `test-object` → `test_object`: a dataset's name as one segment of a package.
 * @param {string} dataset
 */
export function packageSegment(dataset) {
  return safeName(dataset.replaceAll('-', '_'));
}

/**
 * `TestObject` → `TEST_OBJECT`, `Größe2` → `GR_XF6__XDF_E2`: a constant's name.
 * @param {string} name
 */
export function upperSnake(name) {
  return safeName(name)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase();
}
