import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnalyzedRun, analyze, type RecordedRun } from '../../src/analysis/analyze.ts';
import { parsePublished } from '../../src/define/published.ts';
import type { PublishedFigure } from '../../src/define/published-figure.ts';
import { compareWithPublished, type PublishedTable } from '../../src/report/published/published.ts';
import {
  composeTable,
  publishedSentence,
  summarizePublished,
  tableSentence,
} from '../../src/report/published/tables.ts';
import { calledOf } from '../../src/report/run/commands.ts';
import { composeReport } from '../../src/report/run/compose.ts';
import { renderTerminal } from '../../src/report/text/terminal.ts';
import { publishedBy, RECORDED } from './recorded.ts';
import { failed, namedRun, rounds, smallRun, withRecord, withSamples } from './small-run.ts';

const compared = (view: AnalyzedRun, published: readonly PublishedFigure[]) =>
  compareWithPublished({ ...view, published });

const view = analyze(RECORDED);

const SCALAJACK = publishedBy('scalajack')
  .published!.filter(({ edition }) => edition === 'scalajack-7')
  .map((figure) => ({ ...figure, edition: '' }));
const HEAD = 'table,serializer,label,dataset,size,task,work,metric,value,error,unit,note';

test('published ratios are of times, relative to the row that the run is relative to', () => {
  const [table] = compared(view, SCALAJACK);
  const ratioOf = (row: string) => table!.rows.find(({ name }) => name === row)!.published.ratio;
  assert.equal(table!.baseline, 'ark/zio-json');
  assert.equal(ratioOf('ark/zio-json'), 1);
  assert.ok(Math.abs(ratioOf('ark/circe') - 818228.736 / 1939339.085) < 1e-12);
});

test('a tree row is not compared if the tree was not measured here', () => {
  const { cases } = RECORDED.record;
  const without = cases.map((one) => (one.task === 'to-tree' ? { ...one, size: 'other' } : one));
  const [table] = compared(analyze(withRecord(RECORDED, { cases: without })), SCALAJACK);
  const circe = table!.rows.find(({ name }) => name === 'ark/circe')!;
  assert.deepEqual([circe.measured, circe.absent], [null, 'not in this run']);
  assert.match(circe.causes[0]!, /^the page's row did to-tree; the whole task/);
  assert.match(tableSentence(table!), /^1 row compared; 6 more can't be compared\.$/);
});

type Published = readonly [name: string, label: string, ns: number];

/** Published times of rows of the recorded run's first case, or of another run's only one. */
function publishedTimes(rows: readonly Published[], runtime = 'ark', sized = 'record,single') {
  const lines = rows.map(
    ([name, label, ns]) => `t,${runtime}/${name},${label},${sized},serialize,serialize,mean,${ns},,ns,`,
  );
  return parsePublished([HEAD, ...lines].join('\n'), 'x.csv');
}

/** Compares rows mill/a, mill/b, … with a page that has these times. */
function beside(run: RecordedRun, ...page: readonly (readonly [name: string, ns: number])[]): PublishedTable {
  const rows = page.map(([name, ns]): Published => [name, name, ns]);
  return compared(analyze(run), publishedTimes(rows, 'mill', 'd,s'))[0]!;
}

test('ranks are among the rows that both sides rank', () => {
  const comparedRows = (...names: string[]) =>
    compared(view, publishedTimes(names.map((name, i) => [name, name, 1 + i])))[0]!;
  // Measured in this order, except ScalaJack 7, which isn't ranked here and counts for nothing.
  const same = comparedRows('jsoniter-scala', 'scalajack-7', 'zio-json', 'circe', 'argonaut');
  const ranks = same.rows.map(({ published }) => `${published.rank} ${published.common}`);
  assert.deepEqual(ranks, ['1 1', '2 null', '3 2', '4 3', '5 4']);
  const expected = /^2 of the 4 compared rows kept their rank; 2 more too uncertain to tell;/;
  assert.match(tableSentence(same), expected);
  const swapped = comparedRows('jsoniter-scala', 'argonaut', 'zio-json', 'circe');
  assert.match(tableSentence(swapped), /^2 of the 4 compared rows changed rank: /);
  assert.match(tableSentence(comparedRows('circe')), /^1 row compared/);
});

test('only a row that moved has its version as a cause', () => {
  const figures = publishedTimes([
    ['zio-json', 'ZIO 0.6.0-rc2', 1420],
    ['circe', 'Circe 0.14.15', 100],
    ['argonaut', 'Argonaut', 3960],
    ['play-json', 'Play 2.9.4', 700],
  ]);
  const [table] = compared(view, figures);
  const causes = new Map(table!.rows.map(({ name, moved, causes }) => [name, [moved, ...causes]]));
  // Play was faster than argonaut and zio-json there, so that all but circe have another place.
  assert.deepEqual(causes.get('ark/play-json'), [true, 'version 2.9.4 there, 3.0.5 here']);
  assert.deepEqual(causes.get('ark/circe'), [true]);
  assert.deepEqual(causes.get('ark/zio-json'), [true, 'version 0.6.0-rc2 there, 0.7.44 here']);
  const still = publishedTimes([
    ['zio-json', 'ZIO 0.1', 1420],
    ['argonaut', 'A 0.1', 3960],
  ]);
  const [unmoved] = compared(view, still);
  for (const { moved, causes } of unmoved!.rows) assert.deepEqual([moved, causes], [false, []]);
});

test('tables whose case is not in the run are left out', () => {
  assert.deepEqual(compared({ ...view, cases: [] }, SCALAJACK), []);
});

const GOOD = 't,ark/a,A,d,s,serialize,serialize,mean,1.5,0.1,ms,';
const inEdition = (name: string) => `edition,${HEAD}\n${name},${GOOD}`;

for (const [what, text, message] of [
  ['an unknown task', [HEAD, GOOD, GOOD.replace('serialize', 'wirte')].join('\n'), /:3: task: /],
  ['a decimal comma', [HEAD, GOOD.replace('1.5', '"1,5"')].join('\n'), /:2: value: /],
  ['no value', [HEAD, GOOD.replace('1.5', '')].join('\n'), /:2: value: /],
  ['a name without runtime', [HEAD, GOOD.replace('ark/a', 'a')].join('\n'), /:2: serializer: /],
  ['a unit that has no order', [HEAD, GOOD.replace(',ms,', ',parsecs,')].join('\n'), /:2: unit: /],
  ['too few cells', `${HEAD}\nt,ark/a\n`, /^x\.csv/],
  ['an edition that the suite lacks', inEdition('v3'), /:2: edition: .* "v3"\. Did you mean "v2"\?$/],
  ['no edition, where there are some', [HEAD, GOOD].join('\n'), /edition "".* There are "v2", "v1"\.$/],
] as const)
  test(`${what} is refused with its line`, () => {
    const editions = what.includes('edition') ? ['v2', 'v1'] : undefined;
    assert.throws(() => parsePublished(text, 'x.csv', editions), { name: 'DefinitionError', message });
  });

/** On the page, and here. */
const ranksOf = ({ rows }: PublishedTable) =>
  rows.map(({ label, published, measured }) => {
    return `${label}: ${published.common}, ${measured!.rank}–${measured!.rankLast}`;
  });

test('the order of tied rows is not compared', () => {
  // Second and third differ by noise alone; the page has them the other way round, and so far apart that it is worth a word.
  const noise = (i: number) => 1 + (i % 2 === 0 ? 0.01 : -0.0101);
  const tied = rounds(10, (i) => 2000 * noise(i));
  const run = namedRun({ 'mill/a': 1000, 'mill/b': 2000, 'mill/c': tied, 'mill/d': 4000 });
  const table = beside(run, ['c', 1], ['a', 1.1], ['b', 2.2], ['d', 4.4]);
  assert.deepEqual(ranksOf(table), ['c: 1, 2–3', 'a: 2, 1–1', 'b: 3, 2–3', 'd: 4, 4–4']);
  const changed = /2 of the 4 compared rows changed rank: mill\/c from 1 to 2–3, mill\/a from 2 to 1; 1 more/;
  assert.match(told(table), changed);
  assert.match(told(table), / 1 more too uncertain/);
  assert.match(inShort(table), changed);
});

test('allocated bytes are shown beside the published bytes', () => {
  const line = (name: string, value: number, note = '') =>
    `memory,ark/${name},${name},record,single,serialize,serialize,allocated,${value},,bytes,${note}`;
  const lines = [line('zio-json', 3408), line('circe', 1717), line('play-json', 100)];
  const text = [HEAD, ...lines, line('scalajack-7', 1, 'old')].join('\n');
  const [table] = compared(view, parsePublished(text, 'x.csv'));
  const amounts = table!.amounts.map(({ measured }) => measured && Math.round(measured));
  assert.deepEqual(amounts, [3408, 3434, null, null]);
  assert.deepEqual([table!.amounts[3]!.absent, table!.amounts[3]!.causes], ['unavailable', ['old']]);
  const shown = told(table!, 120);
  assert.match(shown, /as +allocated bytes +published[^\n]*\nzio-json +ark\/zio-json +3,408 +3,408 /);
  assert.match(shown, /circe +ark\/circe +1,717 +3,434 +100 % more/);
  assert.match(shown, /play-json +ark\/play-json +100 +— +not counted here/);
  const counted =
    /memory \(record\/single, serialize\): allocated bytes of 1 of 2 rows within 10 % of the page's\./;
  assert.match(inShort(table!), counted);
});

test('if all rows are tied, the sentence says that they are too uncertain', () => {
  const noise = (i: number, row: number) => 2000 * (1 + (((i * 7 + row * 3) % 5) - 2) * 0.01);
  const times = ['a', 'b', 'c'].map((name, row) => [`mill/${name}`, rounds(10, (i) => noise(i, row))]);
  const table = beside(namedRun(Object.fromEntries(times)), ['a', 1], ['b', 2], ['c', 3]);
  assert.deepEqual(ranksOf(table), ['a: 1, 1–3', 'b: 2, 1–3', 'c: 3, 1–3']);
  assert.match(tableSentence(table), /^all 3 compared rows are too uncertain to tell a rank change\.$/);
});

/** Compares version 0.3.6 of four rows with a page that has version 0.5.1. */
function fourRows(count: number, waitNs: number) {
  const names = ['a', 'b', 'c', 'd'];
  const rows = names.map((name, row) => {
    const ns = rounds(count, (i) => 1000 * 2 ** row * (1 + (i % 3) / 1000));
    return [`mill/${name}`, { ns, version: '0.3.6' }];
  });
  const page = ['b', 'a', 'c', 'd'].map((name, i): Published => [name, `lib_${name} 0.5.1`, 2 ** i]);
  const run = namedRun(Object.fromEntries(rows));
  const view = analyze(withSamples(run, ({ ns }) => ({ ns: ns + waitNs, waitNs })));
  return compared(view, publishedTimes(page, 'mill', 'd,s'))[0]!;
}

const told = (table: PublishedTable, width = 200) =>
  renderTerminal(composeTable(table), { width, color: false });
const inShort = (table: PublishedTable) =>
  renderTerminal(summarizePublished([table], 'x'), { width: 200, color: false });

test('on a busy machine, changes are only likely', () => {
  const quiet = fourRows(10, 0);
  assert.match(tableSentence(quiet), /^2 of the 4 compared rows changed rank: mill\/b from 1 to 2, /);
  assert.match(told(quiet), /mill\/b +1 +1 +2 +0\.500 +2\.00 .* 4\.00× slower /);
  const busy = fourRows(10, 1e6);
  for (const unsure of [busy, fourRows(1, 0)]) {
    const expected = /^2 of the 4 compared rows probably changed rank: mill\/b from 1 to ~2, /;
    assert.match(tableSentence(unsure), expected);
    assert.match(told(unsure), /mill\/b +1 +1 +~2 +0\.500 +2\.00 .* ~4\.00× slower /);
  }
});

test('a change is unclear if the measured interval includes the published ratio', () => {
  const noise = (i: number) => 2000 * (1 + ((i % 5) - 2) * 0.02);
  const run = namedRun({ 'mill/a': 1000, 'mill/b': rounds(10, noise) });
  assert.match(told(beside(run, ['a', 1], ['b', 2.01])), /mill\/b .*\d× (faster|slower)\?\n/);
});

test('the answer of a run has one sentence on all published tables', () => {
  const expected = 'Published: 4 of the 8 compared rows changed rank.';
  assert.equal(publishedSentence([fourRows(10, 0), fourRows(10, 0)]), expected);
  assert.equal(publishedSentence([]), null);
  const run = smallRun([1000, 2000]);
  const blocks = composeReport(analyze(run), [fourRows(10, 0)], calledOf(run.record, 'w'));
  const report = renderTerminal(blocks, { width: 300, color: false });
  assert.match(report, /\nPublished: 2 of the 4 compared rows changed rank\.\nNext: /);
});

test('a narrow terminal keeps the published and measured columns, and the name of the bytes', () => {
  const [scalajack] = compared(view, SCALAJACK);
  const lines = told(scalajack!, 40).split('\n');
  assert.ok(lines.some((line) => /^here +published +measured$/.test(line)));
  const line = 'memory,ark/zio-json,zio,record,single,serialize,serialize,allocated,1,,bytes,';
  const [memory] = compared(view, parsePublished([HEAD, line].join('\n'), 'x.csv'));
  assert.match(told(memory!, 40), /\nallocated bytes +published +measured\n/);
});

function unavailable() {
  const absent = failed('unavailable', 'no repository; is it down?');
  const outcomes = RECORDED.record.outcomes.map((one) => ({ ...one, ...absent }));
  return analyze(withRecord(RECORDED, { outcomes }));
}

test("without a measured row, published ratios are relative to the suite's baseline", () => {
  const [table] = compared(unavailable(), SCALAJACK);
  assert.equal(table!.baseline, 'ark/zio-json');
  const found = table!.rows.map(({ published }) => published.ratio.toFixed(2)).join(' ');
  assert.equal(found, '0.32 0.42 0.48 1.00 1.14 1.87 7.70');
  const [first, ...others] = table!.rows.map(({ absent }) => absent);
  assert.deepEqual([first, ...new Set(others)], ['invalid there', 'unavailable']);
  const text = told(table!);
  assert.match(text, /^7 rows can't be compared\.\n/m);
  const expected = /Published, not in the run: ark\/circe, [^:]*: unavailable: no repository; is it down\?/;
  assert.match(text, expected);
  assert.doesNotMatch(text, /\bmeasured|\bthen\b|\bnow\b|Kendall/, 'columns and figures that no row has');
});

test('a published row with invalid output is no reference', () => {
  const figures = SCALAJACK.filter(({ work }) => work === 'invalid');
  assert.deepEqual(compared(unavailable(), figures)[0]!.rows, []);
});

test('names stay whole in a narrow terminal', () => {
  for (const suite of ['scalajack', 'playground'])
    for (const table of compareWithPublished({ ...view, ...publishedBy(suite) })) {
      const text = told(table, 60);
      for (const { name } of [...table.rows, ...table.amounts])
        assert.match(text, new RegExp(`^${name} +`, 'm'));
    }
});
