import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byPath, whyUnprepared } from '../define/packages.ts';
import type { SerializerDefinition } from '../define/types.ts';
import { UnsupportedByFormat } from '../schema/emit/types.ts';
import { writeArtifacts } from './artifacts.ts';
import { codeParts, digestOf, takenPackages } from './code.ts';
import { PROTOCOL_VERSION } from './protocol.ts';
import type { BuildResult, BuildRunnerInput, Unit } from './types.ts';

export interface UnitRequest {
  readonly serializer: SerializerDefinition;
  readonly dataset: string;
  readonly name: string;
}

interface PlanUnitsInput extends Pick<BuildRunnerInput, 'runner' | 'datasets' | 'modelOf' | 'cache'> {
  readonly pairs: readonly UnitRequest[];
  readonly versions: readonly string[];
}

/** Version of the format of the file `built` (cache.ts). It is part of each key, so that a new version rebuilds all units. */
const RECORD = '5';

export function planUnits(input: PlanUnitsInput): Map<string, Unit | BuildResult> {
  const { runner, pairs, versions } = input;
  const { command, models } = runner.build!;
  const common = [RECORD, `${PROTOCOL_VERSION}`, process.platform, process.arch, ...command, ...versions];
  const digests = new Map<string, string>();
  const planned = new Map<string, Unit | BuildResult>();
  for (const { serializer: asked, dataset, name } of pairs) {
    const paths = asked.packages.flatMap((spelled) => byPath(spelled)?.path ?? []);
    const reason = paths.map(whyUnprepared).find((why) => why !== null);
    if (reason !== undefined) {
      planned.set(name, { ok: false, verdict: 'unavailable', reason });
      continue;
    }
    const code = [...common, ...codeParts(runner, asked, digests)];
    const serializer = { ...asked, packages: takenPackages(runner, asked, digests) };
    if (!models) {
      const none = { dataset: null, model: null, artifacts: new Map<string, string>() };
      planned.set(name, { id: serializer.id, serializer, ...none, key: keyOf(code) });
      continue;
    }
    try {
      const written = writeArtifacts(join(input.cache, 'artifacts'), {
        dataset,
        model: input.modelOf?.(asked, dataset) ?? input.datasets.get(dataset)!,
        kinds: serializer.artifacts,
        protoOptions: runner.protoOptions,
      });
      const files = [['model', written.model] as const, ...written.artifacts];
      const contents = files.flatMap(([kind, file]) => [kind, readFileSync(file)]);
      const key = keyOf([...code, dataset, ...contents]);
      planned.set(name, { id: name, serializer, dataset, ...written, key });
    } catch (error) {
      if (!(error instanceof UnsupportedByFormat)) throw error;
      planned.set(name, { ok: false, verdict: 'unsupported', reason: error.message });
    }
  }
  return planned;
}

function keyOf(parts: readonly (string | Uint8Array)[]): string {
  return digestOf(parts).slice(0, 16);
}
