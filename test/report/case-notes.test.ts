import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyze, type RecordedRun } from '../../src/analysis/analyze.ts';
import { caseNotes, caseSummary } from '../../src/report/tables/case-notes.ts';
import { runFacts, runWarnings } from '../../src/report/tables/notes.ts';
import type { Sample } from '../../src/store/record/record.ts';
import {
  inCases,
  namedRun,
  onlyCase,
  reported,
  rounds,
  slice,
  smallRun,
  stored,
  type WholeRun,
  withSamples,
} from './small-run.ts';

const notesOf = (run: RecordedRun): string =>
  caseNotes(onlyCase(run), run.record)
    .map(({ text }) => text)
    .join('\n');

/** Two rows of ten rounds. @param waitNs how long each slice waited for a core */
function waiting(waitNs: (sample: Sample) => number | null): WholeRun {
  const run = smallRun([1000, 2000]);
  return withSamples(run, (sample) => ({ waitNs: waitNs(sample) }));
}

test('a note has the share of disturbed comparisons and the time that slices waited', () => {
  // In three rounds one of the two rows waited for a tenth of its time; 5 % are still peace.
  const run = waiting(({ contender, round, ns }) => (contender === 1 && round < 3 ? 0.1 * ns : 0.05 * ns));
  const { disturbances, disturbed } = onlyCase(run);
  assert.deepEqual([disturbances.known, disturbances.disturbed, disturbed], [10, 3, false]);
  // 7 · 2000 + 13 of the rest: (3 · 0.1 · 2000 + 7 · 0.05 · 2000 + 10 · 0.05 · 1000) / (10 · 3000).
  assert.ok(Math.abs(disturbances.waited! - 0.06) < 1e-12);
  const told =
    'Other programs disturbed 30 % of the comparisons; slices waited for a core for 6 % of their time.';
  assert.ok(notesOf(run).includes(told), notesOf(run));
  assert.deepEqual(runWarnings(analyze(run)), []);
});

test('if more than half was disturbed, every claim loses a grade and the first sentence says so', async () => {
  const run = waiting(({ ns }) => 0.72 * ns);
  const { disturbed, ranked } = onlyCase(run);
  assert.equal(disturbed, true);
  const [first, second] = ranked;
  assert.deepEqual([first!.rank, second!.rank], [1, 2]);
  assert.deepEqual([second!.finding, second!.grade], ['slower', 'likely']);
  for (const format of ['terminal', 'md', 'summary'] as const) {
    const text = await reported(run, format, { width: 200 });
    assert.equal(text.split('other programs disturbed more than half').length, 2, format);
    assert.match(text, /mill\/s0 is probably fastest: 2\.00× faster than mill\/s1/, format);
    assert.match(text, /~2\.00× slower/, format);
  }
});

const UNKNOWN = [0.5, null, 0, 0];

for (const [what, rows, count, shareOf, expected] of [
  ['exactly half', 2, 10, ({ round }: Sample) => (round < 5 ? 0.5 : 0), [10, 5, false]],
  ['more than half', 2, 10, ({ round }: Sample) => (round < 6 ? 0.5 : 0), [10, 6, true]],
  // In each block another row waits: that is all that is compared of two rows, and 7 of the 28 pairs of eight.
  ['two in turn', 2, 8, ({ round, contender }: Sample) => (round % 2 === contender ? 0.5 : 0), [8, 8, true]],
  ['eight in turn', 8, 8, ({ round, contender }: Sample) => Number(round === contender), [224, 56, false]],
  // In the first block the first row with each of the others, and the last two; all six pairs of the second.
  ['unknown wait', 4, 2, ({ round, contender }: Sample) => (round ? 0 : UNKNOWN[contender]!), [10, 3, false]],
  ['a row of unknown waits', 2, 10, ({ contender }: Sample) => (contender ? 0.5 : null), [10, 10, true]],
] as const)
  test(`disturbed comparisons are counted: ${what}`, () => {
    const run = smallRun(Array.from({ length: rows }, (_, row) => rounds(count, () => 1000 + row)));
    const waited = withSamples(run, (one) => {
      const share = shareOf(one);
      return { waitNs: share && share * one.ns };
    });
    const { disturbances, disturbed } = onlyCase(waited);
    assert.deepEqual([disturbances.known, disturbances.disturbed, disturbed], expected);
  });

test('an unknown wait counts neither as disturbed nor as undisturbed; a note needs a row without any known wait', () => {
  const one = waiting(({ contender, round }) => (contender === 1 && round === 7 ? null : 0));
  assert.deepEqual(onlyCase(one).disturbances.untold, []);
  assert.doesNotMatch(notesOf(one), /the system doesn't report/);
  const never = waiting(({ contender }) => (contender === 0 ? null : 0));
  assert.deepEqual(onlyCase(never).disturbances.untold, ['mill/s0']);
  assert.match(notesOf(never), /Rows of which the system doesn't report how long they waited for a core: /);
});

/** With more samples of the second row. */
function withMore(run: WholeRun, ...more: readonly Partial<Sample>[]): WholeRun {
  const samples = more.map((one): Sample => ({ ...slice, contender: 1, ...one }));
  return { ...run, samples: stored([...run.samples.all, ...samples]) };
}

test('first sight is the time on new documents divided by the warm time of the same round, as a median over rounds', () => {
  const fresh = (round: number, factor: number) =>
    ({ phase: 'unseen', round, ops: 100, ns: 100 * 2000 * (round + 1) * factor }) as const;
  const run = smallRun([rounds(3, () => 1000), rounds(3, (i) => 2000 * (i + 1))]);
  // Of a round that was under way when the run ended, nothing was verified.
  const underWay = { phase: 'block', round: 7, ops: 100, ns: 100 } as const;
  const cases = [{ ...run.record.cases[0]!, rounds: 3 }];
  const ended = { ...run, record: { ...run.record, cases } };
  const seen = withMore(ended, fresh(0, 1.5), fresh(1, 9), fresh(2, 1.2), underWay, fresh(7, 500));
  const row = onlyCase(seen).ranked.find(({ name }) => name === 'mill/s1')!;
  const { median, minimum, maximum, launches } = row.firstSight!;
  const found = [median, minimum, maximum].map((value) => value.toFixed(9)).join();
  assert.equal(found, '1.500000000,1.200000000,9.000000000');
  assert.equal(launches, 3);
  assert.equal(onlyCase(run).ranked[0]!.firstSight, null);
});

test('a row that takes more than three times as long on unseen documents is noted with both times', () => {
  const run = smallRun([rounds(2, () => 1000), rounds(2, () => 2000)]);
  const seen = (times: number) =>
    withMore(
      run,
      ...[0, 1].map((round) => ({ phase: 'unseen', round, ops: 10, ns: 20_000 * times }) as const),
    );
  const told =
    /^Much slower on unseen documents \(times of short slices, unlike the table's\): mill\/s1 \(8\.00 µs instead of 2\.00 µs\)\.$/m;
  assert.match(notesOf(seen(4)), told);
  assert.doesNotMatch(notesOf(seen(2.9)), /unseen/);
});

test('a round that was cut short counts with the blocks that it has', () => {
  const run = smallRun([1000, 2000]);
  const blocks = [{ block: 0 }, { block: 1 }, { block: 2 }];
  const cut = withSamples(run, ({ round }) => (round < 9 ? blocks : blocks[0]!));
  assert.match(caseSummary(onlyCase(cut)), /10 rounds of 3 blocks\.$/);
});

test('the line above a table says how large documents are without the white space of the user', () => {
  const one = onlyCase(namedRun({ 'rill/json': 1000, 'rill/oj': 2000 }));
  const sized = (task: 'serialize' | 'deserialize', raw: number) => {
    const sizes = { raw, gzip: 1, zstd: 1, brotli: 1 };
    return { ...one, task, ranked: one.ranked.map((row) => ({ ...row, sizes })) };
  };
  const written = sized('serialize', 26_373);
  const own = { name: '', documents: 1, timed: 1, held: 0, medianBytes: 1 };
  const summary = (raw: number, run = {}) =>
    caseSummary(sized('deserialize', raw), { cases: [written], ...run });
  assert.match(summary(69_203), /^Mean document: 69,203 bytes as json \(26,373 as rill\/json writes it\)\. /);
  assert.match(summary(26_400), /^Mean document: 26,400 bytes as json\. /);
  assert.match(summary(26_400, { own }), /^Document: 26,400 bytes as json\. /);
});

test('hand-written rows are marked, and the first note explains the mark', async () => {
  const run = namedRun({ 'rill/by-hand': { ns: 1000, bound: 'hand-written' }, 'rill/json': 2000 });
  assert.match(notesOf(run), /^‡ rill\/by-hand is reference code .*\.\n/);
  const text = await reported(run, 'terminal');
  assert.match(text, /^1 +rill\/by-hand ‡ /m);
  assert.match(text, /^‡ rill\/by-hand is reference code/m);
});

test('a row that starts from ready-made objects is named with its time, but not ranked', () => {
  const prefilled = { 'rill/messages': { ns: 1000, bound: 'prefilled' } } as const;
  const run = namedRun({ ...prefilled, 'rill/json': 2000, 'rill/oj': 3000 });
  const { ranked, baseline } = onlyCase(run);
  assert.equal(ranked.map(({ name, rank }) => `${rank} ${name}`).join(), '1 rill/json,2 rill/oj');
  assert.equal(baseline, 'rill/json', 'it is no baseline either');
  assert.match(notesOf(run), /Not ranked: rill\/messages \(1\.00 µs\), which starts from ready-made objects/);
});

test('the line above a table says what the objects of each row are', () => {
  const plain = { ns: 1000, plain: true } as const;
  const typed = { ns: 2000, objects: 'records' };
  const run = namedRun({ 'rill/json': plain, 'rill/classes': typed, 'mill/json': 3000, 'ark/json': plain });
  const objects =
    'Objects: plain, as a JSON parser returns them, for rill/json and ark; typed (records) for rill/classes; typed (classes or dates) for mill.';
  assert.ok(caseSummary(onlyCase(run)).endsWith(objects), caseSummary(onlyCase(run)));
  const one = caseSummary(onlyCase(namedRun({ 'rill/json': typed, 'rill/oj': typed })));
  assert.match(one, / Objects: records\.$/);
  const two = { 'rill/json': typed, 'mill/json': { ns: 1000, objects: 'structs' } };
  assert.match(caseSummary(onlyCase(namedRun(two))), / Objects: structs \(mill\); records \(rill\)\.$/);
});

test('a note says how much of the time converts between plain and typed objects', async () => {
  const row = (share: number, more = {}) => {
    const times = (ns: number) => [ns, 1.01 * ns, 0.99 * ns];
    return { ns: 1000, ...more, conversion: { typed: times(1000), plain: times(1000 * (1 - share)) } };
  };
  const told = (run: WholeRun) => notesOf(run).match(/^Share of the time that converts.*$/m)?.[0];
  const own = { name: 'd', documents: 1, timed: 1, held: 0, medianBytes: 9 };
  const rows = {
    'rill/json': row(0.62),
    'mill/json': row(0.996),
    'ark/json': row(0.05),
    'ark/other': row(-0.2),
  };
  const what =
    "Share of the time that converts between plain and typed objects, in wiremark's code unless the library does it";
  const said = `${what}: mill/json (about 99 %), rill/json (about 62 %).`;
  assert.equal(told(namedRun(rows)), said);
  assert.equal(told(namedRun(rows, { own })), `${said} --objects plain leaves it out.`);
  assert.equal(told(namedRun({ 'rill/json': 1000, 'ark/json': row(0.01), 'mill/json': row(-1) })), undefined);
  assert.match(
    told(namedRun({ 'rill/json': row(0.3, { added: true }) }))!,
    /in the row's code unless .* \(about 30 %\)\.$/,
  );
  const many = Object.fromEntries([1, 2, 3, 4, 5, 6].map((tenth) => [`mill/s${tenth}`, row(tenth / 10)]));
  assert.equal(told(namedRun(many)), `${what}: 6 rows (about 10 to 60 %; --columns +conversion).`);
  const columns = [{ id: 'conversion', more: true }] as const;
  assert.match(
    await reported(namedRun(rows), 'terminal', { width: 200, columns }),
    /^\S+ +ark\/json .* 0\.0500$/m,
  );
});

test('a runtime without known versions of serializers has only its own version', () => {
  const rows = [1, 2].map((ns) => ({ ns, version: null }));
  assert.ok(runFacts(analyze(smallRun(rows, { runtimes: { mill: '20' } }))).includes('mill 20'));
});

test('a round that was under way when the run ended does not count, since it was not verified', () => {
  const run = smallRun([rounds(10, (i) => (i === 9 ? 9e6 : 1000)), 2000]);
  const view = onlyCase(inCases(run, { rounds: 9 }));
  assert.equal(view.rounds, 9);
  assert.ok(view.ranked.every(({ nsPerOp }) => nsPerOp.maximum < 9e6));
});

test('rows with fewer rounds say how many they have', async () => {
  const run = smallRun([rounds(14, () => 1000), 2000, rounds(14, () => 3000)]);
  const text = await reported(run, 'md');
  assert.match(text, /\| finding +\| rounds \|/);
  assert.match(text, /mill\/s1 .* 10 \|\n/);
});

test("a note names rows of which the runtime's empty loop is a tenth or more", () => {
  const text = (a: number, loop: number) => {
    const noOp = { ns: loop, limit: 'no-op' } as const;
    return notesOf(namedRun({ 'mill/a': a, 'mill/b': 400, 'mill/no-op': noOp, 'ark/a': 30 }));
  };
  const short =
    "A tenth or more of the time is the runtime's empty loop: mill/a (25.0 ns of 75.0 ns). Libraries of one runtime differ by more than these ratios.";
  assert.ok(text(75, 25).split('\n').includes(short), text(75, 25));
  assert.ok(!text(260, 25).includes('empty loop'), text(260, 25));
});
