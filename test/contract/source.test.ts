import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { refuses } from '../cli/in-process.ts';
import { scratchFolder, succeeds } from './command.ts';
import { copyToy } from './definitions.ts';
import { found, here, PLAIN, rowHere } from './shipped.ts';

const scratch = scratchFolder('source');

function sectionsOf(stdout: string): Map<string, string> {
  const parts = stdout.split(/^=== /m).slice(1);
  return new Map(parts.map((part) => [part.split('\n')[0]!, part.slice(part.indexOf('\n') + 1)]));
}

const byHand = found(here.serializers, ({ bound }) => bound === 'hand-written');
const GENERATED = 'generated for this schema';
const TOY = ['--runner', 'toy/runner.toml'];

test("source prints a row's file, the code that it generates for the schema, and a document", () => {
  const name = rowHere(byHand.id);
  const { stdout } = succeeds(scratch('here'), ['source', name, '-d', 'users/small']);
  const sections = sectionsOf(stdout);
  const headings = [...sections.keys()];
  assert.deepEqual(headings.slice(0, 2), [
    `${name} on users/small, serialize`,
    join(here.folder, byHand.file),
  ]);
  assert.match(sections.get(GENERATED)!, /^\/\/ writer\n.*\\"firstName\\":.*\/\/ parser\n/s);
  const document = sections.get('a document, as JSON')!;
  assert.match(document, /"firstName": "/);
  assert.match(document, /\n… and \d+ more lines\n$/);
  assert.equal(document.trimEnd().split('\n').length, 41);
});

test('source says that a row generates no code, and refuses unknown words', async () => {
  const cwd = scratch('toy');
  copyToy(join(cwd, 'toy'));
  const { stdout } = succeeds(cwd, ['source', 'toy/plain', ...TOY]);
  const sections = sectionsOf(stdout);
  assert.ok(sections.has(join(realpathSync(cwd), 'toy/plain.mjs')));
  assert.equal(sections.get(GENERATED)!.trim(), 'No generated code to show.');
  for (const [words, message] of [
    ['toy/nope', /-s toy\/nope matches no serializer/],
    ['toy/plain -d nope', /-d nope matches no dataset/],
    ['toy/plain -t deserialize', /toy\/plain can't do that task; it does serialize\n/],
  ] as const)
    await refuses(cwd, ['source', ...words.split(' '), ...TOY], message);
});

test('source --job prints a job and the command that replays it', () => {
  const { stdout, stderr } = succeeds(scratch('job'), ['source', PLAIN, '--job']);
  const command = stderr.trimEnd().split('\n').at(-1)!;
  const replayed = spawnSync('sh', ['-c', command], { input: `${stdout}slice 3 1\nend\n`, encoding: 'utf8' });
  assert.match(replayed.stdout, /^ready\nset \d+\nslice 3 /m);
});
