/** SVG as text: a server and a browser draw the same, and neither needs a document. */

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** @param content markup, as this function and `escaped` give it */
export function element(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${typeof value === 'number' ? place(value) : escaped(value)}"`],
  );
  const start = `<${name}${written.join('')}`;
  return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${name}>`;
}

/** One line of text; `y` is its middle. */
export function textAt(x: number, y: number, text: string, attributes: Attributes = {}): string {
  // Digits and small letters look centred around a third of the font's size above the baseline.
  return element('text', { x, y: y + 4, ...attributes }, escaped(text));
}

/** Hundredths of a pixel are fine enough, and the same with every processor's logarithm. */
export function place(value: number): string {
  return `${Math.round(value * 100) / 100}`;
}

const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => NAMED[character]!);
}
