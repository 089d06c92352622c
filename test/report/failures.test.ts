import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyze } from '../../src/analysis/analyze.ts';
import { bothTasks } from '../../src/analysis/both.ts';
import { choose } from '../../src/analysis/choose.ts';
import { calledOf } from '../../src/report/run/commands.ts';
import { closerLook, runAnswer } from '../../src/report/tables/answer.ts';
import { hasFailures } from '../../src/report/tally.ts';
import type { RunCase, RunContender } from '../../src/store/record/record.ts';
import {
  answerWords,
  around,
  failed,
  inCases,
  namedRun,
  recordedFacts,
  reported,
  smallRun,
  withRecord,
  withSamples,
} from './small-run.ts';

interface RowPlan extends Partial<RunContender> {
  readonly name: string;
  /** In each task; null: it fails. */
  readonly times: readonly [number | null, number | null];
  readonly bytes?: number;
}

function bothWays(rows: readonly RowPlan[], planned: Partial<RunCase> = {}) {
  const made = rows.map(({ name, times: _, bytes = 100, ...facts }, i) => {
    return [name, { ...facts, bytes, ns: around(1, i, 12, 0.004) }] as const;
  });
  const tasks = ['serialize', 'deserialize'] as const;
  const both = inCases(namedRun(Object.fromEntries(made)), ...tasks.map((task) => ({ ...planned, task })));
  const outcomes = both.record.outcomes.map((one) => {
    const fails = rows[one.contender]!.times[one.case] === null;
    return { ...one, ...(fails && failed('mismatch', 'document 0')) };
  });
  return withSamples(withRecord(both, { outcomes }), ({ case: way, contender: i, ns }) => {
    const time = rows[i]!.times[way];
    return time ? { ns: ns * time } : [];
  });
}

const CRASH = { name: 'mill/crash', times: [null, null], added: true } as const;
const BAD = { name: 'mill/bad', times: [null, 1400], added: true } as const;
const JSON_ROW = { name: 'mill/json', times: [1500, 1700], bytes: 567 } as const;
const PROTOBUF: RowPlan = {
  ...{ name: 'mill/protobufjs', times: [1000, 1000], bytes: 308 },
  ...{ format: 'protobuf', output: 'bytes' },
};

function said(run: ReturnType<typeof bothWays>, view = analyze(run)) {
  const { cases, belief, next } = runAnswer(view, calledOf(run.record, 'wiremark'))!;
  // How far to rely on order and figures comes first.
  const checked = belief.findIndex((text) => text.startsWith('All outputs'));
  return { answers: cases.flatMap(({ sentences }) => sentences), belief: belief.slice(checked), next };
}

test('two added rows that fail are named only as failed', () => {
  const run = bothWays([CRASH, BAD, JSON_ROW, PROTOBUF], { standIn: 2 });
  assert.deepEqual(said(run), {
    answers: [
      'mill/protobufjs is fastest and smallest: 1.50× faster than mill/json, 46 % smaller.',
      'Of the rows that can do every task, mill/protobufjs is fastest and smallest: 1.70× faster than mill/json, 46 % smaller.',
      'mill/protobufjs is fastest and smallest: 1.60× faster than mill/json, 46 % smaller.',
    ],
    belief: [
      'All outputs of the 5 ranked rows were checked.',
      'Failed, so not ranked: mill/crash.',
      'Failed in part: mill/bad (d/s, serialize).',
    ],
    next: 'see what mill/crash and mill/bad do wrong:\nwiremark check small -s mill/crash,mill/bad -d d/s',
  });
  const view = analyze(run);
  for (const { baseline, plannedBaseline } of view.cases)
    assert.deepEqual([baseline, plannedBaseline], ['mill/json', 'mill/crash']);
});

test('without a stand-in the fastest row takes the place of a baseline that failed', () => {
  const view = analyze(bothWays([CRASH, JSON_ROW, PROTOBUF]));
  assert.equal(view.cases[0]!.baseline, 'mill/protobufjs');
  const half = { ...JSON_ROW, times: [null, 1700] } as const;
  const [first, second] = analyze(bothWays([CRASH, half, PROTOBUF], { standIn: 1 })).cases;
  assert.deepEqual([first!.baseline, second!.baseline], ['mill/protobufjs', 'mill/json']);
  assert.deepEqual(bothTasks([first!, second!]), []);
});

test('the sum of both tasks has their common finding, or a likely one if they differ', () => {
  const row = (name: string, ...times: readonly [number, number]) => ({ name: `mill/${name}`, times });
  const rows = [JSON_ROW, row('quick', 750, 850), row('mixed', 500, 1850), row('even', 1650, 1550), BAD];
  const [both] = bothTasks(analyze(bothWays(rows)).cases);
  const found = both!.ranked.map(({ name, gain, beatenBy }) =>
    [name, gain!.ratio.estimate.toFixed(2), gain!.grade, gain!.finding, ...beatenBy].join(' '),
  );
  assert.deepEqual(found.sort(), [
    'mill/even 1.00 unclear unclear mill/quick',
    'mill/json 1.00 established baseline mill/quick',
    'mill/mixed 0.73 likely faster',
    'mill/quick 0.50 established faster',
  ]);
  assert.deepEqual([both!.answer!.fastest.names, both!.answer!.fastest.grade], [['mill/quick'], 'likely']);
});

test('if the fastest row fails the other task, the answer is about the rows that do both', () => {
  const quick = { ...BAD, times: [null, 500] } as const;
  const run = bothWays([JSON_ROW, quick, PROTOBUF]);
  const [, deserialize] = said(run).answers;
  assert.match(deserialize!, /^Of the rows that can do every task, mill\/protobufjs is fastest and /);
  const shown = choose(analyze(run), { filters: { task: ['deserialize'], serializer: ['json', 'bad'] } });
  const { text } = answerWords(shown.cases[0]!).headline;
  assert.equal(text, 'mill/json is the only library shown that can do every task.');
  const [, alone] = said(bothWays([JSON_ROW, quick])).answers;
  assert.equal(alone, 'mill/json is the only library that can do every task.');
});

test('a baseline that fails the other task is in no sentence, although ratios are relative to it', () => {
  const others = { name: 'ark/circe', times: [1200, 1600], bytes: 567 } as const;
  const { answers } = said(bothWays([BAD, PROTOBUF, JSON_ROW, others]));
  assert.doesNotMatch(answers.join('\n'), /mill\/bad/);
  assert.deepEqual(answers.slice(-1), [
    'Of the rows that can do every task, mill/protobufjs is fastest and smallest.',
  ]);
});

test('a row that fails on other documents can lead on these', () => {
  const run = bothWays([JSON_ROW, { ...BAD, times: [null, 500] }]);
  const cases = run.record.cases.map((one, i) => ({ ...one, size: i === 0 ? 'other' : 's' }));
  const apart = withRecord(run, { cases });
  assert.match(said(apart).answers[1]!, /^mill\/bad is fastest/);
  assert.equal(said(apart).belief.at(-1), 'Failed in part: mill/bad (d/other, serialize).');
});

test('if every row fails one of the tasks, each task is answered by itself', () => {
  const run = bothWays([BAD, { name: 'mill/half', times: [900, null] }]);
  assert.deepEqual(said(run).answers, [
    'mill/half is the only library that is ranked.',
    'mill/bad is the only library that is ranked.',
  ]);
});

test('the next step names added rows first and counts the rest', () => {
  const fail = (name: string, added?: true) =>
    ({ name, times: [null, null], ...(added && { added }) }) as const;
  const shipped = [JSON_ROW, fail('mill/a'), fail('mill/b'), fail('mill/c'), PROTOBUF];
  assert.doesNotMatch(said(bothWays(shipped)).next, /wrong/);
  assert.equal(
    said(bothWays([...shipped, fail('mill/mine', true)])).next,
    'see what mill/mine, mill/a and 2 more do wrong:\nwiremark check small -s mill/mine,mill/a,mill/b,mill/c -d d/s',
  );
  const only = bothWays([JSON_ROW, PROTOBUF, BAD]);
  assert.equal(said(only).next, 'fix mill/bad: document 0\nwiremark check small -s mill/bad -d d/s');
  const reason = 'serialize returned bytearray instead of bytes';
  const [found] = analyze(only).cases[0]!.unranked;
  const failed = { ...found!, verdict: 'mismatch', reason } as const;
  const fix = closerLook([failed], calledOf(only.record, 'w'))!.split('\n')[0];
  assert.equal(fix, `fix mill/bad: ${reason}: return bytes, or set output = "text"`);
});

test('another baseline changes no failure, and a note says why a failed row is not the baseline', async () => {
  const run = bothWays([JSON_ROW, BAD, PROTOBUF]);
  const told = (relativeTo: string) => reported(run, 'md', { relativeTo });
  const relative = await told('mill/protobufjs');
  assert.match(relative, /relative to mill\/protobufjs/);
  assert.match(relative, /mill\/protobufjs is fastest and smallest: 1\.50× faster than mill\/json/);
  const failed = await told('mill/bad');
  assert.match(failed, /mill\/bad is not ranked here, so mill\/json is the baseline\./);
});

test('on your own documents, a shipped row that fails is a finding; only a row of yours is a failure', () => {
  const own = { name: 'o', documents: 9, timed: 7, held: 2, medianBytes: 99 };
  const request = { ...recordedFacts.request, data: { source: '-' } };
  for (const [row, text, fails] of [
    [{ name: 'mill/crash', times: [null, null] }, "Can't handle your documents: mill/crash.", false],
    [CRASH, 'Failed, so not ranked: mill/crash.', true],
  ] as const) {
    const run = withRecord(bothWays([JSON_ROW, PROTOBUF, row]), { own, request });
    assert.equal(said(run).belief.at(-1), text);
    const found = [hasFailures(run.record), hasFailures({ ...run.record, request: recordedFacts.request })];
    assert.deepEqual(found, [fails, true]);
  }
});

test('a run without a ranked row says the first reason', async () => {
  const [absent, undone] = [failed('unavailable', 'no'), failed('unsupported', 'no')];
  const told = /No row is ranked\. mill\/s0: no\./;
  for (const format of ['md', 'summary'] as const)
    assert.match(await reported(smallRun([absent, undone, undone]), format), told);
  assert.match(await reported(smallRun([absent, absent]), 'md'), /^- mill \(2 rows\): no\.$/m);
  const other = namedRun({ 'mill/a': 1000, 'ark/b': absent });
  assert.match(await reported(other, 'md'), /No row of ark ran: see "Left out"\./);
});

test('compared results of timed slices are counted for the rows shown; older runs have none', () => {
  const run = smallRun([around(1000, 0, 2), around(2000, 1, 2)]);
  assert.equal(said(run).belief[0], 'All outputs of the 2 ranked rows were checked.');
  const kept = inCases(run, { keeps: true });
  const view = analyze(kept);
  const slices = view.cases[0]!.ranked.map(({ samples }) => samples);
  const told = (count: number) => new RegExp(` including ${count} taken while timing\\.$`);
  assert.match(said(kept).belief[0]!, told(slices[0]! + slices[1]!));
  const one = choose(view, { filters: { serializer: [view.cases[0]!.ranked[0]!.name] } });
  assert.match(said(kept, one).belief[0]!, told(slices[0]!));
});
