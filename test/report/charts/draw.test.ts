/** Charts are deterministic, complete, legible and named, and a run has files of charts. UPDATE_GOLDEN=1 rewrites golden files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import { parseHTML } from 'linkedom';
import { analyze } from '../../../src/analysis/analyze.ts';
import type { Estimate } from '../../../src/analysis/figures.ts';
import { chartMarkup } from '../../../src/report/charts/markup.ts';
import { drawRatios, type RatioPoint } from '../../../src/report/charts/ratios.ts';
import { CHART_CSS, COLORS, type Color } from '../../../src/report/charts/svg.ts';
import { isGolden } from '../golden.ts';
import { RECORDED, recordedWith } from '../recorded.ts';
import { failed, inCases, namedRun, smallRun } from '../small-run.ts';

const FONT = {
  loadSystemFonts: false,
  fontFiles: ['', '-Bold'].map((weight) =>
    fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${weight}.ttf`)),
  ),
  sansSerifFamily: 'DejaVu Sans',
};

type Ends = readonly [estimate: number, low: number | null, high: number | null];
const interval = ([estimate, low, high]: Ends): Estimate => ({ estimate, low, high, confidence: null });

function point(
  name: string,
  finding: RatioPoint['finding'],
  ratio: Ends,
  [rank, rankLast = rank]: readonly [first: number, last?: number],
  more: Partial<RatioPoint> = {},
): RatioPoint {
  const ns = ratio[0] * 1470;
  return {
    ...{ name, finding, outputKind: 'text', ratio: interval(ratio), grade: 'established' },
    nsPerOp: { ...interval([ns, null, null]), mean: ns, median: ns, minimum: ns, maximum: ns },
    ...{ rank, rankLast, rankLikely: false },
    ...more,
  };
}

/** Everything that a chart can show. */
const RATIOS: readonly RatioPoint[] = [
  point('ark/fast', 'faster', [0.422, 0.41, 0.43], [1], { outputKind: 'bytes' }),
  point('mill/base', 'baseline', [1, 1, 1], [2, 4]),
  point('mill/tied', 'same', [1.002, 0.99, 1.01], [2, 4]),
  point('a<b & "c"', 'unclear', [1.1, 0.9, 1.3], [2, 4], { grade: 'unclear' }),
  point('mill/likely', 'slower', [2.37, 1.4, 3.9], [5], { grade: 'likely', rankLikely: true }),
  point('rill/once', 'slower', [20.5, null, null], [6]),
];

const markup = (points: readonly RatioPoint[] = RATIOS) =>
  drawRatios(points, 'mill/base', { subject: 'record/single, serialize' });

/** All text that is drawn, with its size in px, which outer elements may set. */
function shownTexts(svg: string): { readonly text: string; readonly fontSize: number }[] {
  const parsed = new (parseHTML('').DOMParser)().parseFromString(svg, 'image/svg+xml');
  return [...parsed.querySelectorAll('text')].map((element) => ({
    text: element.textContent ?? '',
    fontSize: Number(element.closest('[font-size]')!.getAttribute('font-size')),
  }));
}

const textsIn = (svg: string) => shownTexts(svg).map(({ text }) => text);

/** resvg knows neither variables nor the reader's theme. */
function inLight(svg: string): string {
  return svg
    .replace(`<style>${CHART_CSS}</style>`, '')
    .replaceAll(/var\(--chart-(\w+)\)/g, (_, name: Color) => COLORS[name].light);
}

test('a chart is drawn as before, and again the same', () => {
  const svg = markup();
  // An element a line, so that a difference can be read.
  isGolden(import.meta.dirname, 'ratios.golden.svg', svg.replaceAll('><', '>\n<'));
  assert.equal(markup(), svg);
});

test('every row is named, and every text is whole and large enough', () => {
  const svg = markup();
  for (const row of RATIOS) assert.ok(textsIn(svg).join().includes(row.name), row.name);
  assert.ok(shownTexts(svg).every(({ fontSize }) => fontSize >= 11));
  assert.equal(isInside(svg), 760);
});

/** Checks that no ink is cut. @returns the width of the chart */
function isInside(svg: string): number {
  // resvg is a strict XML parser, and knows where ink is. The ground is everywhere.
  const inked = inLight(svg).replace(/<rect [^>]*height="100%"[^>]*>/, '');
  const drawn = new Resvg(inked, { font: FONT });
  const { x, y, width, height } = drawn.getBBox()!;
  assert.ok(x >= 0 && x + width <= drawn.width && y + height <= drawn.height, `ink at ${x}, ${y}, ${width}`);
  return drawn.width;
}

test('ranks and times are those of the table: its mark, its ranges and its unit', () => {
  const disturbed = RATIOS.map((point) => ({ ...point, rankLikely: true }));
  const all = textsIn(markup(disturbed));
  for (const text of ['~1', '~2–4', '620 ns', '1,470 ns', '30,135 ns']) assert.ok(all.includes(text), text);
});

test('notes name only marks that are drawn', () => {
  const plain = { outputKind: 'text', rank: 1, rankLast: 1 } as const;
  const two = RATIOS.slice(0, 2).map((one) => ({ ...one, ...plain }));
  const texts = textsIn(markup(two));
  assert.ok(!texts.some((text) => /range|unclear|probably|one round|\(text\)/.test(text)));
});

test('a long name makes the chart wider', () => {
  const name = `ark/${'long-'.repeat(30)}end`;
  const long: RatioPoint[] = [{ ...RATIOS[0]!, name, outputKind: 'text' }, RATIOS[1]!];
  const svg = markup(long);
  assert.ok(isInside(svg) > 760 && textsIn(svg).join('').includes(name));
});

/** Web Content Accessibility Guidelines 2.2: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

for (const theme of ['light', 'dark'] as const)
  test(`${theme}: text has a contrast of 4.5 with the background, marks have one of 3`, () => {
    for (const [name, own] of Object.entries(COLORS)) {
      if (name === 'background' || name === 'grid') continue;
      const least = name === 'text' || name === 'muted' ? 4.5 : 3;
      const found = contrast(own[theme], COLORS.background[theme]);
      assert.ok(found >= least, `${name}: ${found}`);
    }
  });

test('every color that a chart uses is defined for light and dark, and it brings no other style', () => {
  const svg = markup();
  for (const [, name] of svg.matchAll(/var\(--chart-(\w+)\)/g)) {
    assert.ok(COLORS[name as Color], name);
    assert.equal(CHART_CSS.split(`--chart-${name}:`).length, 3);
  }
  assert.doesNotMatch(svg.replace(`<style>${CHART_CSS}</style>`, ''), /<style| style="/);
});

test('a run has its charts as files of different names, each an SVG by itself', () => {
  const run = recordedWith('scalajack');
  const charts = chartMarkup(run);
  const files = charts.map(({ file }) => file);
  assert.equal(new Set(files).size, files.length);
  assert.ok(files.includes('users-small-serialize.ratios.svg'), `${files}`);
  for (const { file, svg } of charts) {
    assert.ok(new Resvg(svg, { font: { loadSystemFonts: false } }).height > 100, file);
    assert.doesNotMatch(svg, /NaN|undefined|Infinity/, file);
    const source = `${run.record.machine.cpu}, ${run.record.suite.name}, 2026-01-0`;
    assert.ok(textsIn(svg).join(' ').includes(source), file);
  }
});

test('a chart has every row of its case: ranked rows drawn, others with their verdict', () => {
  const charts = chartMarkup(RECORDED);
  for (const one of analyze(RECORDED).cases) {
    const chart = charts.find(({ file }) => file === `${one.dataset}-${one.size}-${one.task}.ratios.svg`)!;
    const texts = textsIn(chart.svg);
    for (const { name } of one.ranked)
      assert.ok(
        texts.some((text) => `${text} (`.startsWith(`${name} (`)),
        name,
      );
    for (const row of one.unranked) {
      const why = row.kind === 'failed' ? row.verdict : 'not measured';
      assert.ok(texts.join(' ').includes(`${row.name} (${why})`), row.name);
    }
  }
});

test('two cases never share a file', () => {
  const run = inCases(smallRun([[100], [200]]), { dataset: 'a-b', size: 'c' }, { dataset: 'a', size: 'b-c' });
  const files = chartMarkup(run).map(({ file }) => file);
  assert.ok(files.includes('a-b-c-serialize.ratios.svg') && files.includes('a-b-c-serialize.ratios-2.svg'));
});

test('a case without a ranked row has no chart, and is no error', () => {
  assert.deepEqual(chartMarkup(smallRun([failed('crash')])), []);
});

test('markup and control characters in names leave every SVG well-formed, with the name in it', () => {
  const odd = 'mill/a<b>&"\'\u0000\u0001\u001b[31m\ufffe';
  const suite = { name: 'small', title: '<&>', style: 'default' } as const;
  const run = namedRun({ [odd]: [100, 101], 'mill/json': [200, 202] }, { suite });
  const charts = chartMarkup(inCases(run, { dataset: 'x<y & "z"' }));
  assert.equal(charts.length, 1);
  const { file, svg } = charts[0]!;
  assert.match(file, /serialize\.ratios\.svg$/);
  assert.ok(new Resvg(svg, { font: { loadSystemFonts: false } }).height > 100);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML may not have them
  assert.doesNotMatch(svg, /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/);
  for (const name of ['a<b>&"\'', 'x<y & "z"']) assert.ok(textsIn(svg).join('').includes(name), name);
});
