import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { THEMES } from '../../../src/report/charts/palette.ts';
import { chartPng, inTheme } from '../../../src/report/charts/png.ts';
import { CHARTS, markup } from './examples.ts';
import { readPng } from './png.ts';

const home = fileURLToPath(new URL('../../..', import.meta.url));

for (const [name, draw] of Object.entries(CHARTS))
  for (const theme of ['light', 'dark'] as const)
    test(`${name}.${theme}.png is twice as large and has the theme's ground, text and marks`, async () => {
      const svg = markup(draw);
      const [, width, height] = /viewBox="0 0 (\S+) (\S+)"/.exec(svg)!.map(Number) as [
        number,
        number,
        number,
      ];
      const picture = readPng(await chartPng(svg, theme, home));
      assert.equal(picture.width, 2 * width);
      assert.equal(picture.height, Math.round(2 * height));
      const { background, text, muted } = THEMES[theme];
      for (const [x, y] of [
        [0, 0],
        [picture.width - 1, 0],
        [0, picture.height - 1],
        [picture.width - 1, picture.height - 1],
      ] as const)
        assert.equal(picture.at(x, y), background);
      // Without fonts there would be no text, and without colors nothing but black.
      assert.ok(picture.colors.get(text)! > 300, `${picture.colors.get(text)} pixels of text`);
      assert.ok(picture.colors.get(muted)! > 300, `${picture.colors.get(muted)} pixels of quiet text`);
    });

test('nothing is left that only a browser understands', () => {
  for (const draw of Object.values(CHARTS))
    assert.doesNotMatch(inTheme(markup(draw), 'dark'), /var\(|<style|@media/);
});
