import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { refuses } from '../cli/in-process.ts';
import { recordOf, runIn, scratchFolder, succeeds, wiremark } from './command.ts';
import { entry, rowToml, writeFiles } from './definitions.ts';
import { here, PLAIN, patternHere, rowHere } from './shipped.ts';

const scratch = scratchFolder('failed-rows');
const RUN = ['run', 'quickstart', '-r', here.runtime];
const QUICK = ['--quick', '--rounds', '2', '--no-limits'];

/** The operations of each row: one fails at both tasks, one writes wrong values. */
const OPERATIONS = {
  crash:
    "serialize: () => { throw new Error('no such field'); }, deserialize: () => { throw new Error('no'); }",
  bad: 'serialize: (document) => JSON.stringify({ ...document, id: 7 }), deserialize: (text) => JSON.parse(text)',
};

const reportOf = (cwd: string, ...words: string[]) =>
  JSON.parse(wiremark(cwd, ['report', ...words, '--format', 'json']).stdout) as {
    answer: { cases: { sentences: string[] }[]; belief: string[]; next: string };
    answers: { task: string; baseline: string }[];
  };

test('the answer names failed rows of the user separately, and suggests a check that shows why', () => {
  const cwd = scratch('both');
  for (const [id, operations] of Object.entries(OPERATIONS))
    writeFiles(join(cwd, id), {
      'row.toml': rowToml({ id, tasks: ['serialize', 'deserialize'] }),
      'row.mjs': `export default { version: '1', int64: 'number', create: () => ({ ${operations} }) };\n`,
    });
  const rows = '-s json,crash,bad --add crash/row.toml --add bad/row.toml'.split(' ');
  const run = wiremark(cwd, [...RUN, ...rows, ...QUICK, '--fail-if', 'bytes > 900%']);
  assert.equal(run.status, 1, run.stderr);
  assert.match(run.stderr, /^wiremark: NOT CHECKED "bytes > 900%": /m);
  const { answer, answers } = reportOf(cwd);
  for (const text of answer.cases.flatMap(({ sentences }) => sentences))
    assert.doesNotMatch(text, /crash|bad/);
  assert.deepEqual(answer.belief.slice(-2), [
    `Failed, so not ranked: ${rowHere('crash')}.`,
    `Failed in part: ${rowHere('bad')} (record/single, serialize).`,
  ]);
  assert.match(
    answer.next,
    patternHere(
      /^see what HERE\/crash and HERE\/bad do wrong:\n\S+ check quickstart --add crash\/row\.toml --add bad\/row\.toml -s HERE\/crash,HERE\/bad -d record\/single$/,
    ),
  );
  const found = answers.map(({ baseline }) => baseline);
  assert.deepEqual(found, [PLAIN, PLAIN, PLAIN]);
  const suggested = wiremark(cwd, answer.next.slice(answer.next.indexOf(' check ') + 1).split(' '));
  assert.equal(suggested.status, 1);
  assert.match(suggested.stdout, patternHere(/^HERE\/crash +crash[\s\S]*^HERE\/bad +mismatch/m));
});

test("--baseline is recorded with the run; a report may choose another of the run's rows", async () => {
  const cwd = scratch('baseline');
  const words = [...RUN, '-t', 'serialize', '-s', 'json,protobufjs', ...QUICK];
  const run = succeeds(cwd, [...words, '--baseline', 'protobufjs', '--fail-if', 'bytes > 900%']);
  assert.match(run.stdout, patternHere(/time relative to HERE\/protobufjs/));
  const { request } = recordOf(runIn(cwd));
  assert.deepEqual([request.baseline, request.typed], ['protobufjs', QUICK]);
  assert.match(wiremark(cwd, ['report']).stdout, patternHere(/relative to HERE\/protobufjs/));
  assert.equal(reportOf(cwd, '--baseline', PLAIN).answers[0]!.baseline, PLAIN);
  const compare = ['compare', 'last', 'last', '--baseline'];
  const unknown = patternHere(/--baseline HERE\/jsn is no row of .*Did you mean "HERE\/json"\?/);
  for (const verb of [['report', '--baseline'], compare, [...words, '--baseline']])
    await refuses(cwd, [...verb, rowHere('jsn')], unknown);
  assert.equal(wiremark(cwd, ['run', '--resume', '--baseline', 'json']).status, 2);
  const { stdout } = wiremark(cwd, [...compare, 'json']);
  assert.match(stdout, patternHere(/Ratios are times relative to HERE\/json of the same run/));
});

test('a run without ranked rows and a check without verified rows exit with 1 and say why', () => {
  const cwd = scratch('nothing');
  const tool = '[[toolchain]]\nprogram = "no-such-program-here"\nversion = ["-v"]\nfix = "get one"\n';
  const manifest = `runtime = "lacking"\nstart = ["node"]\n${tool}${entry('a')}`;
  writeFiles(join(cwd, 'lacking'), { 'a.txt': '', 'runner.toml': manifest });
  const words = 'contract -d record -s lacking/a --runner lacking/runner.toml'.split(' ');
  const run = wiremark(cwd, ['run', ...words, ...QUICK]);
  assert.equal(run.status, 1, run.stderr);
  const why = /No row is ranked\. lacking\/a: no-such-program-here .*\.\n/;
  assert.match(run.stdout, why);
  for (const format of ['csv', 'json']) {
    const { status, stderr } = wiremark(cwd, ['report', '--format', format]);
    assert.equal(status, 1);
    assert.match(stderr, why);
  }
  const check = wiremark(cwd, ['check', ...words]);
  assert.equal(check.status, 1);
  assert.match(check.stderr, /^wiremark: no row was verified: the reasons are in the table$/m);
});
