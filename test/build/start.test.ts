import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOf } from '../../src/build/start.ts';
import type { VariantDefinition } from '../../src/define/types.ts';

const variant = (id: string, changes: Partial<VariantDefinition>): VariantDefinition => ({
  ...{ id, title: id, replace: {}, add: [], environment: {} },
  ...changes,
});

const runner = {
  runtime: 'ark',
  memory: 1408,
  environment: {},
  ignoreEnvironment: [],
  start: ['java', '-XX:+UseG1GC', '-cp', '{classpath}', 'Main'],
  variants: [
    variant('parallel-gc', { replace: { '-XX:+UseG1GC': '-XX:+UseParallelGC' } }),
    variant('interpreted', { add: ['-Xint', '-Xshare:off'] }),
    variant('other', {
      replace: { java: '/opt/{folder}/java' },
      add: ['-server'],
      environment: { MODE: 'x' },
      memory: 2048,
    }),
  ],
};

test('a variant replaces whole words, adds words right after the program, and sets variables', () => {
  assert.deepEqual(startOf(runner, null), { words: runner.start, environment: {}, memory: 1408 });
  assert.deepEqual(startOf(runner, 'parallel-gc').words, [
    ...['java', '-XX:+UseParallelGC', '-cp', '{classpath}', 'Main'],
  ]);
  assert.deepEqual(startOf(runner, 'interpreted').words, [
    ...['java', '-Xint', '-Xshare:off', '-XX:+UseG1GC', '-cp', '{classpath}', 'Main'],
  ]);
  assert.deepEqual(startOf(runner, 'other'), {
    words: ['/opt/{folder}/java', '-server', '-XX:+UseG1GC', '-cp', '{classpath}', 'Main'],
    environment: { MODE: 'x' },
    memory: 2048,
  });
});

test('variables of the user that the manifest ignores are removed; those that it sets stay', () => {
  const told = {
    ...runner,
    environment: { ARK_MODE: 'told', MODE: 'all' },
    ignoreEnvironment: ['ARK_*', 'JVM_OPTIONS'],
  };
  const user = { ARK_MODE: 'mine', ARK_HEAP: '1g', JVM_OPTIONS: '-Xint', JVM_OPTIONS_2: '-ea', PATH: '/bin' };
  const removed = { ARK_HEAP: undefined, JVM_OPTIONS: undefined };
  assert.deepEqual(startOf(told, null, user).environment, { ...removed, ARK_MODE: 'told', MODE: 'all' });
  assert.deepEqual(startOf(told, 'other', user).environment, { ...removed, ARK_MODE: 'told', MODE: 'x' });
});
