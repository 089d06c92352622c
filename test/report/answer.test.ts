import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AnalyzedCase,
  type AnalyzedRun,
  analyze,
  type RecordedRun,
} from '../../src/analysis/analyze.ts';
import { caseAnswer } from '../../src/analysis/answer.ts';
import { BOTH } from '../../src/analysis/both.ts';
import { choose } from '../../src/analysis/choose.ts';
import type { Filters } from '../../src/plan/filters.ts';
import type { FailedVerdict } from '../../src/plan/verdict.ts';
import { calledOf } from '../../src/report/run/commands.ts';
import { composeReport, reportParts } from '../../src/report/run/compose.ts';
import { composeSummary, jsonReport } from '../../src/report/run/report.ts';
import { composeAnswer, NONE_SHOWN, runAnswer, unanswered } from '../../src/report/tables/answer.ts';
import { caseWords } from '../../src/report/tables/case-answer.ts';
import { decisionBlocks } from '../../src/report/tables/decision.ts';
import type { Table } from '../../src/report/text/document.ts';
import { renderTerminal } from '../../src/report/text/terminal.ts';
import type { OwnDocuments } from '../../src/store/record/record.ts';
import {
  answerWords,
  busy,
  failed,
  inCases,
  namedRun,
  onlyCase,
  recordedFacts,
  reported,
  rounds,
  sizesOf,
  smallRun,
  withRecord,
  withSamples,
  wobbly,
} from './small-run.ts';

const answerOf = (run: RecordedRun) => answerWords(onlyCase(run));
const PROTOBUF = { bytes: 308, output: 'bytes', format: 'protobuf' } as const;
/** Text and bytes in two runtimes, and code by hand that is faster than all. */
const MIXED = namedRun({
  'mill/json': { ns: 2000, bytes: 567 },
  'mill/by-hand': { ns: 100, bytes: 567, bound: 'hand-written' },
  'ark/circe': { ns: 1000, bytes: 567 },
  'ark/avro': { ns: 900, bytes: 200, output: 'bytes', format: 'avro' },
  'ark/protobuf': { ns: 500, ...PROTOBUF },
  'mill/protobuf': { ns: 1500, ...PROTOBUF },
});

const WRONG = failed('mismatch', 'document 0');
const CALLED = calledOf(MIXED.record, './wiremark');

test('where compression was timed, the answer names the quickest way to send a document', () => {
  const times = { gzipNs: 9_000, zstdNs: 6_000, brotliNs: 30_000, gunzipNs: 9, unzstdNs: 9, unbrotliNs: 9 };
  const sent = (zstd: number, task = 'serialize', run = MIXED) => {
    const outcomes = run.record.outcomes.map((one) => ({
      ...one,
      sizes: { ...one.sizes!, gzip: 900 - one.sizes!.raw, zstd: one.sizes!.raw * zstd, ...times },
    }));
    return caseWords({ ...onlyCase(withRecord(run, { outcomes })), task })!.sentences;
  };
  // 200 bytes of avro take 16 µs of the link, and 567 of json 45 µs.
  assert.deepEqual(sent(1), [
    'Of the libraries, ark/protobuf is fastest: 4.00× faster than mill/json, 46 % smaller (gzipped: 78 % larger).',
    'At 100 Mbit/s, ark/avro uncompressed is quickest: 16.9 µs to write and send a document, instead of 47.4 µs with mill/json uncompressed.',
  ]);
  assert.match(sent(0.1)[1]!, /, ark\/avro with zstd is quickest: 8\.50 µs to write and send a document, /);
  assert.match(
    sent(0.1, BOTH)[1]!,
    /quickest: 8\.51 µs to write, send and read a document, instead of 47\.4 µs/,
  );
  assert.deepEqual(answerOf(MIXED).sentences.slice(1), [], 'older runs have no times');
  assert.deepEqual(sent(1, 'to-tree').slice(1), [], 'a tree is not sent');
  // Two rows are tied, although one looks 10 % faster.
  const restless = { ns: rounds(10, (i) => (i % 2 === 0 ? 6e4 : 1.2e5)), bytes: 100 };
  const [slow, other] = [5e5, 9.5e4].map((ns) => ({ ns, bytes: 100 }));
  const tied = namedRun({ 'mill/json': slow!, 'mill/a': restless, 'mill/b': other! });
  assert.match(sent(1, 'serialize', tied)[1]!, / mill\/a uncompressed and mill\/b uncompressed are /);
});

test('the answer names the fastest library and the smallest, and no hand-written row', async () => {
  const { fastest, runtimes, smallest, headline, sentences } = answerOf(MIXED);
  const found = [fastest.names, fastest.grade, fastest.bytes, fastest.rows];
  assert.deepEqual(found, [['ark/protobuf'], 'established', 308, 5]);
  const seen = runtimes.map(({ runtime, names }) => `${runtime}: ${names}`);
  assert.deepEqual(seen, ['ark: ark/protobuf', 'mill: mill/protobuf']);
  assert.deepEqual(smallest, { names: ['ark/avro'], bytes: 200 });
  assert.equal(headline.figure, '4.00×');
  assert.match(sentences.join(), /^Of the libraries, ark\/protobuf is fastest: 4\.00× .*, 46 % smaller\.$/);
  const { answer } = jsonReport(analyze(MIXED), [], CALLED);
  assert.deepEqual(answer!.cases[0]!.sentences, sentences);
  const text = await reported(MIXED, 'md');
  for (const sentence of sentences) assert.ok(text.includes(sentence), sentence);
  const one = onlyCase(MIXED);
  assert.deepEqual(caseAnswer({ ...one, ranked: one.ranked.toReversed() }), one.answer);
});

const [A, B, C] = [wobbly(1000), wobbly(2000), wobbly(3000)];

for (const [what, times, told] of [
  [
    'rows without a difference lead together, and the answer says that none was found',
    { 'mill/a': C, 'mill/b': A, 'mill/c': A },
    /^mill\/[bc] and mill\/[bc] lead: no difference found between them; mill\/[bc] looks fastest, 3\.00× faster than mill\/a\.$/,
  ],
  [
    'leaders that are not told apart get no figure',
    { 'mill/a': wobbly(1010), 'mill/b': A },
    /^mill\/b and mill\/a lead: no difference found between them\.$/,
  ],
  [
    'a leader that may be as fast as the baseline gets no figure, though the baseline looks slow',
    { 'mill/a': rounds(10, (i) => (i % 2 === 0 ? 800 : 4000)), 'mill/b': A, 'mill/c': wobbly(1200) },
    /^mill\/b is probably fastest\.$/,
  ],
  [
    'a baseline that leads is compared with the next row',
    { 'mill/a': A, 'mill/b': B, 'mill/c': C },
    /^mill\/a is fastest: 2\.00× faster than the next, mill\/b\.$/,
  ],
  [
    'each version of a library is compared with the first',
    { 'rill/mine@v1': A, 'rill/mine@v2': B, 'rill/mine@HEAD': A },
    /^rill\/mine@HEAD is as fast as rill\/mine@v1; rill\/mine@v2 is 2\.00× slower than rill\/mine@v1\.\n/,
  ],
  [
    'of two versions, one sentence is enough',
    { 'rill/mine@main': A, 'rill/mine@HEAD': B },
    /^rill\/mine@HEAD is 2\.00× slower than rill\/mine@main\.$/,
  ],
  [
    'versions beside another library are not compared with the first',
    { 'rill/mine@v1': A, 'rill/mine@v2': B, 'rill/other': A },
    /^[^\n]*$/,
  ],
] as const)
  test(what, () => assert.match(answerOf(namedRun(times)).sentences.join('\n'), told));

test('if all libraries are slower than a hand-written baseline, the fastest of them is named as such', () => {
  const run = namedRun({ 'mill/hand': { ns: A, bound: 'hand-written' }, 'mill/a': B, 'mill/b': C });
  const told = 'Of the libraries, mill/a is fastest: 2.00× slower than mill/hand.';
  assert.equal(answerOf(run).headline.text, told);
});

const summaryOf = (view: AnalyzedRun) => {
  const blocks = composeReport(view, [], CALLED);
  const begin = 1 + blocks.findIndex((one) => 'text' in one && one.text === 'Summary');
  return blocks.slice(begin, begin + 3).flatMap((one) => {
    if (one.kind === 'verbatim') return one.lines;
    return one.kind === 'paragraph' ? [one.text] : [];
  });
};

test('a report without a ranked library says why and what to do', () => {
  const summary = (...of: Parameters<typeof smallRun>) => summaryOf(analyze(smallRun(...of)));
  assert.deepEqual(summary([failed('unavailable')]), [
    'No row is ranked. mill/s0: gone.',
    'Next: see what is missing here, and how to install it:',
    './wiremark doctor',
  ]);
  assert.match(summary([{ ns: A, bound: 'prefilled' }])[0]!, /^No row is ranked: the reasons/);
  assert.equal(summary([{ ns: A, bound: 'hand-written' }, WRONG])[1], 'Next: see what mill/s1 does wrong:');
  assert.deepEqual(summary([WRONG]), [
    'No row is ranked: mill/s0 failed.',
    'Next: see what mill/s0 does wrong:',
    './wiremark check small -s mill/s0 -d d/s',
  ]);
  assert.deepEqual(summary([[], []], { partial: true, stopped: { why: 'interrupt' }, name: 'first try' }), [
    'No row is ranked yet: the run was stopped before the first round finished.',
    'Next: finish this run:',
    "./wiremark run --resume 'first try'",
  ]);
});

test('doctor is suggested for missing toolchains, not for added rows', () => {
  const mine = { ...failed('unavailable', 'prepare failed'), added: true } as const;
  const view = analyze(namedRun({ 'mill/mine': mine }));
  const told = composeReport(view, [], CALLED).flatMap((one) => ('items' in one ? one.items : []));
  assert.ok(told.includes('mill/mine: prepare failed.'), told.join('\n'));
  assert.doesNotMatch([...summaryOf(view), ...told].join('\n'), /doctor/);
});

test('the answer to a choice of rows says so', () => {
  const whole = analyze(MIXED);
  const told = (filters: Filters) => answerWords(choose(whole, { filters }).cases[0]!);
  const mill = told({ runtime: ['mill'] });
  assert.deepEqual([mill.hidden, mill.headline.figure], [3, '1.33×']);
  assert.equal(
    mill.headline.text,
    'Of the libraries shown, mill/protobuf is fastest and smallest: 1.33× faster than mill/json, 46 % smaller.',
  );
  const one = told({ serializer: ['ark/circe'] });
  assert.equal(one.headline.text, 'ark/circe is the only library shown: 2.00× faster than mill/json.');
  assert.deepEqual(summaryOf(choose(whole, { filters: { serializer: ['mill/by-hand'] } }))[0], NONE_SHOWN);
});

test('only a faster row has a figure, and tied leaders have none', () => {
  const { headline, fastest } = answerOf(smallRun([A, A]));
  assert.deepEqual([headline.figure, fastest.grade], ['', 'unclear']);
  const whole = analyze(smallRun([A, C, wobbly(4000)]));
  const [chosen] = choose(whole, { filters: { serializer: ['s1', 's2'] } }).cases;
  const { text, figure } = answerWords(chosen!).headline;
  assert.equal(text, 'Of the rows shown, mill/s1 is fastest: 3.00× slower than mill/s0.');
  assert.equal(figure, '');
});

test('the fastest is called smallest only if no other row is as small', () => {
  const sizes = (...raws: number[]) =>
    answerOf(smallRun([B, A, C].map((ns, i) => ({ ns, bytes: raws[i]! }))));
  const text = 'mill/s1 is fastest: 2.00× faster than mill/s0, 33 % smaller.';
  assert.deepEqual(sizes(300, 200, 200).sentences, [text]);
  assert.deepEqual(sizes(300, 200, 200).smallest, { names: ['mill/s1', 'mill/s2'], bytes: 200 });
  assert.equal(sizes(92_787, 92_788, 92_900).smallest, null);
  assert.match(sizes(3000, 1, 3000).sentences[0]!, /faster than mill\/s0, 99 % smaller\.$/);
  const { smallest } = sizes(92_788, 120_000, 92_787);
  assert.deepEqual(smallest, { names: ['mill/s2', 'mill/s0'], bytes: 92_787 });
});

test('a row that remembers is named as failed, and no check is suggested', () => {
  const remembers = { verdict: 'remembers', reason: 'unseen documents took 12 times as long' } as const;
  const beliefOn = (verdict: FailedVerdict) => {
    const { belief, next } = runAnswer(analyze(smallRun([{ verdict }, A, B])), CALLED)!;
    assert.doesNotMatch(next, /check/);
    return belief.at(-1)!;
  };
  assert.equal(beliefOn(remembers), 'Failed, so not ranked: mill/s0.');
  assert.doesNotMatch(beliefOn({ ...remembers, declared: true }), /mill\/s0/);
  const alone = analyze(smallRun([{ verdict: remembers }]));
  assert.equal(summaryOf(alone)[0], 'No row is ranked: mill/s0 failed.');
});

test('a row of yours that is unavailable is named as failed, though the tables leave it out', () => {
  const absent = { ...failed('unavailable', 'prepare failed'), added: true } as const;
  const run = namedRun({ 'mill/json': A, 'mill/mine': absent });
  const { belief, next } = reportParts(analyze(run), CALLED).answer!;
  assert.equal(belief.at(-1), 'Failed, so not ranked: mill/mine.');
  assert.match(next, /^fix mill\/mine: prepare failed\n/);
});

test('no check is suggested for revisions, which only bench can build', () => {
  const run = smallRun([WRONG], { request: { ...recordedFacts.request, bench: ['v1'] } });
  const { next } = unanswered(analyze(run), calledOf(run.record, 'wiremark'));
  assert.equal(next, 'see mill/s0 in this report: what went wrong is there.');
});

test('on a busy machine the answer is probable, and the belief says why', () => {
  const run = busy(MIXED);
  const { fastest, headline } = answerOf(run);
  assert.deepEqual([fastest.names, fastest.grade], [['ark/protobuf'], 'likely']);
  assert.match(headline.text, /ark\/protobuf is probably fastest: 4\.00× faster than mill\/json, /);
  const { belief, next } = runAnswer(analyze(run), CALLED)!;
  assert.deepEqual(belief, [
    'A first guess: other programs disturbed more than half of the comparisons.',
    'After 10 rounds, the widest interval of a ratio is ± 4 %.',
    'All outputs of the 6 ranked rows were checked.',
  ]);
  assert.match(next, /^measure again on an idle machine of your own:\n\.\/wiremark run small$/);
});

test('the sentence about figures has the widest interval', () => {
  const beliefOf = (run: RecordedRun) => runAnswer(analyze(run), CALLED)!.belief.slice(0, -1);
  const restless = rounds(10, (i) => 1000 * (i % 2 === 0 ? 1.2 : 0.9));
  for (const [run, figures] of [
    [MIXED, /^After 10 rounds, the widest interval of a ratio is ± 4 %\.$/],
    [smallRun([A, A, restless]), /± 15 %\.$/],
    [smallRun([[10], [30]]), /^After 1 round, ratios have no interval\. More rounds may change ratios\.$/],
    [smallRun([A, C].map((ns) => ns.slice(0, 4))), /^After 4 rounds, .* More rounds may change ratios\.$/],
  ] as const) {
    const [first, ...others] = beliefOf(run);
    assert.match(first!, figures);
    assert.deepEqual(others, []);
  }
  assert.deepEqual(beliefOf(smallRun([A])), []);
});

/** The decision: rows as `name: gain; change of bytes; why`, the line above them, and the languages. */
function decided(
  run: RecordedRun,
  { filters = {}, relativeTo }: { filters?: Filters; relativeTo?: string } = {},
) {
  const view = choose(analyze(run, relativeTo), { filters });
  const blocks = view.cases.flatMap((one) => decisionBlocks(one, view.settings));
  const tables = blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));
  const spelled = ({ columns, rows }: Table, ...heads: string[]) =>
    rows.map((row) =>
      heads.map((head) => row[columns.findIndex((one) => one.head === head)]?.text).join('; '),
    );
  const choices = tables.filter(({ columns }) => columns.some(({ head }) => head === 'why'));
  const languages = tables.filter((one) => !choices.includes(one));
  return {
    over: blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : [])),
    choices: choices.flatMap((one) => spelled(one, 'serializer', 'gain', 'change', 'why')),
    languages: languages.flatMap((one) => spelled(one, 'serializer', 'finding')),
  };
}

test('in each language the answer says what to choose and what it gains over what the language has', () => {
  assert.deepEqual(decided(MIXED), {
    over: [
      'What to choose and what it gains over ark/circe and mill/json:',
      'Languages, each by its fastest library or the first of those tied, compared with mill/json:',
    ],
    choices: [
      'ark/protobuf; 2.00× faster; −46 %; fastest; protobuf, needs a schema',
      'ark/avro; 1.11× faster; −65 %; smallest; avro, needs a schema',
      'ark/circe; baseline; ; fastest JSON, fastest without a schema',
      'mill/protobuf; 1.33× faster; −46 %; fastest, smallest; protobuf, needs a schema',
      'mill/json; baseline; ; fastest JSON, fastest without a schema',
    ],
    languages: ['ark/protobuf; 4.00× faster', 'mill/protobuf; 1.33× faster'],
  });
  const { choices, over } = decided(MIXED, { relativeTo: 'mill/protobuf' });
  assert.match(over[0]!, /over ark\/circe and mill\/protobuf:$/);
  assert.deepEqual(choices.slice(3), [
    'mill/protobuf; baseline; ; fastest, smallest; protobuf, needs a schema',
    'mill/json; 1.33× slower; +84 %; fastest JSON, fastest without a schema',
  ]);
});

for (const [what, run, options, over, choices] of [
  [
    'a tie is said, and of rows of one size the fastest is chosen',
    namedRun({
      'mill/json': { ns: C, bytes: 300 },
      'mill/a': { ns: A, bytes: 200 },
      'mill/b': { ns: A, bytes: 201 },
      'mill/c': { ns: B, bytes: 200 },
    }),
    {},
    'What to choose and what it gains over mill/json:',
    [
      'mill/a; 3.00× faster; −33 %; fastest (tied with mill/b), smallest (tied with mill/b and mill/c)',
      'mill/json; baseline; ; ',
    ],
  ],
  [
    'a gain with an interval wider than ± 5 % is a range',
    namedRun({ 'mill/json': C, 'mill/a': rounds(10, (i) => (i % 2 === 0 ? 1200 : 900)) }),
    {},
    'What to choose and what it gains over mill/json:',
    ['mill/a; 2.5–3.3× faster; ; fastest', 'mill/json; baseline; ; '],
  ],
  [
    'on a busy machine what to choose is probable',
    busy(namedRun({ 'mill/json': C, 'mill/a': { ns: A, format: 'msgpack' } })),
    {},
    'What to choose and what it gains over mill/json:',
    ['mill/a; ~3.00× faster; ; probably fastest; msgpack', 'mill/json; baseline; ; fastest JSON'],
  ],
  [
    'rows that need a schema are not chosen for doing without one',
    namedRun({ 'mill/json': C, 'mill/fast': { ns: A, schema: true }, 'mill/slow': wobbly(9000) }),
    {},
    'What to choose and what it gains over mill/json:',
    ['mill/fast; 3.00× faster; ; fastest; needs a schema', 'mill/json; baseline; ; fastest without a schema'],
  ],
  [
    'a row that is slow on unseen documents is chosen with that price',
    withSamples(namedRun({ 'mill/json': C, 'mill/a': A }), ({ contender, ns }) => [
      {},
      { phase: 'unseen', ns: contender === 1 ? 9 * ns : ns },
    ]),
    {},
    'What to choose and what it gains over mill/json:',
    ['mill/a; 3.00× faster; ; fastest; slow on unseen documents', 'mill/json; baseline; ; '],
  ],
  [
    'a choice of rows is named as such, without the baseline that it leaves out',
    namedRun({ 'mill/json': A, 'mill/a': B, 'mill/b': C }),
    { filters: { serializer: ['a', 'b'] } },
    'Of the rows shown, what to choose and what it gains over mill/json:',
    ['mill/a; 2.00× slower; ; fastest'],
  ],
  [
    'a failed baseline is replaced by the row that ratios are relative to',
    namedRun({ 'mill/json': WRONG, 'mill/a': B, 'mill/b': C }),
    {},
    'What to choose and what it gains over mill/a:',
    ['mill/a; baseline; ; fastest'],
  ],
  [
    'a single library leaves nothing to choose',
    namedRun({ 'mill/json': A, 'mill/x': WRONG }),
    {},
    undefined,
    [],
  ],
  [
    'variants of a runtime are one language',
    namedRun({ 'rill/panko': A, 'rill+oj/alba': B }),
    {},
    'What to choose and what it gains over rill/panko:',
    ['rill/panko; baseline; ; fastest'],
  ],
] as const)
  test(what, () => {
    const found = decided(run, options);
    assert.deepEqual([found.over[0], found.choices, found.languages], [over, choices, []]);
  });

test('a tie within a language is no other than the tie that the headline says', () => {
  const restless = rounds(10, (i) => (i % 2 === 0 ? 700 : 2300));
  const run = namedRun({ 'mill/json': A, 'ark/restless': restless, 'ark/best': 900 });
  assert.match(answerOf(run).headline.text, /^ark\/best is probably fastest/);
  assert.match(decided(run).choices[0]!, /^ark\/best; .*; probably fastest$/);
});

test('the change of bytes stays in a narrow table; gzipped sizes need a document that gzip makes smaller', () => {
  const told = (factor: number) => {
    const outcomes = MIXED.record.outcomes.map((one) => ({ ...one, sizes: sizesOf(one.sizes!.raw, factor) }));
    const { cases, settings } = analyze(withRecord(MIXED, { outcomes }));
    return renderTerminal(decisionBlocks(cases[0]!, settings), { width: 60, color: false });
  };
  assert.match(told(2), /^serializer +time +gain +bytes +change$.* smallest, smallest gzipped; avro/ms);
  assert.doesNotMatch(told(0.5), /gzip/);
});

test('summaries of many cases count leaders and ties', () => {
  const leads = (size: string, ...names: string[]): AnalyzedCase => {
    const tied = (i: number) => rounds(10, (round) => 1000 * (1 + 0.01 * (i - 1) * (-1) ** round));
    const times = names.map((name, i) => [name, name.endsWith('slow') ? wobbly(3000) : tied(i)]);
    return onlyCase(inCases(namedRun(Object.fromEntries(times)), { size }));
  };
  const answered = (cases: AnalyzedCase[]) => runAnswer({ ...analyze(MIXED), cases }, CALLED)!;
  const told = (cases: AnalyzedCase[]) => answered(cases).tasks[0]!.replace(/^.* library is /, '');
  const panko = (size: string) => leads(size, 'rill/panko', 'rill/slow');
  const three = ['a', 'b', 'c'].map(panko);
  const tied = leads('t', 'rill/transmutation', 'rill/panko', 'rill/jbuilder', 'rill/slow');
  assert.equal(told([...three, tied]), 'rill/panko in all 4 cases (tied in one).');
  const others = ['rill/x', 'rill/y', 'rill/z', 'rill/u'].map((name) => leads(name, name, 'rill/slow'));
  const six = 'rill/panko in 2 of 6 cases, rill/x in one, rill/y in one, others in 2.';
  assert.equal(told([...three.slice(1), ...others]), six);
  const once = onlyCase(smallRun([[1000], [3000]]));
  assert.equal(told([...three, once]), 'rill/panko in 3 of 4 cases, mill/s0 in one (probably).');
  assert.equal(told([...three, onlyCase(smallRun([WRONG]))]), 'rill/panko in 3 of 4 cases.');
});

test('a report begins with the answer, and a run ends with it', () => {
  const view = analyze(MIXED);
  const first = composeReport(view, [], CALLED);
  const parts = reportParts(view, CALLED);
  const answer = composeAnswer(parts.answer!, null, true, parts.cases);
  assert.ok(parts.cases[0]!.decision.every((block) => answer.includes(block)));
  assert.deepEqual(answer[0], { kind: 'heading', level: 2, text: 'Summary' });
  assert.deepEqual(first.slice(1, 1 + answer.length), answer);
  const last = composeReport(view, [], CALLED, { answer: 'last' });
  assert.deepEqual(last.slice(-answer.length), answer);
  assert.equal(last.length, first.length);
});

test("the user's documents are named once, before the answer, in every format", () => {
  const viewOf = (own: OwnDocuments) => analyze(withRecord(MIXED, { own }));
  const told = (own: OwnDocuments) => runAnswer(viewOf(own), CALLED)!.own;
  const own = { name: 'orders', documents: 200, timed: 160, held: 40, medianBytes: 2134 };
  assert.equal(told(own), 'Your 200 documents (median 2,134 bytes):');
  const many = { ...own, documents: 100_000, timed: 800, held: 200 };
  assert.equal(told(many), '1,000 of your 100,000 documents (median 2,134 bytes):');
  const notes = ['/id is taken as a uuid (--as /id=string keeps it text).'];
  const one = { ...own, documents: 1, timed: 1, held: 0, notes };
  assert.equal(told(one), `${notes[0]} Your document (2,134 bytes):`);
  for (const blocks of [composeReport(viewOf(own), [], CALLED), composeSummary(viewOf(own))])
    assert.equal(blocks.filter((one) => 'text' in one && one.text === told(own)).length, 1);
  const json = jsonReport(viewOf(own), [], CALLED);
  assert.deepEqual([json.run.own, json.answer!.own], [own, told(own)]);
  assert.equal(jsonReport(analyze(MIXED), [], CALLED).run.own, undefined);
});
