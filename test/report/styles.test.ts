import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordedRun } from '../../src/analysis/analyze.ts';
import { TABLE_STYLES, type TableStyle } from '../../src/define/types.ts';
import { type Styled, styled } from '../../src/report/styles/styles.ts';
import type { Block, Table } from '../../src/report/text/document.ts';
import { renderMarkdown } from '../../src/report/text/markdown.ts';
import type { MemoryFigures } from '../../src/store/record/record.ts';
import { RECORDED } from './recorded.ts';
import {
  failed,
  inCases,
  known,
  memory,
  namedRun,
  onlyCase,
  reported,
  rounds,
  smallRun,
  unknown,
} from './small-run.ts';

function inStyle(style: TableStyle, run: RecordedRun): Styled {
  return styled(style, onlyCase(run), run.record.settings);
}

const tableOf = (blocks: readonly Block[]): Table => blocks.find((block) => block.kind === 'table')!;
const tableIn = (style: TableStyle, run: RecordedRun): Table => tableOf(inStyle(style, run).blocks);
const headsOf = ({ columns }: Table) => columns.map(({ head }) => head).join(', ');
const textsOf = ({ rows }: Table) => rows.map((row) => row.map(({ text }) => text));

function line({ columns, rows }: Table, number: number): Record<string, string> {
  return Object.fromEntries(columns.map(({ head }, i) => [head, rows[number]![i]!.text]));
}

const linesOf = ({ blocks }: Styled): string[] =>
  blocks.flatMap((block) => (block.kind === 'verbatim' ? block.lines : []));

const counted = (...figures: readonly (MemoryFigures | null)[]) =>
  smallRun(figures.map((memory, i) => ({ ns: 1000 * (i + 1), memory })));
const allocating = (bytes: number, allocatedError: number | null = null) =>
  memory({ allocated: known(bytes), allocatedError });
const UNTOLD = memory({ allocated: unknown() });

test('every style keeps verdicts, reasons, limits, notes and the facts of the run', async () => {
  const plain = (await reported(RECORDED, 'md')).split('\n').filter((one) => one !== '');
  for (const style of TABLE_STYLES) {
    const lines = new Set((await reported(RECORDED, 'md', { style })).split('\n'));
    const lost = plain.filter((one) => !lines.has(one));
    assert.deepEqual(lost, [], style);
  }
});

test("ips: the gem's words, compared with the fastest row, digits without separators", () => {
  const wobble = (ns: number, width: number) => rounds(10, (i) => ns * (1 + (i % 2 === 0 ? width : -width)));
  const still = [1_000_000, 500_000, 2_410_000].map((ns) => wobble(ns, 0));
  const run = smallRun([...still, wobble(1_000_000, 0.01), wobble(1_050_000, 0.2)]);
  assert.deepEqual(linesOf(inStyle('ips', run)), [
    'Comparison:',
    '             mill/s1:     2000.0 i/s',
    '             mill/s3:     1000.1 i/s - 2.00x  slower',
    '             mill/s0:     1000.0 i/s - 2.00x  slower',
    '             mill/s4:      972.0 i/s - 2.06x  slower',
    '             mill/s2:      414.9 i/s - 4.82x  slower',
  ]);
  const single = linesOf(inStyle('ips', smallRun([[10], [20]])));
  assert.deepEqual(single.slice(1), [
    '             mill/s0: 100000000.0 i/s',
    '             mill/s1:  50000000.0 i/s - ~2.00x  slower',
  ]);
});

test('ips: allocations leanest first, only of rows that were counted', () => {
  const run = counted(memory(), allocating(3180), UNTOLD, memory());
  assert.deepEqual(linesOf(inStyle('ips', run)).slice(6), [
    '             mill/s0:       1000 allocated',
    '             mill/s3:       1000 allocated - same',
    '             mill/s1:       3180 allocated - 3.18x more',
  ]);
});

test('ips: each variant has its own block', () => {
  const run = namedRun({
    'rill/panko': { ns: 1000, memory: allocating(1000) },
    'rill/rails': { ns: 2000, memory: allocating(2000) },
    'rill+oj/rails': { ns: 500, memory: allocating(3000) },
  });
  assert.deepEqual(linesOf(inStyle('ips', run)), [
    'Comparison (i/s), rill+oj:',
    '       rill+oj/rails:  2000000.0 i/s',
    'Comparison (i/s), rill:',
    '          rill/panko:  1000000.0 i/s',
    '          rill/rails:   500000.0 i/s - 2.00x  slower',
    'Comparison (allocated), rill+oj:',
    '       rill+oj/rails:       3000 allocated',
    'Comparison (allocated), rill:',
    '          rill/panko:       1000 allocated',
    '          rill/rails:       2000 allocated - 2.00x more',
  ]);
});

test('ips: allocations have no ratio to zero, and differences within the counting error are the same', () => {
  const told = (...figures: MemoryFigures[]) => linesOf(inStyle('ips', counted(...figures))).at(-1)!;
  assert.match(told(allocating(0), memory()), /allocated - more$/);
  assert.match(told(allocating(0), allocating(0)), /allocated - same$/);
  assert.match(told(allocating(1000, 0.02), allocating(1030, 0.02)), /allocated - same ± 4 %$/);
});

test('transmutation: rates with their deviation over rounds, versions, and allocations as multiples', () => {
  // 1,000,000 and 500,000 operations a second: the standard deviation is 353,553, half of the middle on a scale of ratios.
  const rows = [
    { ns: [1000, 2000], memory: allocating(1016, 0.01) },
    { ns: [2400, 2400], memory: allocating(2368, 0.01) },
  ];
  const table = tableIn('transmutation', smallRun(rows));
  assert.equal(headsOf(table), 'Gem, IPS, Comparison, Allocations, Comparison');
  const texts = textsOf(table);
  assert.deepEqual(texts[0], ['mill/s0 1', '707.107k ± 50 %', 'baseline', '1.016k', 'baseline']);
  assert.deepEqual([texts[1]![1], ...texts[1]!.slice(3)], ['416.667k ± 0 %', '2.368k', '2.33x more']);
});

test('notes say why allocations are blank', () => {
  const notes = (...figures: readonly (MemoryFigures | null)[]) =>
    inStyle('bdn', inCases(counted(...figures), { ended: 'rounds' })).notes.join('\n');
  assert.match(notes(null, null), /no memory pass was made \(--memory makes one\)/);
  assert.match(inStyle('bdn', counted(null, null)).notes.join(), /the run ended before a memory pass\./);
  for (const first of [UNTOLD, allocating(0)])
    assert.match(notes(first, memory()), /without a ratio where the baseline allocates nothing/);
  const heads = headsOf(tableIn('bdn', counted(null, null)));
  assert.equal(heads, 'Method, Mean, Error, StdDev, Min, Max, Ratio, RatioSD');
});

test("bdn: mean, Student's error at 99.9 %, deviation and extremes are over rounds", () => {
  // Mean 1,500; s = 577.4; t(0.9995; 3) = 12.924, over √4 times s: 3,731.
  const times = [1000, 3000].map((ns) => [ns, ns + 1000, ns, ns + 1000]);
  const table = tableIn('bdn', smallRun(times));
  const told = 'mill/s0, 1.500 µs, 3.731 µs, 0.5774 µs, 1.000 µs, 2.000 µs';
  assert.equal(textsOf(table)[0]!.slice(0, 6).join(', '), told);
  // Ratios 3 and 2, twice: the standard deviation is 0.5774.
  assert.deepEqual([line(table, 1).Ratio, line(table, 1).RatioSD], ['2.45', '0.58']);
  assert.equal(headsOf(tableIn('bdn', smallRun([[1000]]))), 'Method, Mean, Min, Max, Ratio');
});

test('the error of three rounds is blank, and a note says why', () => {
  const run = (count: number) => smallRun([1000, 2000].map((ns) => rounds(count, (i) => ns + i)));
  const blank = /^The error is blank: fewer than 4 rounds are too few/;
  for (const style of ['bdn', 'jmh'] as const) {
    const { blocks, notes } = inStyle(style, run(3));
    assert.equal(line(tableOf(blocks), 0).Error ?? '', '');
    assert.ok(notes.some((note) => blank.test(note)));
    const more = inStyle(style, run(4));
    assert.notEqual(line(tableOf(more.blocks), 0).Error, '');
    assert.ok(!more.notes.some((note) => blank.test(note)));
  }
});

test('playground: times of a batch, and their spread in percent of their mean', () => {
  const run = inCases(smallRun([[900_000, 1_000_000, 1_400_000]]), { batch: 1000 });
  const found = line(tableIn('playground', run), 0);
  const figures = ['mean of slices', 'minimum', 'maximum', 'below', 'above'].map((head) => found[head]);
  assert.deepEqual(figures, ['1,100', '900', '1,400', '−18.2 %', '+27.3 %']);
});

test('bdn: ratios have two decimals as in BenchmarkDotNet, or three if one is below 0.01', () => {
  const ratios = (times: readonly number[]) => {
    const table = tableIn('bdn', smallRun(times));
    return times.map((_, i) => `${line(table, i).Ratio} ${line(table, i).RatioSD}`);
  };
  assert.deepEqual(ratios([100_000, 50_000]), ['0.50 0.00', '1.00 0.00']);
  assert.equal(ratios([100_000, 612])[0], '0.006 0.000');
});

test("bdn: generations have numbers, and other collections keep the runtime's names", () => {
  const numbered = memory({ collections: { gen0: known(4.5), gen1: known(0), gen2: known(0.25) } });
  const named = memory({ collections: { young: known(2), old: unknown(), concurrent: known(1) } });
  const { blocks, notes } = inStyle('bdn', counted(numbered, named));
  const pick = ({ Gen0, Gen1, Gen2, concurrent }: Record<string, string>) => [Gen0, Gen1, Gen2, concurrent];
  assert.deepEqual(pick(line(tableOf(blocks), 0)), ['4.5000', '-', '0.2500', '']);
  assert.deepEqual(pick(line(tableOf(blocks), 1)), ['2.0000', '', '', '1.0000']);
  assert.match(notes.at(-1)!, /^Gen0, Gen1, Gen2, concurrent: .*; Gen0 is what the runtime calls young\.$/);
});

test('bdn: collections in the order of the runtime; a narrow terminal keeps mean and ratio', async () => {
  const ordered = memory({ collections: { minor: known(2), major: known(1) } });
  const run = counted(ordered, ordered);
  assert.match(headsOf(tableIn('bdn', run)), /minor, major/);
  const render = (width: number) => reported(run, 'terminal', { style: 'bdn', width });
  const wide = await render(200);
  assert.match(wide, /minor, major: collections in 1,000 operations/);
  assert.match(wide, /^Method +Mean +.* Alloc Ratio$/m);
  assert.match(await render(40), /^Method +Mean +.*Ratio/m);
});

test('a style adds nothing where no row is ranked', () => {
  for (const style of TABLE_STYLES)
    assert.deepEqual(inStyle(style, smallRun([failed('crash')])), { blocks: [], notes: [] });
});

test('aligned lines are fenced code in Markdown, even if a name has backticks', () => {
  const text = renderMarkdown(inStyle('ips', namedRun({ 'mill/a```b': [10] })).blocks);
  assert.match(text, /^````\nComparison:\n[^\n]*mill\/a```b: [^\n]*\n````\n$/);
});
