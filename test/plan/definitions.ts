/** Definitions for tests of plans. */
import assert from 'node:assert/strict';
import type {
  RunnerDefinition,
  SerializerDefinition,
  SuiteDefinition,
  Task,
} from '../../src/define/types.ts';
import { EmptyPlanError } from '../../src/plan/missed.ts';

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
    memory: 512,
    countsMemory: false,
    start: ['true'],
    environment: {},
    ignoreEnvironment: [],
    warmup: { minimum: 0, maximum: 1 },
    blocks: 2,
    compilers: [],
    variants: variants.map((id) => ({ id, title: id, replace: {}, add: [`--${id}`], environment: {} })),
    serializers,
  };
}

/** Of one case, which is written, unless told. */
export function suite(
  serializers: string[],
  baseline: string,
  more: Partial<SuiteDefinition> = {},
): SuiteDefinition {
  return {
    ...{ name: 'one', title: 'One', file: '/suites/one.toml', style: 'default', batch: 1, quick: false },
    cases: [{ dataset: 'users', sizes: ['small'], tasks: ['serialize'] }],
    ...{ serializers, baseline },
    ...more,
  };
}

/** The message of the EmptyPlanError that `plan` throws; empty if it throws none. */
export function missedOf(plan: () => unknown): string {
  try {
    plan();
    return '';
  } catch (error) {
    assert.ok(error instanceof EmptyPlanError);
    return error.message;
  }
}
