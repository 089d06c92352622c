/** What every chart has to be: the same each time, whole, legible, named. UPDATE_GOLDEN=1 rewrites the golden files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import { drawChanges, drawRatios } from '../../../src/report/charts/ratios.ts';
import { drawSlope } from '../../../src/report/charts/slope.ts';
import { CHART_CSS, type Color, THEMES } from '../../../src/report/charts/svg.ts';
import { time, timeScale } from '../../../src/report/numbers.ts';
import { isGolden } from '../golden.ts';
import { CHANGES, CHARTS, markup, PUBLISHED, RATIOS, shownTexts } from './examples.ts';

const FONT = {
  loadSystemFonts: false,
  fontFiles: ['', '-Bold'].map((weight) =>
    fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${weight}.ttf`)),
  ),
  sansSerifFamily: 'DejaVu Sans',
};

const textsIn = (svg: string) => shownTexts(svg).map(({ text }) => text);

/** resvg knows neither variables nor the reader's theme. */
function inLight(svg: string): string {
  return svg
    .replace(`<style>${CHART_CSS}</style>`, '')
    .replaceAll(/var\(--chart-(\w+)\)/g, (_, name: Color) => THEMES.light[name]);
}

/** With a few rows: each is drawn in one way. */
const FEW: typeof CHARTS = {
  ratios: (to) => drawRatios([RATIOS[1]!, RATIOS[4]!], 'node/base', to),
  changes: (to) => drawChanges(CHANGES.slice(0, 1), to),
  slope: (to) => drawSlope({ ...PUBLISHED, rows: PUBLISHED.rows.slice(1, 3) }, to),
};

for (const [name, draw] of Object.entries(FEW))
  test(`${name}: drawn as before, and again the same`, () => {
    const svg = markup(draw);
    // An element a line, so that a difference can be read.
    isGolden(import.meta.dirname, `${name}.golden.svg`, svg.replaceAll('><', '>\n<'));
    assert.equal(markup(draw), svg);
  });

for (const [name, draw] of Object.entries(CHARTS)) {
  test(`${name}: on a phone, every text is whole and large enough`, () => {
    for (const width of [360, 760]) {
      const svg = markup(draw, { width });
      assert.ok(shownTexts(svg).every(({ fontSize }) => fontSize >= 11));
      // resvg is a strict XML parser, and knows where ink is. The ground is everywhere.
      const inked = inLight(svg).replace(/<rect [^>]*height="100%"[^>]*>/, '');
      const drawn = new Resvg(inked, { font: FONT });
      const ink = drawn.getBBox()!;
      assert.equal(drawn.width, width);
      assert.ok(ink.width > width / 2);
      const inside = ink.x >= 0 && ink.x + ink.width <= width && ink.y + ink.height <= drawn.height;
      assert.ok(inside, `ink at ${ink.x}, ${ink.y}, ${ink.width} × ${ink.height} of ${width}`);
    }
  });

  test(`${name}: has a name and says in words what it shows`, () => {
    const svg = markup(draw);
    assert.match(svg, /^<svg [^>]*role="img"/);
    const [, title] = /<title>([^<]+)<\/title>/.exec(svg)!;
    assert.match(svg, new RegExp(`aria-label="${title!.replaceAll(/[.*+?()|[\]]/g, '\\$&')}"`));
    assert.match(title!, /^record\/single, serialize: /);
    assert.match(svg, /<desc>[^<]{40,}<\/desc>/);
  });
}

test('every row is named where it is drawn', () => {
  const names = {
    ratios: RATIOS.map(({ name, outputKind }) => `${name} (${outputKind})`),
    changes: CHANGES.map(({ name }) => name),
    slope: PUBLISHED.rows.map(({ label }) => label),
  };
  for (const [chart, expected] of Object.entries(names))
    for (const width of [360, 760]) {
      const text = textsIn(markup(CHARTS[chart]!, { width })).join('\n');
      for (const name of expected) assert.ok(text.includes(name), `${chart}: ${name}`);
    }
});

test('a row has its ratio as one says it, its grade in letters, and its time', () => {
  const texts = textsIn(markup(CHARTS.ratios!));
  for (const text of ['2.37× faster', '~2.37× slower', '1.10× slower?', 'same', 'baseline', '620 ns', '2–4'])
    assert.ok(texts.includes(text), text);
  for (const text of ['~ probably', '? unclear', 'No line: measured in one round.'])
    assert.ok(texts.includes(text), text);
});

test('ranks and times are those of the table: its mark, its ranges and its unit', () => {
  const disturbed = RATIOS.map((point) => ({ ...point, rankLikely: true }));
  const all = textsIn(markup((to) => drawRatios(disturbed, 'node/base', to)));
  for (const text of ['~1', '~2–4', '620 ns', '1,470 ns', '30,135 ns']) assert.ok(all.includes(text), text);
  const scale = timeScale([1e-3]);
  const few = textsIn(markup((to) => drawRatios(disturbed.slice(1, 2), 'node/base', to, scale)));
  assert.ok(few.includes(time(1470, scale)));
});

test('a change is called as its table calls it, with the interval that stands there', () => {
  const svg = markup((to) => drawChanges(CHANGES, to));
  assert.ok(textsIn(svg).includes('~20.0 % faster'));
  assert.match(svg, /<title>ruby\/oj: ~20\.0 % faster \[0\.700, 0\.950\]\.<\/title>/);
  assert.doesNotMatch(svg, /1\.25×/);
});

test('grades differ in line and filling, not only in letters', () => {
  const drawn = (grade: 'established' | 'likely' | 'unclear') =>
    markup((context) => drawChanges([{ ...CHANGES[0]!, grade }], { ...context, width: 760 }));
  const [sure, likely, unknown] = [drawn('established'), drawn('likely'), drawn('unclear')];
  assert.doesNotMatch(sure, /stroke-dasharray|fill-opacity/);
  assert.match(likely, /stroke-dasharray="4 3"/);
  assert.match(likely, /fill-opacity="0.35"/);
  assert.match(unknown, /stroke-dasharray="1 3"/);
  assert.match(unknown, /fill-opacity="0"/);
});

test('a legend shows what is likely by a mark that is drawn', () => {
  const svg = markup((to) => drawChanges([{ ...CHANGES[0]!, grade: 'likely' }], to));
  const [, mark] = />slower<\/text>(.*?)>~ probably</.exec(svg)!;
  assert.match(mark!, /chart-slower/);
  assert.doesNotMatch(mark!, /chart-faster/);
});

test('a published row is drawn from its rank on the page to its rank here, and one without says why', () => {
  const svg = markup(CHARTS.slope!);
  const texts = textsIn(svg);
  for (const text of ['invalid there', 'unavailable', '2–3  ZIO', 'worse rank here', '2  ScalaJack 8'])
    assert.ok(texts.includes(text), `${text} in ${texts}`);
  const line = (label: string) => {
    const [, group] = new RegExp(`<g><title>${label}:.*?<line ([^>]*)/>`).exec(svg)!;
    return group!;
  };
  const level = (label: string) => {
    const [, y1, y2] = /y1="(\S+)".* y2="(\S+)"/.exec(line(label))!;
    return Number(y2) - Number(y1);
  };
  assert.equal(level('Circe'), 0);
  assert.ok(level('ScalaJack 8') > 0 && level('Argonaut') < 0);
  assert.match(line('Circe'), /stroke-dasharray="6 4"/, 'of another task');
  assert.doesNotMatch(line('ScalaJack 8'), /dasharray/);
});

test('what was not asked for is not said', () => {
  const [fast, base] = RATIOS.map((point) => ({
    ...point,
    outputKind: 'text' as const,
    rankLast: point.rank,
  }));
  const svg = markup((context) => drawRatios([fast!, base!], 'node/base', context));
  const texts = textsIn(svg);
  assert.ok(!texts.some((text) => /range|unclear|probably|one round|\(text\)/.test(text)));
  assert.ok(!texts.includes('slower'), 'a legend has only what is drawn');
});

test('a name that is longer than the chart is broken, not cut', () => {
  const name = `jvm/${'long-'.repeat(30)}end`;
  const long = [{ ...RATIOS[0]!, name, outputKind: 'text' as const }, RATIOS[1]!];
  const texts = textsIn(markup((all) => drawRatios(long, 'node/base', all), { width: 360 }));
  assert.ok(texts.join('').includes(name));
});
