/** What the JVM builder makes of modules that can't be built, and what it doesn't build again; with the real Maven. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readRunner } from '../../src/define/runner.ts';
import type { RunnerDefinition, SerializerDefinition } from '../../src/define/types.ts';
import { buildMaven } from '../../src/runner/build/maven.ts';
import type { BuildResults } from '../../src/runner/build/types.ts';
import { type RunnerClient, RunnerFailure } from '../../src/runner/client.ts';
import { startRunner } from '../../src/runner/process.ts';
import { inspectToolchain } from '../../src/runner/toolchain.ts';
import { testDataset } from './verify-row.ts';

/** Misbehaves in each way that the kit has to stand. */
const FINE = `package wiremark.serializers;

import wiremark.kit.Serializer;

public final class Fine<T> implements Serializer<T> {
  public static <T> Serializer<T> of(Class<T> root) {
    return new Fine<>();
  }

  @Override
  public Object serialize(T value) {
    System.out.println("slice 1 1 1 1");
    return "é" + value.getClass().getSimpleName();
  }

  @Override
  public T deserialize(Object document) {
    return deserialize(document);
  }
}
`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'wiremark-jvm-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const real = readRunner(join(root, 'runners/jvm/runner.toml'));
const missing = (await inspectToolchain(real)).find((tool) => !tool.found);
const dataset = await testDataset(join(root, 'datasets/record'), 'single', join(scratch, 'data'));
const runner = fakeRunner();
const progress: string[] = [];

function fakeRunner(): RunnerDefinition {
  const folder = join(scratch, 'runner');
  mkdirSync(join(folder, 'serializers'), { recursive: true });
  cpSync(join(root, 'runners/jvm/kit'), join(folder, 'kit'), { recursive: true });
  const source = (name: string, text: string): void =>
    writeFileSync(join(folder, 'serializers', `${name}.java`), text);
  source('Fine', FINE);
  source('Broken', 'package wiremark.serializers;\n\nclass Broken {\n  Nothing nothing;\n}\n');
  source('Lost', 'package wiremark.serializers;\n\nclass Lost {}\n');
  return {
    ...real,
    folder,
    file: join(folder, 'runner.toml'),
    serializers: [
      serializer('fine', 'Fine', []),
      serializer('broken', 'Broken', []),
      serializer('lost', 'Lost', ['io.github.wiremark.none:no-such-artifact:1.0']),
      serializer('misspelt', 'Lost', ['no-coordinates']),
    ],
  };
}

function serializer(id: string, name: string, packages: readonly string[]): SerializerDefinition {
  return {
    id,
    title: id,
    format: 'json',
    output: 'text',
    tasks: ['serialize'],
    deviations: [],
    file: `serializers/${name}.java`,
    packages,
    generate: ['java-model', 'java-entry'],
    options: {},
    line: 7,
  };
}

function build(): Promise<BuildResults> {
  const folder = join(scratch, 'build');
  mkdirSync(folder, { recursive: true });
  progress.length = 0;
  const datasets = new Map([['record', dataset.model]]);
  return buildMaven({
    runner,
    serializers: runner.serializers,
    datasets,
    folder,
    progress: (message) => progress.push(message),
  });
}

const first = missing ? null : await build();
const fine = first?.get('fine');
const skip =
  missing && !missing.found
    ? missing.reason
    : fine && !fine.ok
      ? `can't be built here: ${fine.reason}`
      : false;

test('each module fails by itself, with its reason and a cure', { skip }, () => {
  // Two threads compile: which comes first is theirs to say.
  const told = progress.map((message) => /^jvm: compiling (\w+) \((\d) of 3\)$/.exec(message)?.slice(1));
  assert.deepEqual(told.map((parts) => parts?.[0]).sort(), ['broken', 'fine', 'lost']);
  assert.deepEqual(
    told.map((parts) => parts?.[1]),
    ['1', '2', '3'],
  );
  const log = join(scratch, 'build/maven.log');
  assert.deepEqual(first!.get('broken'), {
    ok: false,
    reason: 'serializers/Broken.java:4:3: cannot find symbol (class Nothing)',
    cure: `correct that and run again (log: ${log})`,
  });
  const lost = first!.get('lost')!;
  assert.ok(!lost.ok);
  assert.match(
    lost.reason,
    /^Could not find artifact io\.github\.wiremark\.none:no-such-artifact:jar:1\.0 in /,
  );
  assert.match(lost.cure, /tried again after an hour/);
  assert.deepEqual(first!.get('misspelt'), {
    ok: false,
    reason: '"no-coordinates" is not spelled group:artifact:version',
    cure: `correct its entry at ${runner.file}:7`,
  });
});

test('nothing is built again until something changes, and then only that', { skip }, async () => {
  const log = join(scratch, 'build/maven.log');
  writeFileSync(log, 'untouched');
  assert.deepEqual(await build(), first);
  assert.deepEqual(progress, []);
  assert.equal(readFileSync(log, 'utf8'), 'untouched', 'Maven was not started');

  writeFileSync(join(runner.folder, 'serializers/Broken.java'), FINE.replaceAll('Fine', 'Broken'));
  const second = await build();
  assert.deepEqual(progress, ['jvm: compiling broken (1 of 1)']);
  assert.equal(second.get('broken')!.ok, true);
  assert.deepEqual(second.get('fine'), fine);
});

test('the kit keeps to the protocol whatever a library does', { skip }, async () => {
  const client = await start('serialize');
  const total = (await client.slice(dataset.counts.documents)).checksum;
  assert.equal(total, BigInt(dataset.counts.documents * `é${rootName()}`.length), 'the length of strings');
  const bytes = readFileSync(await client.dump('hard'));
  const length = Buffer.byteLength(`é${rootName()}`);
  assert.equal(bytes.length, dataset.counts.hard * (4 + length), 'frames of UTF-8');
  assert.equal(bytes.toString('utf8', 4, 4 + length), `é${rootName()}`);
  await client.end();

  await assert.rejects(start('to-tree'), failure({ verdict: 'unsupported', reason: /no task to-tree/ }));
  const deep = await start('deserialize');
  await assert.rejects(deep.slice(1), failure({ verdict: 'crash', reason: /StackOverflowError/ }));
});

function rootName(): string {
  return (dataset.model.root as { name: string }).name;
}

function failure(expected: { verdict: string; reason: RegExp }) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof RunnerFailure);
    assert.equal(error.verdict.verdict, expected.verdict);
    assert.match(error.message, expected.reason);
    return true;
  };
}

function start(task: 'serialize' | 'deserialize' | 'to-tree'): Promise<RunnerClient> {
  assert.ok(fine?.ok);
  const { classpath } = fine.placeholders;
  const frames = join(scratch, 'frames');
  writeFileSync(frames, Buffer.from([0, 0, 0, 2, 0x7b, 0x7d]));
  const documents = { count: dataset.counts.documents, path: dataset.files.documents };
  const hard = { count: dataset.counts.hard, path: dataset.files.hard };
  const input = { count: 1, path: frames };
  return startRunner({
    command: runner.start.map((word) => word.replace('{classpath}', classpath!)),
    folder: scratch,
    job: {
      serializer: 'fine',
      format: 'json',
      output: 'text',
      dataset: 'record',
      size: 'single',
      task,
      schema: dataset.definition.schemaFile,
      artifacts: new Map(),
      documents,
      hard,
      ...(task === 'deserialize' ? { inputs: { documents: input, hard: input } } : {}),
    },
  });
}
