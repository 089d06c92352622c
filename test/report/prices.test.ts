/** From size and time to money: figures that can be worked out by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { ReportOptions } from '../../src/report/run/report.ts';
import { priced, priceOf, pricesOf } from '../../src/report/tables/prices.ts';
import { columnCalled, resultColumn } from '../../src/report/view/columns.ts';
import { buildView, runRows } from '../../src/report/view/view.ts';
import { contender, outcome, reported, rounds, sized, smallRun, stored } from './small-run.ts';

const contenders = [
  contender('node/a'),
  contender('node/b', { format: 'avro', output: 'bytes' }),
  contender('node/hand', { bound: 'hand-written' }),
];
/** 36 µs and 1,000 bytes; 72 µs and 100 bytes; a bound. With noise, so that there are intervals. */
const noise = (ns: number) => (round: number) => ns * (1 + (round % 2 === 0 ? 1e-4 : -1e-4));
const times = [36_000, 72_000, 1000].map((ns) => rounds(10, noise(ns)));
const outcomes = sized(1000, 100, 1);
const run = smallRun(times, { contenders, outcomes });

const rendered = (options: Partial<ReportOptions>) => reported(run, 'md', options);
const by = (word: string, descending: boolean) => ({
  choice: { order: { column: resultColumn(columnCalled(word) as 'cost'), descending } },
});

test('a million documents cost their time on a core, and their bytes', () => {
  // 10⁶ × 36 µs are 36 s, a hundredth of an hour; 10⁶ × 1,000 bytes are 1 GB.
  const found = runRows(priced(buildView(run), { core: 5, gb: 0.25 }));
  const costs = Object.fromEntries(found.map(({ name, cost }) => [name, cost!.estimate.toFixed(3)]));
  assert.deepEqual(costs, { 'node/a': '0.300', 'node/b': '0.125', 'node/hand': '0.002' });
  for (const { cost, nsPerOp: time } of found) {
    const part = (ns: number) => (1e6 * ns * 5) / 3.6e12;
    // The interval is the time's, moved by what the bytes cost.
    assert.ok(Math.abs(cost!.high! - cost!.low! - part(time!.high! - time!.low!)) < 1e-12);
    assert.ok(cost!.low! < cost!.estimate && cost!.estimate < cost!.high!);
  }
  assert.ok(runRows(buildView(run)).every(({ cost }) => cost === null));
});

test('a report with prices has the column, the formula and the cheapest row that one can adopt', async () => {
  const prices = { core: 5, gb: 0.25 };
  const text = await rendered({ prices });
  assert.match(text, /^\| #.*\| +cost \|$/m);
  assert.match(
    text,
    /cost: of a million documents, 10⁶ × \(time in ns × 5 \/ \(3\.6 × 10¹²\) \+ bytes × 0\.25 \/ 10⁹\)\./,
  );
  assert.match(
    text,
    /Cheapest at 5 a core-hour and 0\.25 a GB: node\/b, 0\.12\d+ \\\[0\.12\d+, 0\.12\d+\\\] per million documents\./,
  );
  const dear = await rendered({ prices: { core: 50, gb: 0 } });
  assert.match(dear, /Cheapest at 50 a core-hour and 0 a GB: node\/a, 0\.500/);
  const plain = await rendered({});
  assert.doesNotMatch(plain, /[Cc]ost|Cheapest/);
});

test('rows that cost the same as far as is known are not called dearer', async () => {
  const alike = smallRun([times[0]!, times[0]!], { outcomes: sized(10, 10) });
  const text = await reported(alike, 'md', { prices: { core: 1, gb: 1 } });
  assert.match(text, /Cheapest at .*; 1 more can't be told from it\./);
});

test('rows are sorted by what they cost, and programs have figures, ends and prices', async () => {
  const options = { ...by('cost', true), prices: { core: 5, gb: 0.25 } };
  const rows = parse(await rendered({ ...options, format: 'csv' }), { columns: true }) as Record<
    string,
    string
  >[];
  assert.equal(rows.map(({ name }) => name).join(), 'node/a,node/b,node/hand');
  for (const { cost, cost_low, cost_high } of rows)
    assert.ok(Number(cost_low) < Number(cost) && Number(cost) < Number(cost_high));
  assert.deepEqual(JSON.parse(await rendered({ ...options, format: 'json' })).prices, options.prices);
});

test('a row that reads costs the bytes of its format, or its time alone, which is said', async () => {
  const reading = smallRun([...times, ...times], {
    contenders: [...contenders, contender('node/c', { format: 'cbor' })],
    cases: [
      { dataset: 'd', size: 's', task: 'serialize', batch: 1, contenders: [0, 1, 2], baseline: 0 },
      { dataset: 'd', size: 's', task: 'deserialize', batch: 1, contenders: [0, 3], baseline: 0 },
    ],
    outcomes: [...outcomes, { ...outcome(0), case: 1 }, { ...outcome(3), case: 1 }],
  });
  const again = reading.samples.all.filter(({ contender }) => contender === 0 || contender === 3);
  const all = [...reading.samples.all, ...again.map((sample) => ({ ...sample, case: 1 }))];
  const whole = { record: reading.record, samples: stored(all) };
  const found = runRows(priced(buildView(whole), { core: 5, gb: 0.25 })).filter(
    ({ task }) => task === 'deserialize',
  );
  const costs = Object.fromEntries(found.map(({ name, cost }) => [name, cost!.estimate.toFixed(3)]));
  assert.deepEqual(costs, { 'node/a': '0.300', 'node/c': '0.050' });
  const text = await reported(whole, 'md', { prices: { core: 5, gb: 0.25 } });
  assert.match(text, /Time alone where sizes are unknown: node\/c\./);
  // What is cheaper for want of a size isn't called so.
  assert.match(text, /Cheapest at 5 a core-hour and 0\.25 a GB: node\/a, 0\.300/);
});

test('what is no price is none: nothing is invented', () => {
  for (const text of ['', 'x', '-1', '1e400', 'NaN', 'Infinity', '0x10', ' ', '1,5'])
    assert.equal(priceOf(text), null, text);
  assert.deepEqual([priceOf('0'), priceOf('0.04'), priceOf('12')], [0, 0.04, 12]);
  assert.equal(pricesOf({ core: undefined, gb: undefined }), null);
  assert.deepEqual(pricesOf({ core: 1, gb: 0 }), { core: 1, gb: 0 });
  assert.match(String(pricesOf({ core: 1, gb: undefined })), /^give both prices/);
  assert.match(String(pricesOf({ core: null, gb: undefined })), /^a price is a number of 0 or more/);
  assert.match(String(pricesOf({ core: 0, gb: 0 })), /^at prices of 0 all rows cost the same/);
});
