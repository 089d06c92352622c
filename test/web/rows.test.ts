import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyze } from '../../src/analysis/analyze.ts';
import { chosenOf } from '../../src/analysis/choose.ts';
import { sortOrder } from '../../src/web/run/case.tsx';
import { choicesOf, fastestOverLink, frontierOf } from '../../src/web/run/size-time.tsx';
import { choosable, FRESH, fromHash, isChosen, type PageState, toHash } from '../../src/web/run/state.ts';
import { RECORDED } from '../report/recorded.ts';

const view = analyze(RECORDED);
const rows = view.cases.flatMap(choosable);

const names = (text: string) => rows.filter((row) => isChosen(text, row)).map(({ name }) => name);

const caseOf = (dataset: string, task: string) =>
  view.cases.find((one) => one.dataset === dataset && one.task === task)!;
test('without a filter every row is shown; a limit can be chosen only if it failed', () => {
  assert.equal(names('').length, rows.length);
  assert.ok(rows.every(({ kind, limit }) => limit === null || kind === 'failed'));
});

test('beginnings of words are found in cases, names, versions, formats, verdicts and reasons, in upper or lower case', () => {
  assert.deepEqual(names('  CRASH nosuchmethod '), ['ark/scalajack-8']);
  assert.deepEqual(new Set(names('0.14.15')), new Set(['ark/circe']));
  assert.deepEqual(new Set(names('ark protobuf')), new Set(['ark/protobuf']));
  assert.deepEqual(names('circe nobody'), []);
  const serializing = rows.filter(({ name, task }) => name === 'ark/circe' && task === 'serialize');
  assert.equal(names('ark/circe serialize').length, serializing.length);
});

test('limits are shown only beside a ranked row of their runtime, as in a report', () => {
  const one = view.cases.find(({ limits }) => limits.length > 0)!;
  assert.deepEqual(chosenOf(one, () => true).limits, one.limits);
  for (const format of ['json', 'protobuf', 'avro']) {
    const { ranked, limits } = chosenOf(one, (row) => row.format === format);
    assert.ok(limits.every((limit) => ranked.some(({ runtime }) => runtime === limit.runtime)));
  }
});

test('rows are sorted by values, not texts, with blanks last in both directions', () => {
  const one = caseOf('users', 'serialize');
  const walks = (descending: boolean) =>
    sortOrder(one.ranked, { column: 'times_walk', descending }).map(
      (place) => one.ranked[place]!.bounds.timesWalk?.estimate ?? null,
    );
  for (const descending of [false, true]) {
    const found = walks(descending);
    const sorted = found.filter((value) => value !== null).sort((a, b) => (descending ? b - a : a - b));
    assert.ok(sorted.length > 1 && sorted.length < found.length);
    assert.deepEqual(found.slice(0, sorted.length), sorted);
  }
});

test("the address keeps the reader's choice, and is empty on a fresh page", () => {
  assert.equal(toHash(FRESH), '');
  const sort = { column: 'times_walk', descending: true } as const;
  const state: PageState = { ...FRESH, text: 'jack son&=%#', sort };
  assert.deepEqual(fromHash(`#${toHash(state)}`), state);
  const ascending = { ...state, sort: { column: 'bytes', descending: false } };
  assert.deepEqual(fromHash(`#${toHash(ascending)}`), ascending);
});

test('the valid parts of a damaged address are used', () => {
  assert.deepEqual(fromHash('#text=ark&nonsense&%zz'), { ...FRESH, text: 'ark' });
});

const SIZED = [
  { name: 'mill/quick', ns: 200, bytes: 1000 },
  { name: 'mill/small', ns: 1000, bytes: 500 },
  { name: 'mill/beaten', ns: 300, bytes: 1000 },
].map((row) => ({ ...row, work: 'serialize' }));

test('the frontier has the rows that no other row beats in both time and bytes', () => {
  const found = frontierOf(SIZED).map(({ name }) => name);
  assert.deepEqual(found, ['mill/quick', 'mill/small']);
});

for (const [link, rate, said] of [
  [
    100,
    1000,
    'At 100 Mbit/s, mill/small takes least for a document: 41.0 µs (serialize: 1.00 µs, 500 bytes on the link: 40.0 µs). The next, mill/quick, takes 1.96 times as long. All rows can keep up with 1,000 documents per second.',
  ],
  [
    1e5,
    2e6,
    'At 100,000 Mbit/s, of the 2 choices that can keep up with 2,000,000 documents per second, mill/quick takes least for a document: 280 ns (serialize: 200 ns, 1,000 bytes on the link: 80.0 ns). The next, mill/beaten, takes 1.36 times as long.',
  ],
  [
    1,
    1e6,
    'At 1 Mbit/s, no choice can keep up with 1,000,000 documents per second; mill/small comes closest with 250.',
  ],
  [0, 1, 'Both numbers must be above 0.'],
] as const)
  test(`over a link of ${link} Mbit/s, the row that takes least is named, if it can keep up`, () => {
    assert.equal(fastestOverLink(SIZED, link, rate), said);
  });

test('choices are rows without and with each compression, if its times are known', () => {
  const one = caseOf('record', 'serialize');
  assert.deepEqual(choicesOf(one), []);
  const packing = { gzipNs: 5, zstdNs: 7, brotliNs: 9, gunzipNs: 1, unzstdNs: 1, unbrotliNs: 1 };
  const ranked = one.ranked.map((row) => ({ ...row, sizes: { ...row.sizes!, ...packing } }));
  const { sizes, nsPerOp } = ranked.find(({ name }) => name === 'ark/circe')!;
  const [ns, bytes] = [nsPerOp.estimate + 5, sizes.gzip];
  const found = choicesOf({ ...one, ranked }).find(({ name }) => name === 'ark/circe with gzip');
  assert.deepEqual(found, { name: 'ark/circe with gzip', work: 'serialize and compress', ns, bytes });
});

test('rows that take as long over a link are named together, and a single row has no next', () => {
  const twins = SIZED.slice(0, 1).flatMap((row) => [row, { ...row, name: 'mill/twin' }]);
  const told = fastestOverLink(twins, 100, 1);
  const both = /mill\/quick and mill\/twin take least .*\)\. All rows can keep up with 1 documents? per/;
  assert.match(told, both);
});
