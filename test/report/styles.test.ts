/** The tables of the founding pages: what their figures are, and that nothing else is lost beside them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TABLE_STYLES, type TableStyle } from '../../src/define/types.ts';
import type { Figure } from '../../src/plan/figure.ts';
import { renderReport } from '../../src/report/run/report.ts';
import { type Styled, styled } from '../../src/report/styles/styles.ts';
import type { Block, Table } from '../../src/report/text/document.ts';
import { renderMarkdown } from '../../src/report/text/markdown.ts';
import { renderTerminal } from '../../src/report/text/terminal.ts';
import { buildView, type RunData } from '../../src/report/view/view.ts';
import type { MemoryFigures } from '../../src/store/record.ts';
import { recordedRun } from './recorded.ts';
import { contender, outcome, rounds, smallRun } from './small-run.ts';

function inStyle(style: TableStyle, run: RunData): Styled {
  const view = buildView(run);
  return styled(style, view.cases[0]!, view.settings);
}

const tableOf = (blocks: readonly Block[]): Table => blocks.find((block) => block.kind === 'table')!;

/** One line of a table, by the heads of its columns. */
function line({ columns, rows }: Table, number: number): Record<string, string> {
  return Object.fromEntries(columns.map(({ head }, i) => [head, rows[number]![i]!.text]));
}

const linesOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => (block.kind === 'verbatim' ? block.lines : []));

const known = (value: number): Figure => ({ known: true, value });
const unknown: Figure = { known: false, reason: 'not told' };

function memory(changes: Partial<MemoryFigures> = {}): MemoryFigures {
  const none = { ops: 1000, allocatedError: null, collections: {}, peakResident: known(1) };
  return { ...none, allocated: known(1000), ...changes };
}

/** Rows of the same times, with what was counted of each. */
function counted(figures: readonly (MemoryFigures | null)[]): RunData {
  const times = figures.map((_, i) => rounds(10, () => 1000 * (i + 1)));
  return smallRun(times, { outcomes: figures.map((memory, i) => outcome(i, { memory })) });
}

test('no style loses a verdict, a reason, a limit, a note or how it was measured', async () => {
  const run = await recordedRun();
  const render = (style: TableStyle) =>
    renderReport(run, { format: 'md', style, terminal: { width: 80, color: false } });
  const plain = (await render('default')).split('\n').filter((one) => one !== '');
  for (const style of TABLE_STYLES) {
    const lines = new Set((await render(style)).split('\n'));
    assert.deepEqual(
      plain.filter((one) => !lines.has(one)),
      [],
      style,
    );
  }
});

test("ips: the gem's words, against the fastest, without separators", () => {
  const wobble = (width: number) => (i: number) => 1 + (i % 2 === 0 ? width : -width);
  const run = smallRun([
    rounds(10, () => 1_000_000),
    rounds(10, () => 500_000),
    rounds(10, () => 2_410_000),
    rounds(10, (i) => 1_000_000 * wobble(0.01)(i)),
    rounds(10, (i) => 1_050_000 * wobble(0.2)(i)),
  ]);
  assert.deepEqual(linesOf(inStyle('ips', run).blocks), [
    'Comparison:',
    '             node/s1:     2000.0 i/s',
    '             node/s3:     1000.1 i/s - 2.00x  slower',
    '             node/s0:     1000.0 i/s - 2.00x  slower',
    '             node/s4:      972.0 i/s - 2.06x  slower',
    '             node/s2:      414.9 i/s - 4.82x  slower',
  ]);
  const single = linesOf(inStyle('ips', smallRun([[10], [20]])).blocks);
  assert.deepEqual(single.slice(1), [
    '             node/s0: 100000000.0 i/s',
    '             node/s1:  50000000.0 i/s - ~2.00x  slower',
  ]);
});

test('ips: allocations leanest first, only of rows that were counted', () => {
  const run = counted([
    memory(),
    memory({ allocated: known(3180) }),
    memory({ allocated: unknown }),
    memory(),
  ]);
  assert.deepEqual(linesOf(inStyle('ips', run).blocks).slice(6), [
    '             node/s0:       1000 allocated',
    '             node/s3:       1000 allocated - same',
    '             node/s1:       3180 allocated - 3.18x more',
  ]);
});

test('ips: variants have a block each, as a page has a table for each way to run', () => {
  const run = smallRun([rounds(10, () => 1000), rounds(10, () => 2000), rounds(10, () => 500)], {
    contenders: ['ruby/panko', 'ruby/rails', 'ruby+oj/rails'].map((name) => contender(name)),
  });
  assert.deepEqual(linesOf(inStyle('ips', run).blocks), [
    'Comparison (i/s), ruby+oj:',
    '       ruby+oj/rails:  2000000.0 i/s',
    'Comparison (i/s), ruby:',
    '          ruby/panko:  1000000.0 i/s',
    '          ruby/rails:   500000.0 i/s - 2.00x  slower',
  ]);
  // The leanest is of the other variant: blocks stay in one order.
  const outcomes = [1, 2, 3].map((kB, i) => outcome(i, { memory: memory({ allocated: known(1000 * kB) }) }));
  const lines = linesOf(inStyle('ips', { ...run, record: { ...run.record, outcomes } }).blocks);
  const heads = lines.filter((text) => text.startsWith('Comparison'));
  assert.deepEqual(heads.slice(2), ['Comparison (allocated), ruby+oj:', 'Comparison (allocated), ruby:']);
});

test('ips: order, i/s and x are of one estimate, whatever a single round was like', () => {
  const run = smallRun([
    rounds(12, () => 1_000_000),
    // By the mean of its rates, the second would come before the first of these.
    rounds(12, (i) => 1_200_000 + i),
    rounds(12, (i) => (i === 3 ? 300_000 : 1_250_000 + i)),
  ]);
  const [first, ...others] = linesOf(inStyle('ips', run).blocks)
    .slice(1)
    .map((text) => /(\S+): +(\S+) i\/s(?: - ~?(\S+)x {2}slower)?$/.exec(text)!.slice(1));
  assert.deepEqual(
    [first, ...others].map((found) => found![0]),
    ['node/s0', 'node/s1', 'node/s2'],
  );
  for (const [, rate, x] of others)
    assert.ok(Math.abs(Number(first![1]) / Number(rate) - Number(x)) < 0.006, `${rate} and ${x}`);
});

test('ips: more than nothing has no ratio, and what is within the error of counting is the same', () => {
  const told = (...figures: MemoryFigures[]) =>
    linesOf(inStyle('ips', counted(figures)).blocks).slice(-1)[0]!;
  assert.match(told(memory({ allocated: known(0) }), memory()), /allocated - more$/);
  assert.match(told(memory({ allocated: known(0) }), memory({ allocated: known(0) })), /allocated - same$/);
  const rough = { allocatedError: 0.02 };
  assert.match(told(memory(rough), memory({ ...rough, allocated: known(1030) })), /allocated - same ± 4 %$/);
});

test('transmutation: rates with their deviation over rounds, versions, and allocations as multiples', () => {
  // 1,000,000 and 500,000 operations a second: the standard deviation is 353,553, half of the middle on a scale of ratios.
  const run = smallRun([[1000, 2000], rounds(2, () => 2400)], {
    outcomes: [
      outcome(0, { memory: memory({ allocated: known(1016) }) }),
      outcome(1, { memory: memory({ allocated: known(2368), allocatedError: 0.01 }) }),
    ],
  });
  const { columns, rows } = tableOf(inStyle('transmutation', run).blocks);
  assert.deepEqual(
    columns.map(({ head }) => head),
    ['Gem', 'IPS', 'Comparison', 'Allocations', 'Comparison'],
  );
  const texts = rows.map((row) => row.map(({ text }) => text));
  assert.deepEqual(texts[0], ['node/s0 1', '707.107k ± 50 %', 'baseline', '1.016k', 'baseline']);
  assert.deepEqual([texts[1]![1], ...texts[1]!.slice(3)], ['416.667k ± 0 %', '2.368k', '2.33x more']);
});

test('allocations that differ by no more than their error are the same', () => {
  const run = counted([
    memory({ allocatedError: 0.02 }),
    memory({ allocated: known(1030), allocatedError: 0.02 }),
  ]);
  const { rows } = tableOf(inStyle('transmutation', run).blocks);
  assert.equal(rows[1]!.at(-1)!.text, 'same ± 4 %');
});

const over = (run: RunData): RunData => {
  const cases = run.record.cases.map((one) => ({ ...one, ended: 'rounds' as const }));
  return { ...run, record: { ...run.record, cases } };
};

test('where allocations are blank the notes say why, and no 0 stands for them', () => {
  const notes = (figures: readonly (MemoryFigures | null)[]) =>
    inStyle('bdn', over(counted(figures))).notes.join('\n');
  assert.match(notes([null, null]), /no memory pass was made \(--memory makes one\)/);
  assert.match(inStyle('bdn', counted([null, null])).notes.join(), /the run ended before a memory pass\./);
  for (const allocated of [unknown, known(0)])
    assert.match(
      notes([memory({ allocated }), memory()]),
      /without a ratio where the baseline allocates nothing/,
    );
  const table = tableOf(inStyle('bdn', counted([null, null])).blocks);
  const heads = table.columns.map(({ head }) => head);
  assert.deepEqual(heads, ['Method', 'Mean of rounds', 'Error', 'StdDev', 'Min', 'Max', 'Ratio', 'RatioSD']);
});

test("bdn: mean, Student's error at 99.9 %, deviation and extremes are over rounds", () => {
  // Mean 1,500; s = 577.4; t(0.9995; 3) = 12.924, over √4 times s: 3,731.
  const table = tableOf(
    inStyle(
      'bdn',
      smallRun([
        [1000, 2000, 1000, 2000],
        [3000, 4000, 3000, 4000],
      ]),
    ).blocks,
  );
  const first = line(table, 0);
  assert.deepEqual(
    ['Method', 'Mean of rounds', 'Error', 'StdDev', 'Min', 'Max'].map((head) => first[head]),
    ['node/s0', '1.50 µs', '3.73 µs', '0.58 µs', '1.00 µs', '2.00 µs'],
  );
  // Ratios 3 and 2, twice: the standard deviation is 0.5774.
  assert.deepEqual([line(table, 1).Ratio, line(table, 1).RatioSD], ['2.45', '0.58']);
  const single = inStyle('bdn', smallRun([[1000]]));
  assert.deepEqual(
    tableOf(single.blocks).columns.map(({ head }) => head),
    ['Method', 'Mean of rounds', 'Min', 'Max', 'Ratio'],
  );
});

test('an error of three rounds would be wider than its figure: it is blank, with why', () => {
  const few = smallRun([rounds(3, (i) => 1000 + i), rounds(3, (i) => 2000 + i)]);
  const enough = smallRun([rounds(4, (i) => 1000 + i), rounds(4, (i) => 2000 + i)]);
  const blank = /^The error is blank: an interval of 99\.9 % from fewer than 4 rounds/;
  for (const style of ['bdn', 'jmh'] as const) {
    const { blocks, notes } = inStyle(style, few);
    assert.equal(line(tableOf(blocks), 0).Error ?? '', '');
    assert.ok(notes.some((note) => blank.test(note)));
    const more = inStyle(style, enough);
    assert.notEqual(line(tableOf(more.blocks), 0).Error, '');
    assert.ok(!more.notes.some((note) => blank.test(note)));
  }
});

test('ips: what may be chance among so many is not called slower', () => {
  // Each of eleven rows by itself has an interval without 1; among so many pairs that may be chance.
  const nearly = (row: number) => (i: number) => 1.016 + 0.025 * Math.sin(7 * (i + 1) * (row + 1));
  const run = smallRun([
    rounds(10, () => 1_000_000),
    ...Array.from({ length: 11 }, (_, row) => rounds(10, (i) => 1_000_000 * nearly(row)(i))),
  ]);
  const text = linesOf(inStyle('ips', run).blocks).join('\n');
  assert.match(text, /same-ish: difference falls within error/);
  assert.doesNotMatch(text, /[^~]1\.0\d x.*slower/);
});

test('playground: times of a batch, and their spread in percent of their mean', () => {
  const run = smallRun([[900_000, 1_000_000, 1_400_000]]);
  const record = { ...run.record, cases: [{ ...run.record.cases[0]!, batch: 1000 }] };
  const {
    'mean of slices': mean,
    minimum,
    maximum,
    below,
    above,
  } = line(tableOf(inStyle('playground', { ...run, record }).blocks), 0);
  assert.deepEqual([mean, minimum, maximum], ['1,100', '900', '1,400']);
  assert.deepEqual([below, above], ['−18.2 %', '+27.3 %']);
});

test('jmh: by name, as there, with three decimals and no separators', () => {
  const run = smallRun([rounds(10, () => 3_000_000), rounds(10, () => 1000)], {
    contenders: ['node/b', 'node/a'].map((name) => contender(name)),
  });
  const { columns, rows } = tableOf(inStyle('jmh', run).blocks);
  assert.deepEqual(
    columns.map(({ head }) => head),
    ['Benchmark', 'Mode', 'Cnt', 'Score', 'Error', 'Units'],
  );
  assert.deepEqual(
    rows.map((row) => row.map(({ text }) => text)),
    [
      ['node/a', 'thrpt', '10', '1000000.000', '± 0.000', 'ops/s'],
      ['node/b', 'thrpt', '10', '333.333', '± 0.000', 'ops/s'],
    ],
  );
});

test('jmh: one ± below the other, and errors to the right', () => {
  const off = (ns: number, i: number) => ns * (i % 2 === 0 ? 1.1 : 0.9);
  const run = smallRun([rounds(10, (i) => off(1000, i)), rounds(10, (i) => off(1_000_000, i))]);
  const { rows } = tableOf(inStyle('jmh', run).blocks);
  assert.deepEqual(
    rows.map((row) => row[4]!.text),
    ['± 160973.488', '±    160.973'],
  );
});

test('bdn: ratios have two decimals, as there; three where one is below a hundredth', () => {
  const ratios = (times: readonly number[]) => {
    const table = tableOf(inStyle('bdn', smallRun(times.map((ns) => rounds(10, () => ns)))).blocks);
    return times.map((_, i) => [line(table, i).Ratio, line(table, i).RatioSD]);
  };
  const exact = [
    ['0.50', '0.00'],
    ['1.00', '0.00'],
  ];
  assert.deepEqual(ratios([100_000, 50_000]), exact);
  assert.deepEqual(ratios([100_000, 612])[0], ['0.006', '0.000']);
});

test('bdn: generations by number, by name, and others by their own', () => {
  const dotnet = memory({ collections: { gen0: known(4.5), gen1: known(0), gen2: known(0.25) } });
  const jvm = memory({ collections: { young: known(2), old: unknown, concurrent: known(1) } });
  const { blocks, columnNotes } = inStyle('bdn', counted([dotnet, jvm]));
  const pick = ({ Gen0, Gen1, Gen2, concurrent }: Record<string, string>) => [Gen0, Gen1, Gen2, concurrent];
  assert.deepEqual(pick(line(tableOf(blocks), 0)), ['4.50', '0', '0.250', '']);
  assert.deepEqual(pick(line(tableOf(blocks), 1)), ['2.00', '', '', '1.00']);
  assert.match(
    columnNotes![0]!.text,
    /^Gen0, Gen1, Gen2, concurrent: .*; Gen0 is what the runtime calls young\.$/,
  );
});

test('bdn: collections as the runtime orders them, explained only where there is room for them', async () => {
  const ruby = memory({ collections: { minor: known(2), major: known(1) } });
  const run = counted([ruby, ruby]);
  const heads = tableOf(inStyle('bdn', run).blocks).columns.map(({ head }) => head);
  assert.ok(heads.indexOf('minor') === heads.indexOf('major') - 1);
  const render = (width: number) =>
    renderReport(run, { format: 'terminal', style: 'bdn', terminal: { width, color: false } });
  assert.match(await render(200), /minor, major: collections in 1,000 operations/);
  assert.doesNotMatch(await render(80), /collections in 1,000 operations/);
});

test('bdn: allocated in units of 1,024 bytes, as there', () => {
  const bytes = [1000, 286_341, 45_738_608].map((value) => memory({ allocated: known(value) }));
  const table = tableOf(inStyle('bdn', counted(bytes)).blocks);
  const found = [0, 1, 2].map((i) => [line(table, i).Allocated, line(table, i)['Alloc Ratio']]);
  assert.deepEqual(found, [
    ['1,000 B', '1.00'],
    ['279.63 KB', '286.34'],
    ['43.62 MB', '45,738.61'],
  ]);
});

test('a style adds nothing where no row is ranked', () => {
  const verdict = { verdict: 'crash', reason: 'ended' } as const;
  const run = smallRun([[10]], { outcomes: [outcome(0, { verdict })] });
  for (const style of TABLE_STYLES) assert.deepEqual(inStyle(style, run), { blocks: [], notes: [] });
});

test('aligned lines keep their spaces; those that are too long are broken, not cut', () => {
  const verbatim = { kind: 'verbatim', lines: ['   a: 1', ' long: one two three'] } as const;
  assert.equal(renderTerminal([verbatim], { width: 12, color: false }), '   a: 1\n long: one\n  two three\n');
});

test('aligned lines are fenced code in Markdown, whatever backticks a name has', () => {
  const run = smallRun([[10]], { contenders: [contender('node/a```b')] });
  const text = renderMarkdown(inStyle('ips', run).blocks);
  assert.match(text, /^````\nComparison:\n[^\n]*node\/a```b: [^\n]*\n````\n$/);
});

test('in short: every case and every row that failed, and where it was measured', async () => {
  const run = await recordedRun();
  const options = { format: 'summary', terminal: { width: 80, color: false } } as const;
  const text = await renderReport(run, options);
  const view = buildView(run);
  for (const { dataset, size, task, ranked } of view.cases) {
    assert.ok(text.includes(`**${dataset}/${size}, ${task}**`));
    for (const { serializer } of ranked)
      assert.ok(text.includes(serializer.replaceAll('|', '\\|')), serializer);
  }
  for (const row of ['scalajack-8', 'scalajack-7', 'avsc']) assert.ok(text.includes(row), row);
  assert.match(text, /\nMeasured 2026-01-02 with wiremark 0\.1\.0 on [^\n]*\n$/);
  assert.doesNotMatch(text, /× walk|cold start/);
});
