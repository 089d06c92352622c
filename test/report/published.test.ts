import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DefinitionError } from '../../src/define/error.ts';
import { parsePublished } from '../../src/define/published.ts';
import type { PublishedFigure } from '../../src/define/published-figure.ts';
import { holdAgainst, type PublishedRow } from '../../src/report/published/published.ts';
import { composePublished, summarizePublished } from '../../src/report/published/tables.ts';
import { renderTerminal } from '../../src/report/text/terminal.ts';
import { buildView, type RunView } from '../../src/report/view/view.ts';
import { publishedFigures, recordedRun } from './recorded.ts';
import { contender, rounds, smallRun } from './small-run.ts';

const held = (view: RunView, published: readonly PublishedFigure[]) => holdAgainst({ ...view, published });

const HEAD = 'table,serializer,label,dataset,size,task,work,metric,value,error,unit,note';

async function scalajackRows(): Promise<(name: string) => PublishedRow> {
  const view = buildView(await recordedRun());
  const [table] = held(view, publishedFigures('scalajack'));
  assert.equal(table!.baseline, 'jvm/zio-json');
  return (name) => table!.rows.find((row) => row.name === name)!;
}

test('published ratios are of times, relative to the row that the run is relative to', async () => {
  const row = await scalajackRows();
  assert.equal(row('jvm/zio-json').published.ratio, 1);
  assert.ok(Math.abs(row('jvm/circe').published.ratio - 818228.736 / 1939339.085) < 1e-12);
  assert.equal(row('jvm/hand-written-scala').published.rank, 1);
  assert.equal(row('jvm/scalajack-7').published.rank, 7);
});

test('a published row that stopped at the tree says so, with what the tree and the text cost here', async () => {
  const row = await scalajackRows();
  // The recorded run was made with 1,180 ns to the tree, 3,960 ns to text, and 1,420 ns of the baseline to text.
  assert.match(
    row('jvm/argonaut').explanation,
    /^published stopped at the tree; here to-tree is about 0\.8\d, the whole task 2\.79$/,
  );
  assert.match(row('jvm/hand-written-scala').explanation, /^published wrote invalid JSON/);
});

test('a published row that has no figure here says why', async () => {
  const row = await scalajackRows();
  assert.equal(row('jvm/scalajack-8').measured, null);
  assert.match(
    row('jvm/scalajack-8').explanation,
    /^crash here: java\.lang\.NoSuchMethodError: scala\.quoted$/,
  );
  assert.match(row('jvm/scalajack-7').explanation, /^unavailable here: /);
});

test('ranks here are among the published rows: others in the run move nobody', async () => {
  const row = await scalajackRows();
  assert.deepEqual(
    ['jvm/hand-written-scala', 'jvm/zio-json', 'jvm/circe', 'jvm/argonaut', 'jvm/play-json'].map(
      (name) => row(name).measured?.rank,
    ),
    [1, 2, 3, 4, 5],
  );
});

test('a tree row says so even where the tree was not measured here', async () => {
  const { record, samples } = await recordedRun();
  const cases = record.cases.map((one) => (one.task === 'to-tree' ? { ...one, size: 'other' } : one));
  const [table] = held(buildView({ record: { ...record, cases }, samples }), publishedFigures('scalajack'));
  const circe = table!.rows.find(({ name }) => name === 'jvm/circe')!;
  assert.equal(circe.explanation, 'published stopped at the tree; to-tree was not measured here');
});

test('a row that did the same work and moved far is told by how much', async () => {
  const view = buildView(await recordedRun());
  const lines = ['jvm/zio-json,ZIO,100', 'jvm/argonaut,Argonaut,100'].map((line) => {
    const [serializer, label, value] = line.split(',');
    return `t,${serializer},${label},record,single,serialize,serialize,mean,${value},,ns,`;
  });
  const [table] = held(view, parsePublished([HEAD, ...lines].join('\n'), 'x.csv'));
  assert.match(table!.rows[1]!.explanation, /^same work, 2\.8x slower beside the baseline than published/);
});

type Published = readonly [name: string, label: string, ns: number];

/** Published times of rows that the recorded run has on its first case. */
function publishedTimes(...rows: Published[]) {
  const lines = rows.map(
    ([name, label, ns]) => `t,jvm/${name},${label},record,single,serialize,serialize,mean,${ns},,ns,`,
  );
  return parsePublished([HEAD, ...lines].join('\n'), 'x.csv');
}

test('ranks agree as far as the rows that both sides rank do', async () => {
  const view = buildView(await recordedRun());
  const heldRows = (...rows: Published[]) => held(view, publishedTimes(...rows))[0]!;
  // Measured: jsoniter-scala, zio-json, circe, argonaut. ScalaJack 7 isn't ranked here and counts for nothing.
  const same = heldRows(
    ['jsoniter-scala', 'A', 1],
    ['scalajack-7', 'B', 2],
    ['zio-json', 'C', 3],
    ['circe', 'D', 4],
    ['argonaut', 'E', 5],
  );
  assert.deepEqual(same.agreement, { rows: 4, spearman: 1, kendall: 1 });
  assert.deepEqual(
    same.rows.map(({ published }) => [published.rank, published.common]),
    [
      [1, 1],
      [2, null],
      [3, 2],
      [4, 3],
      [5, 4],
    ],
  );
  // One pair of six changed sides: tau = 4/6, rho = 1 - 6 · 2/60.
  const swapped = heldRows(
    ['jsoniter-scala', 'A', 1],
    ['circe', 'D', 3],
    ['zio-json', 'C', 4],
    ['argonaut', 'E', 5],
  );
  assert.ok(Math.abs(swapped.agreement.kendall! - 2 / 3) < 1e-12);
  assert.ok(Math.abs(swapped.agreement.spearman! - 0.8) < 1e-12);
  assert.deepEqual(heldRows(['circe', 'D', 3]).agreement, { rows: 1, spearman: null, kendall: null });
});

test('rows that did other work on the page are left out of the second correlation', async () => {
  const [table] = held(buildView(await recordedRun()), publishedFigures('scalajack'));
  assert.deepEqual([table!.agreement.rows, table!.sameWork.rows], [5, 1]);
});

test('a row that moved says which version it was, and a row that did not says nothing', async () => {
  const view = buildView(await recordedRun());
  const figures = publishedTimes(
    ['zio-json', 'ZIO 0.6.0-rc2', 1420],
    ['circe', 'Circe 0.14.15', 100],
    ['argonaut', 'Argonaut', 3960],
    ['play-json', 'Play 2.9.4', 700],
  );
  const [table] = held(view, figures);
  const causes = new Map(table!.rows.map(({ name, moved, causes }) => [name, [moved, ...causes]]));
  // Play was faster than argonaut and zio-json there, so that all but circe have another place.
  assert.deepEqual(causes.get('jvm/play-json'), [
    true,
    'same work, 7.4x slower beside the baseline',
    'version 2.9.4 there, 3.0.5 here',
  ]);
  assert.deepEqual(causes.get('jvm/circe'), [true, 'same work, 14.3x slower beside the baseline']);
  assert.deepEqual(causes.get('jvm/zio-json'), [true, 'version 0.6.0-rc2 there, 0.7.44 here']);
  const [unmoved] = held(view, publishedTimes(['zio-json', 'ZIO 0.1', 1420], ['argonaut', 'A 0.1', 3960]));
  assert.deepEqual(
    unmoved!.rows.map(({ moved, causes }) => [moved, ...causes]),
    [[false], [false]],
  );
});

test('sizes stand beside ours, with the note on those that were never flushed', async () => {
  const view = buildView(await recordedRun());
  const tables = held(view, publishedFigures('playground'));
  const sizes = tables.filter(({ sizes }) => sizes.length > 0);
  assert.deepEqual(
    sizes.map(({ sizes }) => sizes.map(({ bytes, gzip }) => [bytes, gzip])),
    [
      [
        [33388, 10],
        [33342, 10],
        [12008, 10],
      ],
      [
        [33326, 10],
        [33372, 10],
        [12001, 10],
      ],
      [
        [33372, 13054],
        [33364, 13084],
        [12005, 10819],
      ],
    ],
  );
  assert.match(sizes[0]!.sizes[0]!.explanation, /not yet flushed/);
  assert.equal(sizes[2]!.sizes[0]!.explanation, '');
});

test('tables whose case is not in the run are left out', async () => {
  const view = buildView(await recordedRun());
  assert.deepEqual(held({ ...view, cases: [] }, publishedFigures('scalajack')), []);
});

const GOOD = 't,jvm/a,A,d,s,serialize,serialize,mean,1.5,0.1,ms,';

for (const [what, text, line, key] of [
  ['an unknown task', [HEAD, GOOD, GOOD.replace('serialize', 'wirte')].join('\n'), 3, 'task'],
  ['a decimal comma', [HEAD, GOOD.replace('1.5', '"1,5"')].join('\n'), 2, 'value'],
  ['no value', [HEAD, GOOD.replace('1.5', '')].join('\n'), 2, 'value'],
  ['a name without runtime', [HEAD, GOOD.replace('jvm/a', 'a')].join('\n'), 2, 'serializer'],
  ['a unit that has no order', [HEAD, GOOD.replace(',ms,', ',parsecs,')].join('\n'), 2, 'unit'],
] as const)
  test(`${what} is refused with its line`, () => {
    assert.throws(
      () => parsePublished(text, 'x.csv'),
      (error) => error instanceof DefinitionError && error.line === line && error.key === key,
    );
  });

test('a line with too few cells is refused', () => {
  assert.throws(() => parsePublished(`${HEAD}\nt,jvm/a\n`, 'x.csv'), DefinitionError);
});

test('of rows that this run cannot tell apart nothing is said of their order', () => {
  // Second and third differ by noise alone; the page has them the other way round, and so far apart that it is worth a word.
  const noise = (i: number) => 1 + (i % 2 === 0 ? 0.01 : -0.0101);
  const run = smallRun(
    [
      rounds(10, () => 1000),
      rounds(10, () => 2000),
      rounds(10, (i) => 2000 * noise(i)),
      rounds(10, () => 4000),
    ],
    { contenders: ['a', 'b', 'c', 'd'].map((name) => contender(`node/${name}`)) },
  );
  const page = [
    ['c', 1],
    ['a', 1.1],
    ['b', 2.2],
    ['d', 4.4],
  ].map(([name, ns]) => `t,node/${name},${name},d,s,serialize,serialize,mean,${ns},,ns,`);
  const view = buildView(run);
  const [table] = held(view, parsePublished([HEAD, ...page].join('\n'), 'x.csv'));
  assert.deepEqual(
    table!.rows.map(({ label, published, measured }) => [
      label,
      published.common,
      measured!.rank,
      measured!.last,
    ]),
    [
      ['c', 1, 2, 3],
      ['a', 2, 1, 1],
      ['b', 3, 2, 3],
      ['d', 4, 4, 4],
    ],
  );
  // Five pairs are told apart, of which one changed sides.
  assert.ok(Math.abs(table!.agreement.kendall! - 3 / Math.sqrt(6 * 5)) < 1e-12);
  const told = renderTerminal(composePublished([table!]), { width: 200, color: false });
  assert.match(told, /c: 1 to 2–3, ratio/);
  assert.doesNotMatch(told, /b: 3 to/);
  const short = renderTerminal(summarizePublished([table!], 'id'), { width: 200, color: false });
  assert.match(short, /another place: c from 1 to 2–3, a from 2 to 1;\s+rank/);
});

test('allocated bytes stand beside those of the page, as figures', async () => {
  const view = buildView(await recordedRun());
  const line = (name: string, value: number, note = '') =>
    `memory,jvm/${name},${name},record,single,serialize,serialize,allocated,${value},,bytes,${note}`;
  const figures = parsePublished(
    [
      HEAD,
      line('zio-json', 3408),
      line('circe', 1717),
      line('play-json', 100),
      line('scalajack-7', 1, 'old'),
    ].join('\n'),
    'x.csv',
  );
  const [table] = held(view, figures);
  assert.deepEqual(
    table!.allocations.map(({ bytes, measured }) => [bytes, measured === null ? null : Math.round(measured)]),
    [
      [3408, 3408],
      [1717, 3434],
      [100, null],
      [1, null],
    ],
  );
  assert.match(table!.allocations[3]!.explanation, /^old; unavailable here: /);
  const text = renderTerminal(composePublished([table!]), { width: 120, color: false });
  assert.match(text, /zio-json +jvm\/zio-json +3,408 +3,408 +(same|0)/);
  assert.match(text, /circe +jvm\/circe +1,717 +3,434 +100 % more/);
  assert.match(text, /play-json +jvm\/play-json +100 +— +not counted here/);
  const summary = renderTerminal(summarizePublished([table!], 'x'), { width: 200, color: false });
  assert.match(
    summary,
    /memory \(record\/single, serialize\): allocated bytes of 1 of 2 rows within 10 % of the page's\./,
  );
});
