import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHART_CSS, type Color, THEMES } from '../../../src/report/charts/svg.ts';
import { CHARTS, markup, shownTexts } from './examples.ts';

/** Of Web Content Accessibility Guidelines 2.2: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
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

for (const [theme, colors] of Object.entries(THEMES)) {
  test(`${theme}: text has a contrast of 4.5 on every ground, marks one of 3`, () => {
    assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48', 'as WCAG computes it');
    for (const [name, value] of Object.entries(colors)) {
      if (name === 'background' || name === 'grid') continue;
      const least = name === 'text' || name === 'muted' ? 4.5 : 3;
      const found = contrast(value, colors.background);
      assert.ok(found >= least, `${name}: ${found}`);
    }
  });
}

test('text has no other colors than those of text', () => {
  for (const draw of Object.values(CHARTS))
    for (const { fill, text } of shownTexts(markup(draw)))
      assert.match(fill, /^var\(--chart-(text|muted)\)$/, `${fill}: ${text}`);
});

test('every color that a chart uses is defined for light and dark, and it brings no other style', () => {
  for (const draw of Object.values(CHARTS)) {
    const svg = markup(draw);
    for (const [, name] of svg.matchAll(/var\(--chart-(\w+)\)/g)) {
      assert.ok(THEMES.light[name as Color] && THEMES.dark[name as Color], name);
      assert.equal(CHART_CSS.split(`--chart-${name}:`).length, 3);
    }
    assert.doesNotMatch(svg.replace(`<style>${CHART_CSS}</style>`, ''), /<style| style="/);
  }
});
