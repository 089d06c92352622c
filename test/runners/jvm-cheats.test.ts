/**
 * Serializers of the JVM that do less than they are timed for (jvm-cheats/), each of which is to be found out, and an honest
 * one that isn't. What the fixture's writer takes for plain data is tried on the JDK's own collections.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { readRunner } from '../../src/define/runner.ts';
import { buildRunner } from '../../src/runner/build/build.ts';
import { place } from '../contract/place.ts';
import { testDataset, verifyRow } from './verify-row.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'wiremark-cheats-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const runner = readRunner(join(root, 'test/runners/jvm-cheats/runner.toml'));
const dataset = await testDataset(join(root, 'test/data/person'), 'small', join(scratch, 'data'));
const cache = join(place.cache, 'tests');
mkdirSync(cache, { recursive: true });
const builds = await buildRunner({
  runner,
  serializers: runner.serializers,
  datasets: new Map([['person', dataset.model]]),
  cache,
  progress: () => {},
});
