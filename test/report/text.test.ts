import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  grouped,
  interval,
  percent,
  ratio,
  saidRange,
  saidRatio,
  singleTime,
  threeDigits,
  time,
  timeScale,
} from '../../src/report/numbers.ts';
import { cell, type Table } from '../../src/report/text/document.ts';
import { escapeMarkdown, renderMarkdown } from '../../src/report/text/markdown.ts';
import { renderTerminal } from '../../src/report/text/terminal.ts';
import { displayWidth, escaped, visible, wrap } from '../../src/report/text/width.ts';
import { RECORDED } from './recorded.ts';
import { csvRows, reported } from './small-run.ts';

test('a time has three digits and a suitable unit; a column of times has one unit and one number of decimals', () => {
  const single = [0.5, 6.124, 61.24, 612.4, 999.6, 1234, 12_345_678, 1.5e9, 90e9].map(singleTime).join(', ');
  assert.equal(single, '0.500 ns, 6.12 ns, 61.2 ns, 612 ns, 1.00 µs, 1.23 µs, 12.3 ms, 1.50 s, 90.0 s');
  const times = [612.4, 20_145.2];
  const scale = timeScale(times);
  assert.equal(times.map((ns) => time(ns, scale)).join('; '), '612 ns; 20,145 ns');
});

test('ratios have three digits, or more where rounding would hide that 1 is excluded or how narrow the interval is', () => {
  const of = (estimate: number, low: number | null, high: number | null) => {
    const value = { estimate, low, high, confidence: low && 0.95 };
    return `${ratio(value)} ${interval(value)}`;
  };
  assert.equal(of(0.3421, 0.34, 0.345), '0.342 [0.340, 0.345]');
  assert.equal(of(0.01234, 0.01, 0.02), '0.0123 [0.0100, 0.0200]');
  assert.equal(of(1234.5, 1200, 1300), '1,235 [1,200, 1,300]');
  assert.equal(of(1.006, 1.002, 1.009), '1.006 [1.002, 1.009]');
  assert.equal(of(1.006, 0.998, 1.009), '1.006 [0.998, 1.009]');
  assert.equal(of(2.79, 2.7863, 2.7951), '2.790 [2.786, 2.795]');
  assert.equal(of(1, 0.99999, 1.00001), '1.00 [1.00, 1.00]');
  // An end next to 1 has the digits that it needs; the others don't get more for it.
  assert.equal(of(0.908, 0.82461, 0.99982), '0.908 [0.825, 0.9998]');
  assert.equal(of(1.12, 1.00002, 1.2143), '1.12 [1.00002, 1.21]');
  assert.equal(of(1.004, 1.0012, 1.0312), '1.004 [1.001, 1.03]');
  assert.equal(of(0.5, 0.5, 0.5), '0.500 [0.500, 0.500]');
  assert.equal(of(2, null, null), '2.00 ');
});

test('a ratio in words has three digits, or more where it would read 1; ends far apart have two', () => {
  const of = (estimate: number, low: number, high: number) =>
    saidRatio({ estimate, low, high, confidence: 0.95 });
  assert.equal(of(0.908, 0.82461, 0.99982), '1.10× faster');
  assert.equal(of(2.79, 2.7863, 2.7951), '2.79× slower');
  assert.equal(of(1.00321, 1.002, 1.0044), '1.003× slower');
  assert.equal(of(1.00321, 0.98, 1.03), '1.00× slower');
  assert.equal(of(0.712817, 0.7127, 0.7129), '1.40× faster');
  const range = (estimate: number, low: number, high: number) =>
    saidRange({ estimate, low, high, confidence: 0.95 }, 0.05);
  assert.equal(range(0.51, 0.357, 0.734), '1.4–2.8× faster');
  assert.equal(range(1.14, 1.004, 1.3), 'up to 1.3× slower');
  assert.equal(range(1.12, 1.034, 1.214), '1.03–1.21× slower');
  assert.equal(range(11.2, 9.7, 12.9), '10–13× slower');
  assert.equal(range(0.5, 0.48, 0.52), '2.00× faster');
});

test('numbers that are rounded up to a power of ten keep three digits', () => {
  assert.deepEqual([grouped(33_388), grouped(1_234.567, 1)], ['33,388', '1,234.6']);
  assert.deepEqual([percent(0.02), percent(0.025), percent(0.07)], ['2 %', '2.5 %', '7 %']);
  const told = [9.994, 9.995, 99.95, 0.9995].map((value) => grouped(value, threeDigits(value)));
  assert.deepEqual(told, ['9.99', '10.0', '100', '1.00']);
});

test('wide characters take two columns, combining ones none', () => {
  const widths = ['abc', '日本', 'n\u0303', '👩‍👩‍👧', '한글', 'ｆ', '−', '†'].map(displayWidth);
  assert.deepEqual(widths, [3, 4, 1, 2, 4, 2, 1, 1]);
});

test('lines are broken at spaces, and only long words inside', () => {
  assert.deepEqual(wrap('one two three', 7), ['one two', 'three']);
  assert.deepEqual(wrap('日本語日本語', 4), ['日本', '語日', '本語']);
  assert.deepEqual(wrap('a\nb', 10), ['a', 'b']);
});

test('text from outside can neither color a terminal nor reverse a line', () => {
  assert.equal(visible('\u001b[31mred\u001b[0m a\u0007b\u202e x\r\ny'), 'red a\\u0007b\\u202e x\ny');
});

test('Markdown shows pipes, tags and stars as they are', () => {
  const told = 'a\\|b &lt;i\\>\\*c\\*&lt;/i\\> \\`d\\` \\[e\\] &amp; \\\\';
  assert.equal(escapeMarkdown('a|b <i>*c*</i> `d` [e] & \\'), told);
  assert.equal(escapeMarkdown('two\nlines'), 'two<br>lines');
  const item = renderMarkdown([{ kind: 'list', items: ['# no heading', '1. no list'] }]);
  assert.equal(item, '- \\# no heading\n- 1\\. no list\n');
});

test('every line of a Markdown table has as many cells as its head', async () => {
  const cells = (line: string) => line.replaceAll('\\|', '').split('|').length;
  for (const table of (await reported(RECORDED, 'md')).split('\n\n').filter((part) => part.startsWith('|')))
    assert.equal(new Set(table.split('\n').map(cells)).size, 1, table);
});

test('CSV keeps quotes, commas, line breaks and wide characters', async () => {
  const { outcomes, cases } = RECORDED.record;
  const rows = await csvRows(RECORDED);
  const reasonOf = (verdict: string) => rows.find((row) => row.verdict === verdict)!.reason!;
  const crash = outcomes.map(({ verdict }) => verdict).find(({ verdict }) => verdict === 'crash');
  assert.ok(crash?.verdict === 'crash' && crash.reason.includes('\n'));
  assert.equal(reasonOf('crash'), escaped(crash.reason));
  assert.match(reasonOf('mismatch'), /expected "a\|b /);
  assert.ok(rows.some((row) => row.serializer === 'naïve|日本語-serializer'));
  assert.equal(rows.length, cases.flatMap(({ contenders }) => contenders).length);
});

function tableAt(columns: readonly Column[], ...rows: readonly (readonly string[])[]) {
  const table: Table = { kind: 'table', columns, rows: rows.map((texts) => texts.map((text) => cell(text))) };
  return (width: number) => renderTerminal([table], { width, color: false });
}
type Column = Table['columns'][number];
const column = (head: string, changes: Partial<Column> = {}): Column => {
  return { head, align: 'left', spare: 0, ...changes };
};
const [NAME, WHY] = [column('name'), column('why', { prose: true })];

test('a terminal table drops the columns with the highest spare first, and aligns decimal points', () => {
  const spare = [column('extra', { spare: 2 }), column('more', { spare: 1 })];
  const at = tableAt(
    [NAME, column('ratio', { align: 'point' }), ...spare],
    ['a', '1.00', 'xxxxxxxxxx', 'yyyyyyyyyy'],
    ['b', '35.1', 'xxxxxxxxxx', 'yyyyyyyyyy'],
  );
  assert.match(at(80), /extra.*more/);
  assert.match(at(30), /^name {2}ratio {2}more\n/);
  assert.equal(at(20), 'name  ratio\na      1.00\nb     35.1\n');
});

test('prose goes below each row if there is no room beside the table', () => {
  const at = tableAt([NAME, WHY], ['a-rather-long-name', 'some words to say'], ['b', '']);
  assert.equal(at(30), 'name\na-rather-long-name\n    some words to say\nb\n');
  const below = [NAME, column('extra', { spare: 1 }), { ...WHY, below: true }];
  assert.match(tableAt(below, ['a', 'b', 'some words to say'])(11), /^name {2}extra\n/);
});
