/**
 * Brings runners/node/package-lock.json up to the manifest, keeping what it pins otherwise. Not needed for a new
 * serializer to work: npm installs what the lock doesn't have.
 *
 * Run with `node --import tsx script/node-lock.ts`.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRunner } from '../src/define/runner.ts';
import { buildNpm } from '../src/runner/build/npm.ts';

const runner = readRunner(fileURLToPath(new URL('../runners/node/runner.toml', import.meta.url)));
const folder = await mkdtemp(join(tmpdir(), 'wiremark-lock-'));
try {
  const progress = (message: string) => console.error(message);
  const results = await buildNpm({
    runner,
    serializers: runner.serializers,
    datasets: new Map(),
    folder,
    progress,
  });
  for (const [id, result] of results) {
    if (!result.ok) throw new Error(`${id}: ${result.reason} (${result.cure})`);
  }
  const [first] = results.values();
  const build = first?.ok ? first.placeholders.build! : '';
  await copyFile(join(dirname(build), 'package-lock.json'), join(runner.folder, 'package-lock.json'));
} finally {
  await rm(folder, { recursive: true, force: true });
}
