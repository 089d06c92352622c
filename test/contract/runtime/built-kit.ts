/** The kit of a runtime that compiles it together with a serializer. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { buildRunner } from '../../../src/build/build.ts';
import { fillPlaceholders } from '../../../src/build/start.ts';
import { prepareDataset } from '../../../src/dataset/prepare.ts';
import { readDataset } from '../../../src/define/dataset.ts';
import { readRunner } from '../../../src/define/runner.ts';
import { codecs } from '../../../src/oracle/codecs.ts';
import { temporary } from '../../machine/temporary.ts';
import { place } from '../place.ts';
import { Kit, root } from './kit.ts';

/** @param start returns the start command; called after the build */
export function builtKit(runtime: string, skip: string | false, start: () => readonly string[]): Kit {
  return new Kit({
    ...{ runtime, skip, parts: [], start, unit: 'utf-16', greeting: new RegExp(`^runtime ${runtime} `) },
    file: () => assert.fail('its serializers are built'),
    habits: () => ({}),
  });
}

/** Builds the limits' host for the dataset every-kind, whose documents in JSON are `inputs`. */
export async function hostKit(runtime: string) {
  const runner = readRunner(join(root, `runners/${runtime}/runner.toml`));
  const host = runner.serializers.find(({ id }) => id === runner.limits?.host)!;
  const dataset = readDataset(join(root, 'datasets/every-kind'));
  const { model, documents } = await prepareDataset(dataset, 'small', temporary('host-kit'));
  const inputs = documents.map((one) => codecs.json.encode(model, one));
  const { cache } = place;
  const datasets = new Map([['every-kind', model]]);
  const builds = await buildRunner({ runner, serializers: [host], datasets, cache, progress: () => {} });
  const build = builds.get(`${host.id}/every-kind`)!;
  const skip = build.ok ? false : build.reason;
  const kit = builtKit(runtime, skip, () => {
    assert.ok(build.ok);
    return runner.start.map((word) => fillPlaceholders(word, build.placeholders));
  });
  const answers = (limit: string, commands: readonly string[]) =>
    kit
      .answers({ id: `limit-${limit}`, output: 'bytes', model, inputs }, commands)
      .map((line) => line.split(' '));
  return { kit, skip, inputs, answers };
}
