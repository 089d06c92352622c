/** Follows CONTRIBUTING.md in a copy of this checkout. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporary } from '../machine/temporary.ts';
import { verdictsIn } from './command.ts';
import { place } from './place.ts';

function copyCheckout(): string {
  const copy = temporary('adding');
  const { files } = JSON.parse(readFileSync(join(place.home, 'package.json'), 'utf8')) as { files: string[] };
  for (const one of [...files, 'package.json'])
    if (existsSync(join(place.home, one)))
      cpSync(join(place.home, one), join(copy, one), { recursive: true });
  symlinkSync(join(place.home, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

test('the serializer of CONTRIBUTING.md needs one file and one manifest entry', () => {
  const text = readFileSync(join(place.home, 'CONTRIBUTING.md'), 'utf8');
  const [section = ''] = /^## Adding a serializer\n[\s\S]*?(?=^## )/m.exec(text) ?? [];
  const blocks = [...section.matchAll(/^```\w+\n([\s\S]*?)^```/gm)];
  const [source, entry, commands] = blocks.map(([, code]) => code!);
  const [, file, runtime, id] = /`(runners\/(\w+)\/serializers\/(\w+)\.\w+)`/.exec(section) ?? [];
  assert.ok(file && source && entry && commands, 'the section has a file, its entry and commands');
  const copy = copyCheckout();
  writeFileSync(join(copy, file), source);
  appendFileSync(join(copy, 'runners', runtime!, 'runner.toml'), `\n${entry}`);
  const [check] = commands.split('\n');
  const env = { ...process.env, WIREMARK_CACHE: place.cache };
  const { status, stdout, stderr } = spawnSync('bash', ['-c', check!], { cwd: copy, env, encoding: 'utf8' });
  const verdicts = verdictsIn(stdout, `${runtime}/${id}`);
  assert.equal(verdicts.length, 2, stdout + stderr);
  // Without network, the package is unavailable.
  const isUnavailable = verdicts[0]!.startsWith('unavailable');
  for (const verdict of verdicts)
    assert.match(verdict, isUnavailable ? /^unavailable\b/ : /^ok\b/, stdout + stderr);
  assert.equal(status, isUnavailable ? 1 : 0, stdout + stderr);
});
