/** Room for text, ticks, and where names stand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import { type Labelled, leadOf, meet, placeInColumn } from '../../../src/report/charts/frame/labels.ts';
import { limited } from '../../../src/report/charts/frame/limit.ts';
import { textWidth, wrapText } from '../../../src/report/charts/frame/text-width.ts';
import {
  bytesTick,
  logDomain,
  logTicks,
  plainNumber,
  timeTick,
} from '../../../src/report/charts/frame/ticks.ts';

function drawnWidth(text: string): number {
  const fontFiles = [fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))];
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9999" height="99"><text x="50" y="50" font-size="12" font-family="DejaVu Sans">${escaped}</text></svg>`;
  return new Resvg(svg, { font: { loadSystemFonts: false, fontFiles } }).getBBox()!.width;
}

test('text never takes more room than it is given, and not half of it', () => {
  const printable = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i));
  const words = [
    'jvm/jackson-afterburner',
    'Time relative to node/json.',
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

test('text is broken at spaces, and inside a word only where it must', () => {
  assert.deepEqual(wrapText('aa aa aa', textWidth('aa aa', 12), 12), ['aa aa', 'aa']);
  assert.deepEqual(wrapText('a bbbbb', textWidth('bbb', 12), 12), ['a', 'bbb', 'bb']);
  assert.deepEqual(wrapText('', 10, 12), ['']);
});

test('ticks are round numbers inside the scale, no nearer than they may be', () => {
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

test('a scale has air, even around a single value', () => {
  const [low, high] = logDomain([5]);
  assert.ok(low < 4.96 && high > 5.04);
});

test('ticks say their unit', () => {
  assert.deepEqual([0.5, 700, 1500, 2e7, 3e9].map(timeTick), ['0.5 ns', '700 ns', '1.5 µs', '20 ms', '3 s']);
  assert.deepEqual([300, 1000, 161_204, 2e6].map(bytesTick), ['300 B', '1 kB', '161.204 kB', '2 MB']);
  assert.deepEqual([-0.5, 1, 1.005, 20_000].map(plainNumber), ['−0.5', '1', '1.005', '20,000']);
});

const BOUNDS = { right: 700, top: 0, bottom: 400 };

/** Points as serializers have them: the fast ones near each other. */
function scatter(seed: number, count: number): Labelled[] {
  let state = seed;
  const random = () => {
    state = (state * 48_271) % 0x7fffffff;
    return state / 0x7fffffff;
  };
  const across = (low: number, high: number) => low + (random() + random()) * 0.5 * (high - low);
  return Array.from({ length: count }, (_, i) => {
    return { name: `node/serializer-${i}`, x: across(10, 550), y: across(10, 390) };
  });
}

test('names stand within the chart, apart, and no two lines that lead to them cross', () => {
  for (const count of [1, 5, 12, 25])
    for (let seed = 1; seed <= 10; seed++) {
      const labels = placeInColumn(scatter(seed * 7919, count), BOUNDS);
      assert.equal(labels.length, count);
      const heights = labels.map(({ textY }) => textY).sort((a, b) => a - b);
      for (const [i, y] of heights.slice(1).entries()) assert.ok(y - heights[i]! > 14.99, `${heights}`);
      assert.ok(heights[0]! >= 0 && heights.at(-1)! <= 400);
      for (const one of labels) assert.ok(one.textX + textWidth(one.name, 12) <= 700.01, one.name);
      const leads = labels.map(leadOf);
      for (const [i, one] of leads.entries())
        for (const other of leads.slice(i + 1)) assert.ok(!meet(one, other), 'lines');
    }
});

test('names in a column are apart, in the order of their points and as near to them as can be', () => {
  const at = (ys: readonly number[]) =>
    placeInColumn(
      ys.map((y, i) => ({ name: `${i}`, x: 10, y })),
      BOUNDS,
    ).map(({ textY }) => textY);
  assert.deepEqual(at([50, 100, 300]), [50, 100, 300]);
  assert.deepEqual(at([100, 100, 300]), [92.5, 107.5, 300]);
  assert.deepEqual(at([399, 400]), [385, 400]);
});

test('the first rows are shown, with the one that has to stay, and the others are counted', () => {
  assert.deepEqual(limited([1, 2, 3], 3, 'rows'), { shown: [1, 2, 3], notes: [] });
  const { shown, notes } = limited([1, 2, 3, 4, 5], 3, 'slower rows', (row) => row === 5);
  assert.deepEqual(shown, [1, 2, 5]);
  assert.deepEqual(notes, ['2 more slower rows are not shown.']);
});
