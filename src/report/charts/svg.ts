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

/**
 * Colors by what they mean, for light and dark. Findings are distinguishable to color-blind people (after
 * Okabe and Ito, Color Universal Design, 2008; shades moved until they stand out from their background), but no meaning
 * rests on color alone.
 */

export const THEMES = {
  light: {
    background: '#ffffff',
    text: '#1f2328',
    muted: '#59636e',
    grid: '#d8dee4',
    faster: '#0072b2',
    slower: '#c84e00',
  },
  dark: {
    background: '#0d1117',
    text: '#e6edf3',
    muted: '#9aa4af',
    grid: '#30363d',
    faster: '#56b4e9',
    slower: '#e69f00',
  },
} as const;
export type Color = keyof typeof THEMES.light;

export const CHART_CLASS = 'wiremark-chart';

export function color(name: Color): string {
  return `var(--chart-${name})`;
}

function variables(theme: keyof typeof THEMES): string {
  return Object.entries(THEMES[theme])
    .map(([name, value]) => `--chart-${name}:${value}`)
    .join(';');
}

/**
 * The text of every chart's one style element, always the same, so that a page can allow it by its hash. Without
 * specificity, so that a page can set the variables otherwise. Paper is light.
 */
export const CHART_CSS = `:where(.${CHART_CLASS}){${variables('light')}}
@media screen and (prefers-color-scheme: dark){:where(.${CHART_CLASS}){${variables('dark')}}}
`;
