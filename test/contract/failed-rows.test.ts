/** Rows of a person's own that fail, beside rows that ship: what the command says, what it ends with, and another baseline. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { refuses } from '../cli/in-process.ts';
import { recordOf, runsIn, scratchFolder, succeeds, wiremark } from './command.ts';
import { entry, rowToml, writeFiles } from './definitions.ts';
import { here, PLAIN, rowHere, toldHere } from './shipped.ts';

const scratch = scratchFolder('failed-rows');

const BODIES = {
  crash:
    "serialize: () => { throw new Error('no such field'); }, deserialize: () => { throw new Error('no'); }",
  bad: 'serialize: (document) => JSON.stringify({ ...document, id: 7 }), deserialize: (text) => JSON.parse(text)',
};

/** Each in a folder of its own, so that both files have one name. */
function rowsIn(cwd: string): string[] {
  return Object.entries(BODIES).flatMap(([id, body]) => {
    writeFiles(join(cwd, id), {
      'row.toml': rowToml({ id, tasks: ['serialize', 'deserialize'] }),
      'row.mjs': `export default { version: '1', int64: 'number', create: () => ({ ${body} }) };\n`,
    });
    return ['--add', `${id}/row.toml`];
  });
}

const QUICK = ['--quick', '--rounds', '2', '--no-limits'];
const answerOf = (cwd: string, words: readonly string[]) => {
  const { stdout, stderr } = wiremark(cwd, words);
  return { ...JSON.parse(stdout), stderr } as {
    answer: { cases: { sentences: string[] }[]; belief: string[]; next: string };
    answers: { task: string; baseline: string }[];
    stderr: string;
  };
};

test('rows that a person added and that fail are told by themselves; the baseline of the suite stays', () => {
  const cwd = scratch('both');
  const asked = ['run', 'quickstart', '-r', here.runtime, '-s', 'json,crash,bad', ...rowsIn(cwd), ...QUICK];
  const run = wiremark(cwd, asked);
  assert.equal(run.status, 1, run.stderr);
  const { answer, answers } = answerOf(cwd, ['report', '--format', 'json']);
  for (const text of answer.cases.flatMap(({ sentences }) => sentences))
    assert.doesNotMatch(text, /crash|bad/);
  assert.deepEqual(answer.belief.slice(-2), [
    `Failed, so not ranked: ${rowHere('crash')}.`,
    `Failed in part: ${rowHere('bad')} (record/single, serialize).`,
  ]);
  assert.match(
    answer.next,
    toldHere(
      /^see what HERE\/crash and HERE\/bad do wrong: \S+ check quickstart --add crash\/row\.toml --add bad\/row\.toml -s HERE\/crash,HERE\/bad -d record\/single$/,
    ),
  );
  assert.deepEqual(
    answers.map(({ baseline }) => baseline),
    [PLAIN, PLAIN],
  );
  // What is told to copy does what it says.
  const words = answer.next.slice(answer.next.indexOf(' check ') + 1).split(' ');
  const looked = wiremark(cwd, words);
  assert.equal(looked.status, 1);
  assert.match(looked.stdout, toldHere(/^HERE\/crash +crash[\s\S]*^HERE\/bad +mismatch/m));
});

test('another baseline is kept with the run, and a report may have its own', async () => {
  const cwd = scratch('baseline');
  const asked = [
    'run',
    'quickstart',
    '-r',
    here.runtime,
    '-t',
    'serialize',
    '-s',
    'json,protobufjs',
    ...QUICK,
  ];
  const run = succeeds(cwd, [...asked, '--baseline', 'protobufjs', '--fail-if', 'bytes > 900%']);
  assert.match(run.stdout, toldHere(/time relative to HERE\/protobufjs/));
  const record = recordOf(runsIn(cwd)[0]!);
  assert.equal(record.request.baseline, 'protobufjs');
  assert.deepEqual(record.request.typed, ['--quick', '--rounds', '2', '--no-limits']);
  assert.match(wiremark(cwd, ['report']).stdout, toldHere(/relative to HERE\/protobufjs/));
  const other = answerOf(cwd, ['report', '--baseline', PLAIN, '--format', 'json']);
  assert.equal(other.answers[0]!.baseline, PLAIN);
  for (const words of [
    ['report', '--baseline', rowHere('jsn')],
    ['compare', 'last', 'last', '--baseline', rowHere('jsn')],
    [...asked, '--baseline', rowHere('jsn')],
  ])
    await refuses(cwd, words, toldHere(/--baseline HERE\/jsn is no row of .*Did you mean "HERE\/json"\?/));
  assert.equal(wiremark(cwd, ['run', '--resume', '--baseline', 'json']).status, 2);
  const compared = wiremark(cwd, ['compare', 'last', 'last', '--baseline', 'json']);
  assert.match(compared.stdout, toldHere(/Ratios are times relative to HERE\/json of the same run/));
});

test('a run and a check of which nothing is ranked or verified end with 1, and say why in every format', () => {
  const cwd = scratch('nothing');
  const tool = '[[toolchain]]\nprogram = "no-such-program-here"\nversion = ["-v"]\nfix = "get one"\n';
  const manifest = `runtime = "lacking"\nstart = ["node"]\n${tool}${entry('a')}`;
  writeFiles(join(cwd, 'lacking'), { 'a.txt': '', 'runner.toml': manifest });
  const words = ['contract', '-d', 'record', '-s', 'lacking/a', '--runner', 'lacking/runner.toml'];
  const run = wiremark(cwd, ['run', ...words, ...QUICK]);
  assert.deepEqual(
    [run.status, /No row could run: its toolchain is missing\./.test(run.stdout)],
    [1, true],
    run.stderr,
  );
  for (const format of ['csv', 'json']) {
    const { status, stderr } = wiremark(cwd, ['report', '--format', format]);
    assert.deepEqual([status, stderr], [1, 'wiremark: No row could run: its toolchain is missing.\n']);
  }
  const check = wiremark(cwd, ['check', ...words]);
  assert.equal(check.status, 1);
  assert.match(check.stderr, /^wiremark: no row was verified: the reasons are in the table$/m);
});
