/** A row that alters its rivals' files while a run goes on: what was measured isn't what was verified, and the rivals have no rank. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rowsIn, scratchFolder, wiremark } from './command.ts';
import { copyToy, entry, HURRIED, suiteToml } from './definitions.ts';

const BUILT =
  'start = ["node", "{main}"]\ncode = ["build.sh"]\n\n[build]\ncommand = ["bash", "{folder}/build.sh"]\n';
const ALTERED = /main\.mjs was altered while the run went on: what was measured is not what was verified$/;

/** Code of the toy that goes over all builds' files with this text, adds a line, and takes it back in files called so. */
const spoils = (marked: string) => `
import { chmodSync, readdirSync, writeFileSync as put } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
const all = fileURLToPath(new URL('..', import.meta.url));
for (const entry of readdirSync(all, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !entry.name.endsWith('.mjs')) continue;
  const text = readFileSync(file, 'utf8');
  if (!text.split('\\n').some((line) => line.startsWith(${JSON.stringify(marked)}))) continue;
  chmodSync(file, 0o644);
  put(file, text + '// faster\\n');
  if (text.includes('restored')) put(file, text);
}
`;

test("rivals' builds, also one that is put back", () => {
  const cwd = scratchFolder('altered-build')('run');
  copyToy(cwd);
  // Of a name of its own, so that nobody else's builds lie beside its.
  const plain = readFileSync(join(cwd, 'plain.mjs'), 'utf8').replace('runtime toy', 'runtime altering');
  const marked = `// honest, in ${cwd}`;
  writeFileSync(join(cwd, 'honest.mjs'), `${marked}\n${plain}`);
  writeFileSync(join(cwd, 'restored.mjs'), `${marked}, restored\n${plain}`);
  writeFileSync(join(cwd, 'spoiler.mjs'), spoils(marked) + plain);
  const rows = ['honest', 'restored', 'spoiler'].map(
    (id) => `${entry(id, `${id}.mjs`)}options = { greeting = "${id}, in ${cwd}" }\n`,
  );
  writeFileSync(join(cwd, 'runner.toml'), ['runtime = "altering"', HURRIED, BUILT, ...rows].join('\n'));
  writeFileSync(join(cwd, 'toys.toml'), suiteToml({ serializers: ['altering/spoiler', 'altering/*'] }));
  const words = ['run', 'toys.toml', '--runner', 'runner.toml', '--quick', '--rounds', '1', '--no-limits'];
  const { status, stdout, stderr } = wiremark(cwd, [...words, '--format', 'json']);
  const found = rowsIn(stdout);
  const verdicts = Object.fromEntries(found.map((row) => [row.serializer, row.verdict]));
  assert.deepEqual(verdicts, { honest: 'crash', restored: 'crash', spoiler: 'ok' }, stdout + stderr);
  for (const { rank, reason } of found.filter(({ serializer }) => serializer !== 'spoiler')) {
    assert.equal(rank, null);
    assert.match(reason!, ALTERED);
  }
  assert.equal(status, 1);
});
