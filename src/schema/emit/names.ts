/**
 * Spells a name so that Avro, protobuf and most languages accept it: `a-b` → `a_x2d_b`, `2nd` → `_2nd`. `__proto__`, an
 * empty name, and a name of underscores get an `x` at the end.
 */
export function safeName(name: string): string {
  const spelled = name.replace(
    /[^A-Za-z0-9_]/gu,
    (character) => `_x${character.codePointAt(0)!.toString(16)}_`,
  );
  const begun = /^[A-Za-z_]/.test(spelled) ? spelled : `_${spelled}`;
  return /[A-Za-z0-9]/.test(begun) && begun !== '__proto__' ? begun : `${begun}x`;
}

/**
 * Spells names with `safeName`. Names that differ only by case or underscores would clash in generated accessors, so the
 * later one gets a suffix: `_` and its position in `names`, counted from 1.
 */
export function safeNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    let spelled = safeName(name);
    while (taken.has(folded(spelled))) spelled = `${spelled}_${index + 1}`;
    taken.add(folded(spelled));
    return spelled;
  });
}

function folded(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

export function packageSegment(dataset: string): string {
  return safeName(dataset.replaceAll('-', '_'));
}

/** `TestObject` → `TEST_OBJECT`, `Größe2` → `GR_XF6__XDF_E2`. */
export function upperSnake(name: string): string {
  return safeName(name)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toUpperCase();
}
