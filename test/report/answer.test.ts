/** What a report answers first: who is fastest, smallest and both among what one can adopt. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeReport, reportParts } from '../../src/report/run/compose.ts';
import { jsonReport } from '../../src/report/run/json.ts';
import { composeSummary } from '../../src/report/run/summary.ts';
import { caseSentences } from '../../src/report/tables/answer.ts';
import { caseAnswer, type Leaders, taskAnswers } from '../../src/report/view/answer.ts';
import { buildView, type CaseView, type RunData } from '../../src/report/view/view.ts';
import type { OwnDocuments } from '../../src/store/record.ts';
import { recordedRun } from './recorded.ts';
import { contender, outcome, rounds, smallRun } from './small-run.ts';

const onlyCase = (run: RunData): CaseView => buildView(run).cases[0]!;
const names = (rows: Leaders['fastest']) => rows.map(({ name }) => name);
const lead = ({ fastest, smallest, both }: Leaders) => [names(fastest), names(smallest), names(both)];
const sized = (index: number, raw: number) =>
  outcome(index, { sizes: { raw, gzip: raw, zstd: raw, brotli: raw } });

/** Text and bytes in two runtimes, and code by hand that is faster than all. */
function mixedRun() {
  const contenders = [
    contender('node/json'),
    contender('node/by-hand', { bound: 'hand-written' }),
    contender('jvm/circe'),
    contender('jvm/avro', { output: 'bytes', format: 'avro' }),
    contender('jvm/protobuf', { output: 'bytes', format: 'protobuf' }),
    contender('node/protobuf', { output: 'bytes', format: 'protobuf' }),
  ];
  const times = [2000, 100, 1000, 900, 500, 1500].map((ns) => rounds(10, () => ns));
  const outcomes = [567, 567, 567, 200, 308, 308].map((raw, i) => sized(i, raw));
  return smallRun(times, { contenders, outcomes });
}

test('text and bytes are answered apart, each runtime too, and nobody is told to adopt what is written by hand', () => {
  const answer = caseAnswer(onlyCase(mixedRun()));
  assert.equal(answer.leftOut, 1);
  assert.deepEqual(
    answer.kinds.map(({ outputKind, overall }) => [outputKind, ...lead(overall)]),
    [
      ['bytes', ['jvm/protobuf'], ['jvm/avro'], []],
      ['text', ['jvm/circe'], ['jvm/circe', 'node/json'], ['jvm/circe']],
    ],
  );
  assert.deepEqual(
    answer.kinds.map(({ runtimes }) => runtimes.map((one) => [one.runtime, ...lead(one)])),
    [
      [
        ['jvm', ['jvm/protobuf'], ['jvm/avro'], []],
        ['node', ['node/protobuf'], ['node/protobuf'], ['node/protobuf']],
      ],
      [
        ['jvm', ['jvm/circe'], ['jvm/circe'], ['jvm/circe']],
        ['node', ['node/json'], ['node/json'], ['node/json']],
      ],
    ],
  );
});

test('the answer is the same in whatever order a reader has the rows', () => {
  const one = onlyCase(mixedRun());
  assert.deepEqual(caseAnswer({ ...one, ranked: one.ranked.toReversed() }), caseAnswer(one));
});

test("rows that can't be told apart lead together", () => {
  const wobble = (i: number) => (i % 2 === 0 ? 1010 : 990);
  const { kinds } = caseAnswer(onlyCase(smallRun([rounds(10, () => 1000), rounds(10, wobble)])));
  assert.deepEqual(names(kinds[0]!.overall.fastest).sort(), ['node/s0', 'node/s1']);
  assert.equal(kinds[0]!.overall.next, null);
});

test('a row that only code by hand beats is the fastest that one can adopt', () => {
  const contenders = [contender('node/s0'), contender('node/hand', { bound: 'hand-written' })];
  const one = onlyCase(smallRun([rounds(10, () => 1000), rounds(10, () => 10)], { contenders }));
  assert.deepEqual(names(caseAnswer(one).kinds[0]!.overall.fastest), ['node/s0']);
});

test('of a case that was disturbed too much no time is claimed, and where no row is ranked nothing is answered', () => {
  const one = onlyCase(mixedRun());
  const disturbed = { ...one, disturbed: true };
  for (const { overall } of caseAnswer(disturbed).kinds)
    assert.deepEqual([overall.fastest, overall.both], [[], []]);
  assert.deepEqual(taskAnswers([caseAnswer(disturbed)]), []);
  assert.deepEqual(caseAnswer({ ...one, ranked: [] }).kinds, []);
});

test('what reads is as small as the documents of its format', async () => {
  const view = buildView(await recordedRun());
  const reads = view.cases.find(({ task }) => task === 'deserialize')!;
  const { overall } = caseAnswer(reads).kinds.find(({ outputKind }) => outputKind === 'bytes')!;
  assert.deepEqual(names(overall.smallest), ['node/msgpackr']);
});

test('over many cases it is counted who leads, with the least and greatest ratio, and no figure is made of several', () => {
  const one = (size: string, ns: number): CaseView => {
    const run = smallRun([rounds(10, () => 1000), rounds(10, () => ns)]);
    return onlyCase({
      ...run,
      record: { ...run.record, cases: [{ ...run.record.cases[0]!, size }] },
    });
  };
  const [answer, ...others] = taskAnswers([one('s', 500), one('m', 250), one('l', 2000)].map(caseAnswer));
  assert.deepEqual(others, []);
  const { task, outputKind, overall, runtimes } = answer!;
  assert.deepEqual([task, outputKind, overall.cases], ['serialize', 'text', 3]);
  assert.deepEqual(
    overall.fastest.map(({ name, cases, low, high }) => [name, cases, low.toFixed(6), high.toFixed(6)]),
    [
      ['node/s1', 2, '0.250000', '0.500000'],
      ['node/s0', 1, '1.000000', '1.000000'],
    ],
  );
  assert.deepEqual(
    runtimes.map(({ cases }) => cases),
    [3],
  );
});

const sentences = (run: RunData): string[] => {
  const view = buildView(run);
  return caseSentences(view.cases[0]!, view.settings);
};

test('the answer is a sentence for each output kind, with the interval and the size', () => {
  assert.deepEqual(sentences(mixedRun()), [
    'bytes: fastest is jvm/protobuf (308 bytes), 4.00x faster than node/json [4.00, 4.00]; smallest is jvm/avro (200 bytes), 2.22x faster [2.22, 2.22]. Fastest of other runtimes: node/protobuf (308 bytes), 1.33x faster [1.33, 1.33].',
    'text: fastest is jvm/circe (567 bytes), 2.00x faster than node/json [2.00, 2.00]. Fastest of other runtimes: node/json, the baseline.',
  ]);
});

test('what is fastest and smallest is said so; a baseline that leads is told by who comes next; a tie is one', () => {
  const contenders = [contender('node/a'), contender('node/b'), contender('node/c')];
  const run = (times: readonly number[], sizes: readonly number[]) =>
    smallRun(
      times.map((ns) => rounds(10, (i) => ns * (i % 2 === 0 ? 1.01 : 0.99))),
      { contenders, outcomes: sizes.map((raw, i) => sized(i, raw)) },
    );
  assert.match(
    sentences(run([1000, 2000, 3000], [10, 20, 20]))[0]!,
    /^text: fastest and smallest is node\/a \(10 bytes\), the baseline; next is node\/b \(20 bytes\), 2\.00x slower \[/,
  );
  assert.match(
    sentences(run([3000, 1000, 1000], [10, 10, 10]))[0]!,
    /^text: fastest is node\/[bc] \(10 bytes\), 3\.00x faster than node\/a \[.*\]; it can't be told from node\/[bc], 3\.00x faster \[/,
  );
});

test('where nothing is claimed of times, sizes are, once for all cases', () => {
  const view = buildView(mixedRun());
  const disturbed = { ...view.cases[0]!, disturbed: true };
  const answer = reportParts({ ...view, cases: [disturbed, { ...disturbed, task: 'deserialize' }] }).answer;
  assert.deepEqual(
    answer.map((block) => 'text' in block && block.text),
    [
      'Summary, hand-written rows left out',
      'Nothing is claimed of times. Smallest as bytes: jvm/avro (200 bytes). Smallest as text: jvm/circe (567 bytes) and 1 more of its size.',
    ],
  );
});

test('where nothing is claimed of one case alone, it is named', () => {
  const view = buildView(mixedRun());
  const [one] = view.cases as [(typeof view.cases)[0]];
  const answer = reportParts({
    ...view,
    cases: [
      { ...one, disturbed: true },
      { ...one, task: 'deserialize' },
    ],
  }).answer;
  const texts = answer.map((block) => ('text' in block ? block.text : ''));
  const at = texts.indexOf('d/s, serialize');
  assert.ok(at > texts.indexOf('d/s, deserialize'), texts.join('\n'));
  assert.match(texts[at + 1]!, /^Nothing is claimed of times\. Smallest as bytes/);
});

test('a report begins with the answer, right after its title, and a run ends with it', () => {
  const view = buildView(mixedRun());
  const first = composeReport(view, []);
  const answer = reportParts(view).answer;
  assert.deepEqual(answer[0], { kind: 'heading', level: 2, text: 'Summary, hand-written rows left out' });
  assert.deepEqual(first.slice(1, 1 + answer.length), answer);
  const last = composeReport(view, [], { answer: 'last' });
  assert.deepEqual(last.slice(-answer.length), answer);
  assert.equal(last.length, first.length);
});

test('documents of a person are told once, above all sentences, in terminal, page, summary and JSON', () => {
  const run = mixedRun();
  const told = (own: OwnDocuments) =>
    composeReport(buildView({ ...run, record: { ...run.record, own } }), []).flatMap((block) =>
      block.kind === 'paragraph' && /yours?\b/.test(block.text) ? [block.text] : [],
    );
  const own = { name: 'orders', documents: 200, timed: 160, held: 40, medianBytes: 2134 };
  assert.deepEqual(told(own), ['For 200 documents of yours, 2,134 bytes in the middle:']);
  const many = { ...own, documents: 100_000, timed: 800, held: 200 };
  assert.deepEqual(told(many), ['For 1,000 of your 100,000 documents, 2,134 bytes in the middle:']);
  assert.deepEqual(told({ ...own, documents: 1, timed: 1, held: 0 }), [
    'For one document of yours, 2,134 bytes:',
  ]);
  const view = buildView({ ...run, record: { ...run.record, own } });
  const [title, first] = reportParts(view).answer;
  assert.deepEqual(
    [title!.kind, first],
    ['heading', composeSummary(view).find((one) => one.kind === 'paragraph' && one.text.startsWith('For'))],
  );
  assert.deepEqual(jsonReport(view, []).run.own, own);
  assert.equal('own' in jsonReport(buildView(run), []).run, false);
});
