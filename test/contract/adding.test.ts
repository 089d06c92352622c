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

const folder = mkdtempSync(join(tmpdir(), 'wiremark-adding-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of this checkout. */
function checkout(name: string): string {
  const copy = join(folder, name);
  const { files } = JSON.parse(readFileSync(join(place.home, 'package.json'), 'utf8')) as { files: string[] };
  for (const one of [...files, 'package.json'])
    if (existsSync(join(place.home, one)))
      cpSync(join(place.home, one), join(copy, one), { recursive: true });
  symlinkSync(join(place.home, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** The code block of a language in the section of a heading. */
function block(heading: string, language: string): string {
  const text = readFileSync(join(place.home, 'CONTRIBUTING.md'), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith(heading));
  const found = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(section ?? '');
  assert.ok(found, `CONTRIBUTING.md has a ${language} block in "${heading}"`);
  return found[1]!;
}

interface Example {
  readonly runtime: string;
  readonly heading: string;
  /** Of the block with the serializer's file. */
  readonly language: string;
  readonly file: string;
}

const EXAMPLES: readonly Example[] = [
  { runtime: 'node', heading: 'Node runner', language: 'js', file: 'cbor2.mjs' },
  { runtime: 'python', heading: 'Python runner', language: 'python', file: 'umsgpack.py' },
  { runtime: 'ruby', heading: 'Ruby runner', language: 'ruby', file: 'rapidjson.rb' },
];

for (const { runtime, language, file, ...example } of EXAMPLES) {
  const heading = `Adding a serializer to the ${example.heading}`;
  test(`${heading}: one file and one manifest entry`, () => {
    const id = file.slice(0, file.indexOf('.'));
    const copy = checkout(runtime);
    writeFileSync(join(copy, 'runners', runtime, 'serializers', file), block(heading, language));
    appendFileSync(join(copy, 'runners', runtime, 'runner.toml'), `\n${block(heading, 'toml')}`);
    const [command] = block(heading, 'sh').split('\n');
    const { status, stdout, stderr } = spawnSync('bash', ['-c', command!], {
      cwd: copy,
      env: { ...process.env, WIREMARK_CACHE: join(copy, 'cache') },
      encoding: 'utf8',
    });
    const rows = stdout.split('\n').filter((line) => line.startsWith(`${runtime}/${id}`));
    assert.equal(rows.length, 2, stdout + stderr);
    const unavailable = rows.filter((row) => /^\S+ +unavailable\b/.test(row));
    const right = rows.filter((row) => /^\S+ +ok\b/.test(row));
    assert.ok(right.length === 2 || unavailable.length === 2, stdout + stderr);
    assert.equal(status, unavailable.length === 2 ? 1 : 0, stdout + stderr);
  });
}
