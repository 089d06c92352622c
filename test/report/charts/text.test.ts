/** Room for text, ticks, and where names stand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import { type Box, crosses, meet, overlap, type Segment } from '../../../src/report/charts/frame/geometry.ts';
import {
  boxOf,
  type Labelled,
  leadOf,
  type PlacedLabel,
  placeClear,
  placeInColumn,
  placeNames,
} from '../../../src/report/charts/frame/labels.ts';
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

const BOUNDS = { left: 0, right: 700, top: 0, bottom: 400 };

const crowd = (count: number): Labelled[] =>
  Array.from({ length: count }, (_, i) => ({
    name: `node/serializer-${i}`,
    x: 300 + (i % 3) * 4,
    y: 150 + (i % 7) * 9,
    sides: ['right', 'left'],
  }));

test('names of crowded points overlap neither each other nor a point', () => {
  const points = crowd(20);
  const boxes = placeNames(points, BOUNDS, []).labels.map(({ name, textX, textY, anchor }) => {
    const width = textWidth(name, 12);
    const left = anchor === 'start' ? textX : textX - width;
    return { left, right: left + width, top: textY - 7, bottom: textY + 7 };
  });
  assert.equal(boxes.length, points.length);
  for (const [i, a] of boxes.entries()) {
    assert.ok(a.left >= 0 && a.right <= 700 && a.top >= 0 && a.bottom <= 400);
    for (const b of boxes.slice(i + 1))
      assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top);
    for (const { x, y } of points) assert.ok(x < a.left || x > a.right || y < a.top || y > a.bottom);
  }
});

/** Points as serializers have them: the fast ones near each other, and stairs from each to the next that is smaller. */
function scatter(seed: number, count: number, bounds: Box): { points: Labelled[]; stairs: Segment[] } {
  let state = seed;
  const random = () => {
    state = (state * 48_271) % 0x7fffffff;
    return state / 0x7fffffff;
  };
  const across = (low: number, high: number) => low + (random() + random()) * 0.5 * (high - low);
  const points = Array.from({ length: count }, (_, i): Labelled => {
    const x = across(bounds.left + 10, bounds.right - 150);
    return { name: `node/serializer-${i}`, x, y: across(10, bounds.bottom - 10), sides: ['right', 'left'] };
  });
  const front = points.filter((a) => !points.some((b) => b.x < a.x && b.y > a.y)).sort((a, b) => a.x - b.x);
  const stairs = front.slice(1).flatMap(({ x, y }, i) => [
    { x1: front[i]!.x, y1: front[i]!.y, x2: x, y2: front[i]!.y },
    { x1: x, y1: front[i]!.y, x2: x, y2: y },
  ]);
  return { points, stairs };
}

test('no name crosses another or a line, and no two lines that lead to names cross', () => {
  let beside = 0;
  for (const [count, width] of [
    [5, 320],
    [12, 760],
    [25, 900],
  ] as const)
    for (let seed = 1; seed <= 10; seed++) {
      const bounds = { left: 84, right: width, top: 0, bottom: Math.max(300, count * 17) };
      const { points, stairs } = scatter(seed * 7919, count, bounds);
      const labels = placeClear(points, bounds, stairs);
      assert.equal(labels.length, count);
      beside += Number(labels.some(({ led }) => !led));
      assertClear(labels, points, stairs);
    }
  assert.ok(beside >= 15, `${beside} of 30 are beside their points`);
});

function assertClear(
  labels: readonly PlacedLabel[],
  points: readonly Labelled[],
  stairs: readonly Segment[],
): void {
  const leads = labels.filter(({ led }) => led).map(leadOf);
  for (const [i, one] of labels.entries()) {
    const box = boxOf(one);
    for (const other of labels.slice(i + 1)) assert.ok(!overlap(box, boxOf(other)), one.name);
    for (const { x, y } of points)
      assert.ok(x < box.left || x > box.right || y < box.top || y > box.bottom, one.name);
    // Its own line ends in front of it.
    for (const line of [...stairs, ...leads]) assert.ok(!crosses(line, box), one.name);
  }
  for (const [i, one] of leads.entries())
    for (const other of leads.slice(i + 1)) assert.ok(!meet(one, other), 'lines');
}

test('where there is room a name stands on its better side', () => {
  const place = (sides: Labelled['sides']) =>
    placeNames([{ name: 'a', x: 300, y: 200, sides }], BOUNDS, []).labels[0]!;
  assert.deepEqual([place(['right']).anchor, place(['right']).led], ['start', false]);
  assert.equal(place(['left', 'right']).anchor, 'end');
  assert.equal(place(['below']).textY, 215);
});

test('names in a column are apart, in the order of their points and as near to them as can be', () => {
  const at = (ys: readonly number[]) =>
    placeInColumn(
      ys.map((y, i) => ({ name: `${i}`, x: 10, y, sides: ['right'] })),
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
