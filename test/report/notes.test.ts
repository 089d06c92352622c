import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyze } from '../../src/analysis/analyze.ts';
import { reportParts } from '../../src/report/run/compose.ts';
import { runWarnings } from '../../src/report/tables/notes.ts';
import { type Block, cell, heading, paragraph } from '../../src/report/text/document.ts';
import { renderTerminal } from '../../src/report/text/terminal.ts';
import { RECORDED as run } from './recorded.ts';
import { reported, withRecord } from './small-run.ts';

const LEGENDS =
  /^(× walk|% of hand|Limits|Launches that were timed|No figure for|The system doesn't report)/m;

for (const format of ['terminal', 'md'] as const)
  test(`as ${format} a report has the notes without which its tables are misread, and all of them when asked`, async () => {
    const brief = await reported(run, format, { width: 200 });
    assert.doesNotMatch(brief, LEGENDS);
    for (const kept of [
      /^A range of ranks means tied/m,
      /More\s+rounds\s+may\s+change\s+ratios\./,
      /^Text and bytes are ranked together: for text \(mill\/json\), any UTF-8 decoding after I\/O isn't timed\.$/m,
      /^† Declared/m,
    ])
      assert.match(brief, kept);
    assert.match(brief, /More notes: wiremark report 20260102T030405\.678Z-recorded-c0de --notes\n/);
    const whole = await reported(run, format, { width: 200, notes: true });
    for (const { notes } of reportParts(analyze(run), { command: '', run: '', again: '', check: '' }).cases)
      for (const { text } of notes) assert.ok(whole.includes(text.slice(2, 30).split(/[*_`|<[~]/)[0]!), text);
    assert.match(whole, LEGENDS);
    assert.doesNotMatch(whole, /More notes/);
  });

test("the facts of a run have the suite's hint on how to measure more", async () => {
  const more = 'with ParallelGC: -r ark+parallel-gc';
  const told = withRecord(run, { suite: { ...run.record.suite, more } });
  assert.ok((await reported(told, 'terminal')).includes(`Not measured unless asked for: ${more}\n`));
  assert.doesNotMatch(await reported(run, 'terminal'), /unless asked for/);
});

test('the warning about a budget names the rounds of a case', () => {
  const minimum = run.record.settings.rounds.minimum;
  const cases = run.record.cases.with(0, { ...run.record.cases[0]!, ended: 'budget', rounds: 3 });
  const { stopped: _, ...record } = run.record;
  const short = { ...run, record: { ...record, partial: true, finishedAt: record.startedAt, cases } };
  const [warning] = runWarnings(analyze(short)).filter((text) => text.startsWith('Partial run'));
  assert.match(
    warning!,
    new RegExp(`^Partial run: its budget.* didn't suffice for another round: .* has 3 of ${minimum}`),
  );
});

test('a limit beyond the data is named once for all tables', async () => {
  const beyond = "can't hold integers above 2⁵³; your data has none";
  const outcomes = run.record.outcomes.map((one) =>
    one.verdict.verdict === 'ok' && run.record.contenders[one.contender]!.runtime === 'mill'
      ? { ...one, beyond }
      : one,
  );
  const told = withRecord(run, { outcomes });
  const text = await reported(told, 'terminal', { width: 300 });
  assert.equal(text.split('integers above').length, 2);
  assert.match(text.replaceAll('\n  ', ' '), new RegExp(`\\nmill/[^:\\n]*: ${beyond}\\.\\n`));
  const filters = { dataset: ['users'], task: ['serialize'] };
  const alone = await reported(told, 'terminal', { width: 300, choice: { filters } });
  assert.equal(alone.split('integers above').length, 2, 'a report of one table, too');
});

test('with --notes, the meaning of each shown column appears once', async () => {
  const lines = async (width: number, notes = true) => {
    const text = await reported(run, 'terminal', { width, notes });
    const [, part = ''] = text.split('\nWhat the columns mean\n');
    return part.split('\n\n')[0]!.match(/^\S.*/gm) ?? [];
  };
  const heads = (await lines(160)).map((line) => line.split(': ')[0]);
  assert.deepEqual(heads.slice(0, 2), ['#', 'serializer']);
  for (const head of ['time', 'ratio', 'finding', 'bytes', 'cold start'])
    assert.equal(heads.filter((one) => one === head).length, 1, head);
  assert.ok(!heads.includes('× walk'), 'a note of its own explains that');
  assert.ok((await lines(80)).length < heads.length, 'of columns that have no room nothing is said');
  assert.deepEqual(await lines(160, false), []);
});

test('a note on a column appears below a table that has the column', () => {
  const table = (id: string): Block => ({
    kind: 'table',
    columns: [{ id, head: id, align: 'left', spare: 0 }],
    rows: [[cell('x')]],
  });
  const about = (id: string) => ({ ...paragraph(`of ${id}`), about: id });
  const one = [heading(2, 'One'), table('a'), about('a'), about('b')];
  const two = [heading(2, 'Two'), table('b'), about('b'), about('c')];
  const text = renderTerminal([...one, ...two], { width: 80, color: false });
  assert.deepEqual(text.match(/^of .$/gm), ['of a', 'of b']);
});
