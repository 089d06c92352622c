/** What is measured of a row, by the command itself: files, the code that is made for the schema, packages, a document. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { refuses } from '../cli/in-process.ts';
import { scratchFolder, succeeds } from './command.ts';
import { copyToy } from './definitions.ts';
import { found, here, nameOf, plain } from './shipped.ts';

const scratch = scratchFolder('source');

/** The parts by their titles. */
function partsOf(stdout: string): Map<string, string> {
  const parts = stdout.split(/^=== /m).slice(1);
  return new Map(parts.map((part) => [part.split('\n')[0]!, part.slice(part.indexOf('\n') + 1)]));
}

const byHand = found(here.serializers, ({ bound }) => bound === 'hand-written');
const GENERATED = 'generated for this schema';
const DOCUMENT = 'a document, as JSON';

test('a row that generates code shows it for the chosen schema, with its files and a document', () => {
  const cwd = scratch('here');
  const { stdout } = succeeds(cwd, ['source', nameOf(here, byHand), '-d', 'users/small']);
  const parts = partsOf(stdout);
  const [first, ...others] = [...parts.keys()];
  assert.equal(first, `${nameOf(here, byHand)} on users/small, serialize`);
  assert.equal(others[0], join(here.folder, byHand.file));
  assert.match(parts.get(GENERATED)!, /^\/\/ writer\n.*\\"firstName\\":.*\/\/ parser\n/s);
  assert.match(parts.get(DOCUMENT)!, /"firstName": "/);
  assert.match(parts.get(DOCUMENT)!, /\n… and \d+ more lines\n$/);
  assert.equal(parts.get(DOCUMENT)!.trimEnd().split('\n').length, 41);
});

const RUNNER = ['--runner', 'toy/runner.toml'];

test('a row without generated code shows its file and says so; wrong words are refused', async () => {
  const cwd = scratch('toy');
  copyToy(join(cwd, 'toy'));
  const { stdout } = succeeds(cwd, ['source', 'toy/plain', ...RUNNER]);
  const parts = partsOf(stdout);
  assert.ok(parts.has(join(realpathSync(cwd), 'toy/plain.mjs')));
  assert.equal(parts.get(GENERATED)!.trim(), 'No generated code to show.');
  for (const [words, said] of [
    [['toy/nope'], /-s toy\/nope matches no serializer/],
    [['toy/plain', '-d', 'nope'], /-d nope matches no dataset/],
    [['toy/plain', '-t', 'deserialize'], /toy\/plain can't do that task; it does serialize\n/],
  ] as const)
    await refuses(cwd, ['source', ...words, ...RUNNER], said);
});

test('the job of a row can be replayed by hand', () => {
  const cwd = scratch('job');
  const { stdout, stderr } = succeeds(cwd, ['source', nameOf(here, plain), '--job']);
  const command = stderr.trimEnd().split('\n').at(-1)!;
  const replayed = spawnSync('sh', ['-c', command], { input: `${stdout}slice 3 1\nend\n`, encoding: 'utf8' });
  assert.match(replayed.stdout, /^ready\nset \d+\nslice 3 /m);
});
