/** Writes SVG as text, in Node and in browsers. */

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** @param content markup from this function or `escaped` */
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

/** Rounds to hundredths of a pixel, so that all processors draw the same. */
export function place(value: number): string {
  return `${Math.round(value * 100) / 100}`;
}

const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => NAMED[character]!);
}

/** Colors for light and dark, after Okabe and Ito (Color Universal Design, 2008), adjusted for contrast. */
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

/** The style element of every chart, always the same, so that a page can allow it by its hash. Pages can override the variables. */
export const CHART_CSS = `:where(.${CHART_CLASS}){${variables('light')}}
@media screen and (prefers-color-scheme: dark){:where(.${CHART_CLASS}){${variables('dark')}}}
`;
