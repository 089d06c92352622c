/** Names of types, of which no two are the same, whatever the case of their letters. */
export class Names {
  readonly #taken = new Set<string>();

  /** The name that a field's name makes; that of the record around it comes first where it is taken. */
  take(field: string, around: string): string {
    const plain = typeName(field);
    const longer = this.#taken.has(plain.toLowerCase()) ? around + plain : plain;
    let name = longer;
    for (let i = 2; this.#taken.has(name.toLowerCase()); i++) name = `${longer}${i}`;
    this.#taken.add(name.toLowerCase());
    return name;
  }
}

/** `billing_address` → `BillingAddress`; `Type` for what has no letter of English. */
function typeName(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '');
  const words = plain.split(/[^A-Za-z0-9]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return (
    words
      .join('')
      .replace(/^\d+/, '')
      .replace(/^[a-z]/, (letter) => letter.toUpperCase())
      .slice(0, 40) || 'Type'
  );
}

/** What one of several is called: `categories` → `category`. */
export function singular(text: string): string {
  if (/[^aeiou]ies$/i.test(text)) return text.replace(/ies$/i, 'y');
  if (/(?:ss|sh|ch|x|z)es$/i.test(text)) return text.slice(0, -2);
  return /[^aiousAIOUS]s$/.test(text) ? text.slice(0, -1) : text;
}
