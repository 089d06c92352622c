import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunnerDefinition, SerializerDefinition } from '../../define/types.ts';
import type { SchemaModel } from '../../schema/model.ts';
import { inspectToolchain } from '../toolchain.ts';
import type { BuildInput, BuildResult, BuildResults } from './types.ts';

export interface BuildRunnerInput {
  readonly runner: RunnerDefinition;
  readonly serializers: readonly SerializerDefinition[];
  readonly datasets: ReadonlyMap<string, SchemaModel>;
  /** wiremark's cache folder. */
  readonly cache: string;
  readonly progress: (message: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Makes one runner ready: checks its toolchain, then builds what has changed. A missing program is a result for every
 * serializer, with the cure. Throws only when aborted.
 */
export async function buildRunner(input: BuildRunnerInput): Promise<BuildResults> {
  const missing = (await inspectToolchain(input.runner)).find((tool) => !tool.found);
  if (missing && !missing.found) {
    const outcome: BuildResult = { ok: false, reason: missing.reason, cure: missing.cure };
    return new Map(input.serializers.map(({ id }) => [id, outcome]));
  }
  const folder = join(input.cache, 'runners', input.runner.runtime);
  await mkdir(folder, { recursive: true });
  return build({ ...input, folder });
}

async function build(input: BuildInput): Promise<BuildResults> {
  const { build } = input.runner;
  switch (build.kind) {
    case 'npm':
      return (await import('./npm.ts')).buildNpm(input);
    case 'maven':
      return (await import('./maven.ts')).buildMaven(input);
    case 'command':
      return (await import('./command.ts')).buildByCommand(input, build.command);
    case 'none':
      return new Map(input.serializers.map(({ id }) => [id, { ok: true, placeholders: {} }]));
  }
}
