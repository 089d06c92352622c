/** Does exactly what CONTRIBUTING.md tells, in a copy of this checkout: one file, one entry in the manifest. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporary } from '../machine/temporary.ts';
import { place } from './place.ts';

const folder = temporary('adding');

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

interface Example {
  readonly heading: string;
  readonly runtime: string;
  /** The name of the serializer's file, and what stands in it. */
  readonly file: string;
  readonly source: string;
  /** The entry in the manifest. */
  readonly entry: string;
  /** What is to be tried with it. */
  readonly commands: string;
}

/** The sections of CONTRIBUTING.md that have a whole serializer in them. */
function examples(): Example[] {
  const text = readFileSync(join(place.home, 'CONTRIBUTING.md'), 'utf8');
  return text.split(/^## /m).flatMap((section) => {
    const blocks = new Map(
      [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language, code]) => [language!, code!]),
    );
    const [, runtime, file] = /`runners\/(\w+)\/serializers\/(\w+\.\w+)`/.exec(section) ?? [];
    const entry = blocks.get('toml');
    if (!section.startsWith('Adding a serializer') || entry === undefined) return [];
    const [source] = [...blocks].flatMap(([language, code]) =>
      /^(?:toml|sh)$/.test(language) ? [] : [code],
    );
    const commands = blocks.get('sh');
    const [heading] = section.split('\n');
    assert.ok(runtime && file && source && commands, `"${heading}" has a file, its entry and what to try`);
    return [{ heading: heading!, runtime, file, source, entry, commands }];
  });
}

const all = examples();
test('there is an example', () => assert.ok(all.length >= 1, `${all.length}`));

for (const { heading, runtime, file, source, entry, commands } of all) {
  test(`${heading}: one file and one manifest entry`, () => {
    const id = file.slice(0, file.indexOf('.'));
    const copy = checkout(runtime);
    writeFileSync(join(copy, 'runners', runtime, 'serializers', file), source);
    appendFileSync(join(copy, 'runners', runtime, 'runner.toml'), `\n${entry}`);
    const [command] = commands.split('\n');
    const { status, stdout, stderr } = spawnSync('bash', ['-c', command!], {
      cwd: copy,
      env: { ...process.env, WIREMARK_CACHE: place.cache },
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
