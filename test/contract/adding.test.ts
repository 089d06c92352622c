/** Does exactly what CONTRIBUTING.md tells, in a copy of this checkout: one file, one entry in the manifest. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { place } from './place.ts';

const copy = mkdtempSync(join(tmpdir(), 'wiremark-adding-'));
after(() => rmSync(copy, { recursive: true, force: true }));

/** The code block of a language in the section of a heading. */
function block(heading: string, language: string): string {
  const text = readFileSync(join(place.home, 'CONTRIBUTING.md'), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith(heading));
  const found = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(section ?? '');
  assert.ok(found, `CONTRIBUTING.md has a ${language} block in "${heading}"`);
  return found[1]!;
}

test('a serializer is added to the Node runner with one file and one manifest entry', () => {
  const heading = 'Adding a serializer to the Node runner';
  const { files } = JSON.parse(readFileSync(join(place.home, 'package.json'), 'utf8')) as { files: string[] };
  for (const name of [...files, 'package.json'])
    if (existsSync(join(place.home, name)))
      cpSync(join(place.home, name), join(copy, name), { recursive: true });
  symlinkSync(join(place.home, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(join(copy, 'runners/node/serializers/cbor2.mjs'), block(heading, 'js'));
  appendFileSync(join(copy, 'runners/node/runner.toml'), `\n${block(heading, 'toml')}`);

  const [command] = block(heading, 'sh').split('\n');
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command!], {
    cwd: copy,
    env: { ...process.env, WIREMARK_CACHE: join(copy, 'cache') },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
  const rows = stdout.split('\n').filter((line) => line.startsWith('node/cbor2'));
  assert.equal(rows.length, 2, stdout);
  for (const row of rows) assert.match(row, /^node\/cbor2 +(ok|unavailable)\b/);
});
