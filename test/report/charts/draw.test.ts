/** What every chart has to be: the same each time, whole, legible, named. UPDATE_GOLDEN=1 rewrites the golden files. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import { drawPareto, drawRatios } from '../../../src/report/charts/index.ts';
import { inTheme } from '../../../src/report/charts/png.ts';
import { CHARTS, markup, RATIOS, SIZES, shownTexts } from './examples.ts';

const FONT = {
  loadSystemFonts: false,
  fontFiles: ['', '-Bold'].map((weight) =>
    fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/DejaVuSans${weight}.ttf`)),
  ),
  sansSerifFamily: 'DejaVu Sans',
};

/** An element a line, so that a difference can be read. */
function isGolden(name: string, svg: string): void {
  const text = svg.replaceAll('><', '>\n<');
  const file = join(import.meta.dirname, 'golden', `${name}.golden.svg`);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  assert.equal(text, readFileSync(file, 'utf8'));
}

for (const [name, draw] of Object.entries(CHARTS)) {
  test(`${name}: drawn as before, and again the same`, () => {
    const svg = markup(draw);
    isGolden(name, svg);
    assert.equal(markup(draw), svg);
  });

  test(`${name}: on a phone, every text is whole and large enough`, () => {
    for (const width of [360, 760]) {
      const svg = markup(draw, { width });
      assert.ok(shownTexts(svg).every(({ fontSize }) => fontSize >= 11));
      // resvg is a strict XML parser, and knows where ink is. The ground is everywhere.
      const drawn = new Resvg(inTheme(svg, 'light').replace(/<rect [^>]*height="100%"[^>]*>/, ''), {
        font: FONT,
      });
      const ink = drawn.getBBox()!;
      const outside = {
        left: -ink.x,
        right: ink.x + ink.width - width,
        bottom: ink.y + ink.height - drawn.height,
      };
      assert.equal(drawn.width, width);
      assert.ok(ink.width > width / 2);
      for (const [side, px] of Object.entries(outside))
        assert.ok(px <= 0, `${px} px outside, ${side}, at ${width}`);
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
    pareto: SIZES.map(({ name }) => name),
  };
  for (const [chart, expected] of Object.entries(names)) {
    const texts = shownTexts(markup(CHARTS[chart]!)).map(({ text }) => text);
    for (const name of expected) assert.ok(texts.includes(name), `${chart}: ${name}`);
  }
});

test('findings, ties and what is preliminary are in words, not only in colours', () => {
  const texts = shownTexts(markup(CHARTS.ratios!)).map(({ text }) => text);
  for (const word of ['faster', 'same', 'undecided', '~slower', 'baseline', '1', '2=', '4', '20.5'])
    assert.ok(texts.includes(word), word);
  const notes = texts.join('\n');
  for (const note of [/^= Tie/m, /^Undecided:/m, /^~ Preliminary/m, /in one round/, /^Text and bytes/m])
    assert.match(notes, note);
});

test('what was not asked for is not said', () => {
  const [fast, base] = RATIOS.map((point) => ({ ...point, outputKind: 'text' as const, tied: false }));
  const svg = markup((context) => drawRatios([fast!, base!], 'node/base', context));
  const texts = shownTexts(svg).map(({ text }) => text);
  assert.ok(!texts.some((text) => /Tie|Undecided|Preliminary|one round|Text and bytes/.test(text)));
  assert.ok(!texts.includes('slower'), 'a legend has only what is drawn');
});

test('hundreds of rows: the fastest and the baseline, and how many more there are', () => {
  const many = Array.from({ length: 400 }, (_, i) => ({
    ...RATIOS[4]!,
    name: `node/s${i}`,
    ratio: { ...RATIOS[4]!.ratio, estimate: 1 + i / 100 },
    rank: i + 1,
  }));
  const svg = markup((context) => drawRatios(many, 'node/s300', context));
  const texts = shownTexts(svg).map(({ text }) => text);
  assert.ok(texts.includes('node/s0') && texts.includes('node/s148') && texts.includes('node/s300'));
  assert.ok(!texts.includes('node/s149'));
  assert.ok(texts.includes('250 more slower rows are not shown.'));
  assert.match(svg, /<desc>node\/s0 [^<]* 250 more slower rows are not shown\.<\/desc>/);
});

test('a name that is longer than the chart is broken, not cut', () => {
  const name = `jvm/${'long-'.repeat(30)}end`;
  const long = [{ ...RATIOS[0]!, name }, RATIOS[1]!];
  for (const draw of [
    (context: Parameters<(typeof CHARTS)[string]>[0]) => drawRatios(long, 'node/base', context),
    (context: Parameters<(typeof CHARTS)[string]>[0]) => drawPareto([{ ...SIZES[0]!, name }], context),
  ]) {
    const texts = shownTexts(markup(draw, { width: 360 })).map(({ text }) => text);
    assert.ok(texts.join('').includes(name), texts.join('\n'));
  }
});
