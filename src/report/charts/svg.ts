export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** @param content markup: from this function, or text that `escaped` has escaped */
export function element(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${typeof value === 'number' ? place(value) : escaped(value)}"`],
  );
  const start = `<${name}${written.join('')}`;
  return content.length === 0 ? `${start}/>` : `${start}>${content.join('')}</${name}>`;
}

export function textAt(x: number, y: number, text: string, attributes: Attributes = {}): string {
  // 4 px below `y`, where the baseline must be to center digits and small letters at `y`.
  return element('text', { x, y: y + 4, ...attributes }, escaped(text));
}

/** Rounds a coordinate, because the last digits of a computed number may differ between processors. */
export function place(value: number): string {
  return `${Math.round(value * 100) / 100}`;
}

const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => NAMED[character]!);
}

/** Colors based on those of Okabe and Ito (Color Universal Design, 2008), adjusted for contrast. */
export const COLORS = {
  background: { light: '#ffffff', dark: '#0d1117' },
  text: { light: '#1f2328', dark: '#e6edf3' },
  muted: { light: '#59636e', dark: '#9aa4af' },
  grid: { light: '#d8dee4', dark: '#30363d' },
  faster: { light: '#0072b2', dark: '#56b4e9' },
  slower: { light: '#c84e00', dark: '#e69f00' },
} as const;
export type Color = keyof typeof COLORS;

export const CHART_CLASS = 'wiremark-chart';

export function color(name: Color): string {
  return `var(--chart-${name})`;
}

const variables = (theme: 'light' | 'dark') =>
  Object.entries(COLORS)
    .map(([name, own]) => `--chart-${name}:${own[theme]}`)
    .join(';');

/** Style of every chart. It is constant, so that a page's security policy can allow it by its hash. */
export const CHART_CSS = `:where(.${CHART_CLASS}){${variables('light')}}
@media screen and (prefers-color-scheme: dark){:where(.${CHART_CLASS}){${variables('dark')}}}
`;
