import type { Node } from 'jsonc-parser';
import type { JsonText } from './json.ts';

/** The names of a schema's records and enums, of which no two are the same. */
export class TypeNames {
  readonly #json: JsonText;
  /** In lower case: some file systems, and so some languages, don't tell cases apart. */
  readonly #taken = new Map<string, string>();

  constructor(json: JsonText) {
    this.#json = json;
  }

  /** The name that a text makes, taken so that no other type may have it. @throws DefinitionError */
  take(source: string, node: Node): string {
    const name = pascalCase(source);
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) {
      throw this.#json.error(
        node,
        `"${source}" makes no name for a type: give a "title" of letters and digits without accents`,
      );
    }
    const other = this.#taken.get(name.toLowerCase());
    if (other !== undefined) {
      const both =
        other === name ? `two types are called ${name}` : `two types are called ${other} and ${name}`;
      throw this.#json.error(node, `${both}: give one another "title", or share it by "$ref"`);
    }
    this.#taken.set(name.toLowerCase(), name);
    return name;
  }
}

/** `postal_code`, `postal code`, `postalCode` → `PostalCode`. */
function pascalCase(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
