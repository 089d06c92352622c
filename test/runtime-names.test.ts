/**
 * A runtime is a folder of `runners/`, and nothing else knows of any: sources, tests, scripts and templates take the toy
 * (test/contract/toy), made-up names, or what they find in the folders (test/contract/shipped.ts).
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

const home = join(import.meta.dirname, '..');
const runtimes = readdirSync(join(home, 'runners')).filter((name) =>
  existsSync(join(home, 'runners', name, 'runner.toml')),
);
/** Recorded runs, published figures and what is shown of both name what was measured. */
const DATA = /\/recorded[-/]|\.golden\.|^test\/suites\/|^test\/runtime-names\./;

/** A row, a row of a variant, a folder, a filter; and the bare name in quotes, but for the program that this is run with. */
function naming(names: readonly string[], program: string): RegExp {
  const any = `(?:${names.join('|')})`;
  const bare = `(?:${names.filter((name) => name !== program).join('|')})`;
  return new RegExp(
    [
      `(?<![\\w@./:-])${any}(?:\\+[\\w*-]+)?/(?=[a-z*{])`,
      `runners/${any}\\b`,
      `(?:-r|--runtime) (?:[\\w,+-]*,)?${any}\\b`,
      `(['"\`])${bare}(?:\\+[\\w*-]+)?\\1`,
    ].join('|'),
  );
}

test('what names a runtime is found', () => {
  const pattern = naming(['node', 'slow'], 'node');
  for (const text of ["'slow/json'", 'node/json', 'slow+fast/*', 'a runners/node', '-r toy,slow', "'slow'"])
    assert.match(text, pattern);
  for (const text of ["'node'", 'node:fs', '@types/node/x', 'slow', 'node_modules/x', 'toy/plain'])
    assert.doesNotMatch(text, pattern);
});

test('no runtime is named outside of its folder', () => {
  const pattern = naming(runtimes, basename(process.execPath));
  const files = execFileSync('git', ['ls-files', 'src', 'test', 'script', 'templates'], { cwd: home })
    .toString()
    .trim()
    .split('\n')
    .filter((file) => !DATA.test(file) && existsSync(join(home, file)));
  const isNaming = (file: string) => pattern.test(readFileSync(join(home, file), 'utf8'));
  assert.deepEqual(files.filter(isNaming), [], 'take the toy or a made-up name');
});
