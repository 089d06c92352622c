/** What is printed can be typed: commands are spelled as wiremark was called. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { typeable } from '../../src/cli/called.ts';
import { scratchFolder } from '../contract/command.ts';

const home = join(import.meta.dirname, '..', '..');
const folder = scratchFolder('called');

test('commands are, words about wiremark are not', () => {
  const called = process.argv[1];
  process.argv[1] = join(process.cwd(), 'bin', 'wiremark');
  try {
    assert.equal(
      typeable('no runs yet: `wiremark run` makes one'),
      'no runs yet: `bin/wiremark run` makes one',
    );
    assert.equal(typeable('To add it: wiremark new suite x'), 'To add it: bin/wiremark new suite x');
    assert.equal(
      typeable('as follows\n  wiremark sql "from runs"'),
      'as follows\n  bin/wiremark sql "from runs"',
    );
    for (const text of ['x.run: not a wiremark run (no head)', 'wiremark: stopping', 'every wiremark run'])
      assert.equal(typeable(text), text);
    process.argv[1] = '/w';
    assert.equal(typeable('"wiremark list" shows all'), '"/w list" shows all', 'the shorter path');
  } finally {
    process.argv[1] = called!;
  }
});

test('messages and help have them in the folder in which one is', () => {
  const here = folder('here');
  const said = (words: string[], env: NodeJS.ProcessEnv = {}) =>
    spawnSync(join(home, 'wiremark'), words, {
      cwd: here,
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
  const { stderr } = said(['runs']);
  assert.match(stderr, /no runs yet: `\S+\/wiremark run` makes one/);
  assert.match(said(['--help']).stdout, /^ {2}\S+\/wiremark run --data orders/m);
  assert.match(said(['--help']).stdout, /^Usage: \S+\/wiremark \[options\]/);
  assert.match(said(['infer', '--help'], { COLUMNS: '80' }).stdout, /decision of\s+"\S+\/wiremark infer"/);
  assert.match(said(['sql']).stdout, /^`\S+\/wiremark sql --help` has examples/m);
  const inPath = { PATH: `${home}:${process.env.PATH}` };
  assert.match(said(['runs'], inPath).stderr, /no runs yet: `wiremark run` makes one/);
});
