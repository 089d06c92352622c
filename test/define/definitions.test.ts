import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readRunner } from '../../src/define/runner.ts';
import { readSuite } from '../../src/define/suite.ts';
import { DATASET, DIGEST, runnerOf, suiteOf } from './minimal.ts';
import { folderWith, refuses } from './place.ts';
import { READ, toml, VALID } from './valid.ts';

describe('dataset.toml', () => {
  const text = toml(VALID['people/dataset.toml']);

  it('is read', (context) => {
    const { folder, ...found } = READ.dataset(context, text);
    const lengths = new Map<string, number | number[]>([
      ['/pets', 3],
      ['/friends', [0, 4]],
    ]);
    assert.deepEqual(found, {
      ...{ name: 'people', title: 'People', schemaFile: join(folder, 'schema.json'), seed: 5 },
      ...{ objects: 'activerecord', locales: new Map([['de', 2]]) },
      generate: new Map([['/name', 'person.fullName']]),
      sizes: [{ name: 'small', documents: 3, digest: DIGEST, lengths, shared: new Map([['/town', 2]]) }],
    });
  });

  it('has defaults, with locales of several languages', (context) => {
    const { locales, generate, sizes } = READ.dataset(context, DATASET);
    assert.ok(locales.size > 3, [...locales.keys()].join());
    assert.equal(generate.size + sizes[0]!.lengths.size + sizes[0]!.shared.size, 0);
  });

  refuses(text, READ.dataset, [
    ['"documents"', '"document"', '6: sizes.small.document', '"documents"'],
    ['"seed" = 5', '"seed" = 5.5', '2: seed', 'expected a whole number; found 5.5'],
    ['[0, 4]', '[4]', '6: sizes.small.lengths."/friends"', 'a length such as 3'],
    ['[0, 4]', '[4, 0]', '6: sizes.small.lengths."/friends"', 'smaller number first; found [4, 0]'],
    ['"de" = 2', '"de" = 0', '4: locales.de', 'expected'],
    ['"de" = 2', '', '4: locales', 'at least one'],
  ]);
});

describe('a suite', () => {
  const text = toml(VALID['all.toml']);

  it('is read', (context) => {
    const { case: cases, edition: editions, ...same } = VALID['all.toml'];
    const { file, ...found } = READ.suite(context, text);
    assert.deepEqual(found, { name: 'all', cases, editions, ...same });
  });

  it('has defaults, and a published table if one is beside it', (context) => {
    const { style, batch, quick, ...least } = READ.suite(context, suiteOf('people', 'mill'));
    assert.deepEqual([style, batch, quick], ['default', 1, false]);
    assert.ok(!('publishedFile' in least));
    const file = join(folderWith(context, { 'all.toml': text, 'all.published.csv': '' }), 'all.toml');
    assert.equal(readSuite(file).publishedFile, file.replace('all.toml', 'all.published.csv'));
  });

  refuses(text, READ.suite, [
    ['"serialize"', '"serialise"', '9: case[0].tasks[0]', 'Did you mean "serialize"?'],
    ['["serialize"]', '["serialize", "serialize"]', '9: case[0].tasks[1]', 'twice'],
    ['"mill/json"', '"json"', '3: baseline', 'runtime/serializer'],
    ['["mill/*"]', '["*"]', '4: serializers[0]', 'such as "*/json"'],
  ]);
});

describe('runner.toml', () => {
  const text = toml(VALID['runner.toml']);
  const none = { deviations: [], sources: [], packages: [], artifacts: [], options: {} };

  it('is read', (context) => {
    const {
      toolchain,
      proto,
      variant,
      serializer,
      'counts-memory': countsMemory,
      'ignore-environment': ignoreEnvironment,
      ...same
    } = VALID['runner.toml'];
    const [{ version: versionArguments, ...tool }] = toolchain;
    const [json, kryo] = serializer;
    const { folder, file, ...found } = READ.runner(context, text);
    assert.deepEqual(found, {
      ...{ ...same, countsMemory, ignoreEnvironment, protoOptions: proto.options, variants: variant },
      ...{ code: [join(folder, 'main.py')], toolchain: [{ ...tool, versionArguments }] },
      serializers: [
        { ...json, line: 18 },
        { ...none, ...kryo, title: 'kryo', line: 18 },
      ],
    });
  });

  it('has defaults', (context) => {
    const more = `toolchain = [{ program = "lua", version = ["-v"], fix = "install Lua" }]
variant = [{ id = "quick", add = ["-O"] }]
`;
    const { folder, file, serializers, ...found } = READ.runner(context, more + runnerOf('lua'));
    assert.deepEqual(found, {
      ...{ runtime: 'lua', title: 'lua', start: ['{folder}/main'], build: null, code: [], protoOptions: [] },
      ...{ environment: {}, ignoreEnvironment: [] },
      toolchain: [{ program: 'lua', versionArguments: ['-v'], fix: 'install Lua', needed: 'run' }],
      ...{ memory: 512, countsMemory: false, blocks: 12, compilers: [] },
      variants: [{ id: 'quick', title: 'quick', replace: {}, add: ['-O'], environment: {} }],
      warmup: { minimum: 300, maximum: 5000 },
    });
  });

  it('takes its code from the usual folders by default', (context) => {
    const sources = ['main', 'kit/loop.py', 'build/x.py', 'old/y.py'];
    const files = {
      ...Object.fromEntries(sources.map((name) => [name, ''])),
      'runner.toml': runnerOf('lua'),
    };
    const folder = folderWith(context, files);
    const { code } = readRunner(join(folder, 'runner.toml'));
    assert.deepEqual(code, [join(folder, 'kit'), join(folder, 'build')]);
  });

  refuses(text, READ.runner, [
    ['"id" = "kryo"', '"id" = "json"', '18: serializer[1].id', 'already the serializer of line 18'],
    ['["proto"]', '["node-model"]', '18: serializer[0].artifacts[0]', 'one of proto, avro'],
    ['{ "python3" =', '{ "-O" =', '17: variant[0].replace.-O', 'no word "-O"'],
    ['[{ "id" = "v"', '[{ "id" = "v", "add" = ["a"] }, { "id" = "v"', '17: variant[1].id', 'of line 17'],
    ['"format" = "json"', '"format" = "jsno"', '18: serializer[0].format', 'Did you mean "json"?'],
    ['"id" = "kryo"', '"id" = "limit-copy"', '18: serializer[1].id', 'reserved for limits'],
    ['"host" = "json"', '"host" = "jsn"', '16: limits.host', 'no serializer "jsn"'],
    ['"minimum" = 1', '"minimum" = 9', '8: warmup.minimum', 'maximum'],
    ['"PYTHON*"', '"*"', '5: ignore-environment[0]', 'its beginning and "*"'],
    ['"B" =', '"B-" =', '4: environment.B-', 'the name of a variable'],
  ]);

  refuses(runnerOf('lua'), READ.runner, [
    ['runtime =', 'runtim =', '1: runtim', '"runtime"'],
    ['{folder}', '{build}', '2: start[0]', '{build}'],
    ['[[ser', '[[variant]]\nid = "x"\n[[ser', '3: variant[0]', 'changes nothing'],
    ['[[ser', 'build = { models = true }\n[[ser', '3: build.command', 'missing'],
  ]);
});
