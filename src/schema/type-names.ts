/** The names of a schema's records and enums, of which no two are the same. */
export class TypeNames {
  /** In lower case: some file systems, and so some languages, don't tell cases apart. */
  readonly #taken = new Set<string>();

  /** The name that a text makes, with a number where another type has it: `Geo`, `Geo2`. */
  take(source: string): string {
    const name = pascalCase(source);
    let free = name;
    for (let number = 2; this.#taken.has(free.toLowerCase()); number++) free = `${name}${number}`;
    this.#taken.add(free.toLowerCase());
    return free;
  }
}

/** `postal_code`, `postal code`, `postalCode` → `PostalCode`; ASCII only, a letter first: `größe` → `Grosse`, `2d` → `Type2d`. */
function pascalCase(text: string): string {
  const name = text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  return /^[A-Z]/.test(name) ? name : `Type${name}`;
}
