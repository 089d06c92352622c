import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import { textWidth, wrapText } from '../../../src/report/charts/frame.ts';
import { logDomain, logTicks, plainNumber } from '../../../src/report/charts/ticks.ts';
import { saidNear } from '../../../src/report/numbers.ts';

function drawnWidth(text: string): number {
  const fontFiles = [fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))];
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9999" height="99"><text x="50" y="50" font-size="12" font-family="DejaVu Sans">${escaped}</text></svg>`;
  return new Resvg(svg, { font: { loadSystemFonts: false, fontFiles } }).getBBox()!.width;
}

test('the estimated width is at least the drawn width, and less than twice it', () => {
  const printable = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i));
  const words = [
    'ark/jackson-afterburner',
    'Time relative to mill/json.',
    'WWW.MMM@%',
    'iiillljjj',
    'µs — ±×',
  ];
  for (const text of [...words, ...printable.map((one) => one.repeat(20))]) {
    const [given, taken] = [textWidth(text, 12), drawnWidth(text)];
    assert.ok(taken <= given + 1, `${text}: ${taken} px in ${given}`);
    assert.ok(taken > given * 0.5, `${text}: ${taken} px in ${given}`);
  }
});

test('text is broken at spaces, and only long words inside', () => {
  assert.deepEqual(wrapText('aa aa aa', textWidth('aa aa', 12), 12), ['aa aa', 'aa']);
  assert.deepEqual(wrapText('a bbbbb', textWidth('bbb', 12), 12), ['a', 'bbb', 'bb']);
  assert.deepEqual(wrapText('', 10, 12), ['']);
  const version = wrapText('mill/my-json@v1.0.0', textWidth('mill/my-json@v1.0.', 12), 12);
  assert.deepEqual(version, ['mill/my-json@', 'v1.0.0']);
});

test('ticks are round numbers inside the scale at the least distance', () => {
  assert.deepEqual(logTicks([0.9, 120], 20), [1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100]);
  assert.deepEqual(logTicks([0.9, 120], 8), [1, 2, 5, 10, 20, 50, 100]);
  assert.deepEqual(logTicks([0.9, 120], 4), [1, 10, 100]);
  assert.deepEqual(logTicks([0.98, 1.031], 6), [0.98, 0.99, 1, 1.01, 1.02, 1.03]);
  assert.deepEqual(logTicks([0.4, 1.5], 8), [0.5, 0.7, 1, 1.5]);
  for (const most of [2, 3, 5, 8, 13])
    for (const high of [1.1, 2, 3.9, 4.1, 17, 1e3, 1e7]) {
      const ticks = logTicks([0.97, high], most);
      assert.ok(ticks.length > 0 && ticks.length <= most + 1, `${most} of 0.97 to ${high}: ${ticks}`);
      assert.ok(ticks.every((tick) => tick >= 0.97 - 1e-9 && tick <= high + 1e-9));
    }
});

test('a scale has a margin, ticks have no trailing zeros, and a ratio next to 1 is the same', () => {
  const [low, high] = logDomain([5]);
  assert.ok(low < 4.96 && high > 5.04);
  assert.deepEqual([-0.5, 1, 1.005, 20_000].map(plainNumber), ['−0.5', '1', '1.005', '20,000']);
  assert.deepEqual([0.998, 1.002].map(saidNear), ['the same', 'the same']);
});
