import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporary } from '../../../test/machine/temporary.ts';
import { licensesOf } from '../build/provide.mjs';

test("licenses are those of the specifications in the gems' homes; dependencies are left out", async () => {
  const home = temporary('ruby licenses');
  mkdirSync(join(home, 'specifications'));
  const specification = (lines: string) =>
    `Gem::Specification.new do |s|\n  s.name = "x".freeze\n${lines}end\n`;
  const stated = {
    oj: '  s.licenses = ["MIT".freeze, "Ruby".freeze]\n',
    plain: '',
    needed: '  s.licenses = ["GPL"]\n',
  };
  for (const [name, lines] of Object.entries(stated))
    writeFileSync(join(home, 'specifications', `${name}-1.0.gemspec`), specification(lines));
  const list = `gem needed 1.0 ${home}\ngem oj 1.0 ${home}\ngem plain 1.0 ${home}\n`;
  assert.deepEqual(await licensesOf(list, ['oj', 'plain']), { oj: 'MIT, Ruby', plain: '' });
});
