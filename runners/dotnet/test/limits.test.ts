/** The limits and the memory command of the .NET kit (docs/PROTOCOL.md), in the build of the limits' host. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { buildRunner } from '../../../src/build/build.ts';
import { fillPlaceholders } from '../../../src/build/start.ts';
import { prepareDataset } from '../../../src/dataset/prepare.ts';
import { readDataset } from '../../../src/define/dataset.ts';
import { readRunner } from '../../../src/define/runner.ts';
import { codecs } from '../../../src/oracle/codecs.ts';
import { place } from '../../../test/contract/place.ts';
import { Kit, root } from '../../../test/contract/runtime/kit.ts';
import { testLimits } from '../../../test/contract/runtime/limits.ts';
import { temporary } from '../../../test/machine/temporary.ts';

const runner = readRunner(join(root, 'runners/dotnet/runner.toml'));
const host = runner.serializers.find(({ id }) => id === runner.limits?.host);
assert.ok(host);
const dataset = readDataset(join(root, 'datasets/every-kind'));
const { model, documents } = await prepareDataset(dataset, 'small', temporary('dotnet-limits'));
const inputs = documents.map((one) => codecs.json.encode(model, one));
const cache = join(place.cache, 'tests');
mkdirSync(cache, { recursive: true });
const datasets = new Map([['every-kind', model]]);
const builds = await buildRunner({ runner, serializers: [host], datasets, cache, progress: () => {} });
const build = builds.get(`${host.id}/every-kind`)!;
const skip = build.ok ? false : build.reason;

const kit = new Kit({
  ...{ runtime: 'dotnet', skip, parts: [], unit: 'utf-16', greeting: /^runtime dotnet / },
  start: () => {
    assert.ok(build.ok);
    return runner.start.map((word) => fillPlaceholders(word, build.placeholders));
  },
  file: () => assert.fail('its serializers are built'),
  habits: () => ({}),
});
testLimits(kit, ['every-kind']);

/** The replies to a limit, split into words. */
function answers(limit: string, commands: readonly string[]): string[][] {
  const replies = kit.answers({ id: `limit-${limit}`, output: 'bytes', model, inputs }, commands);
  return replies.map((line) => line.split(' '));
}

test('limit-no-op allocates nothing', { skip }, () => {
  const replies = answers('no-op', ['slice 1000 1', 'memory 100000']);
  assert.deepEqual(replies.slice(1), [
    ['allocated', '0'],
    ...['gen0', 'gen1', 'gen2'].map((name) => ['collections', name, '0']),
    ['memory', '100000'],
  ]);
});

test('`memory` counts the arrays of limit-copy to the byte, and collections', { skip }, () => {
  // An array has a header of 24 bytes and is aligned to 8.
  const arrays = inputs.reduce((sum, { length }) => sum + Math.ceil((24 + length) / 8) * 8, 0);
  // More than gen0 holds.
  const rotations = Math.ceil(2 ** 30 / arrays);
  const replies = answers('copy', ['slice 1000 1', `memory ${rotations * inputs.length}`]);
  assert.deepEqual(replies[1], ['allocated', `${rotations * arrays}`]);
  assert.deepEqual(replies[2]!.slice(0, 2), ['collections', 'gen0']);
  assert.ok(Number(replies[2]![2]) >= 1, replies.join('; '));
});
