import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratchFolder } from '../contract/command.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the action passes its inputs to bench, and rules with spaces stay whole', () => {
  const folder = scratchFolder('action')('step');
  mkdirSync(join(folder, 'script'));
  copyFileSync(join(ROOT, 'script/action'), join(folder, 'script/action'));
  writeFileSync(join(folder, 'wiremark'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const summary = join(folder, 'summary.md');
  const inputs = {
    ROW: 'bench/row.toml',
    VERSIONS: 'main,HEAD',
    RULES: 'failed\nslower > 5%\n',
    ARGS: '--rounds 20',
  };
  execFileSync(join(folder, 'script/action'), {
    env: { ...process.env, ...inputs, GITHUB_STEP_SUMMARY: summary },
  });
  const rules = ['--fail-if', 'failed', '--fail-if', 'slower > 5%'];
  const before = 'bench bench/row.toml --versions main,HEAD'.split(' ');
  const words = [...before, ...rules, ...'--rounds 20 --format summary'.split(' ')];
  assert.deepEqual(readFileSync(summary, 'utf8').trim().split('\n'), words);
  const action = readFileSync(join(ROOT, 'action.yml'), 'utf8');
  for (const name of Object.keys(inputs))
    assert.ok(action.includes(`${name}: \${{ inputs.${name.toLowerCase()} }}`), name);
});
