/** Definitions for tests of plans. */
import type { RunnerDefinition, SerializerDefinition, Task } from '../../src/define/types.ts';

/** A serializer that nobody builds. */
export function serializer(
  id: string,
  format: 'json' | 'bson' = 'json',
  tasks: Task[] = ['serialize', 'deserialize'],
): SerializerDefinition {
  return {
    id,
    title: id,
    format,
    output: 'text',
    tasks,
    deviations: [],
    file: id,
    packages: [],
    sources: [],
    artifacts: [],
    options: {},
    line: 1,
  };
}

export function runner(
  runtime: string,
  serializers: SerializerDefinition[],
  variants: string[] = [],
): RunnerDefinition {
  return {
    runtime,
    title: runtime,
    folder: '/',
    file: '/runner.toml',
    toolchain: [],
    build: null,
    code: [],
    protoOptions: [],
    text: 'utf-16',
    memory: 512,
    countsMemory: false,
    start: ['true'],
    warmup: { minimum: 0, maximum: 1 },
    blocks: 2,
    compilers: [],
    variants: variants.map((id) => ({ id, title: id, replace: {}, add: [`--${id}`], environment: {} })),
    serializers,
  };
}
