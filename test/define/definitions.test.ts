/** Each kind of definition file: what it means, and how what is wrong with it is told. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readDataset } from '../../src/define/dataset.ts';
import { readRunner } from '../../src/define/runner.ts';
import { readSuite } from '../../src/define/suite.ts';
import { DIGEST } from './minimal.ts';
import { folderWith, refuses } from './place.ts';

const DATASET = `title = "People"
seed = 5
[locales]
de = 2
[generate]
"/name" = "person.fullName"
[sizes.small]
documents = 3
digest = "${DIGEST}"
[sizes.small.lengths]
"/friends" = 2
"/pets" = [0, 4]
[sizes.big]
documents = 30
digest = "${DIGEST}"
shared = { "/friends/*/town" = 2 }
`;

const SUITE = `title = "A suite"
baseline = "node/json"
serializers = ["node/*"]
[[case]]
dataset = "people"
sizes = ["small"]
tasks = ["serialize"]
[[case]]
dataset = "people"
sizes = ["small", "big"]
tasks = ["deserialize", "parse-tree"]
serializers = ["*/json"]
`;

const RUNNER = `runtime = "python"
start = ["python3", "{folder}/main.py"]
[[toolchain]]
program = "python3"
version = ["--version"]
cure = "install Python"
[[serializer]]
id = "json"
format = "json"
output = "text"
tasks = ["serialize"]
file = "main.py"
[[serializer]]
id = "orjson"
title = "orjson, sorted"
format = "json"
output = "bytes"
tasks = ["serialize", "deserialize"]
packages = ["orjson@3.10.0"]
file = "main.py"
artifacts = ["proto"]
deviations = ["null-omitted"]
note = "for a test"
[serializer.options]
sort = "yes"
`;

const dataset = (context: TestContext, text: string) =>
  readDataset(join(folderWith(context, { 'people/dataset.toml': text }), 'people'));
const suite = (context: TestContext, text: string) =>
  readSuite(join(folderWith(context, { 'all.toml': text }), 'all.toml'));
const runner = (context: TestContext, text: string) =>
  readRunner(join(folderWith(context, { 'runner.toml': text, 'main.py': '' }), 'runner.toml'));

describe('dataset.toml', () => {
  it('is read', (context) => {
    const folder = join(folderWith(context, { 'people/dataset.toml': DATASET }), 'people');
    assert.deepEqual(readDataset(folder), {
      name: 'people',
      title: 'People',
      folder,
      schemaFile: join(folder, 'schema.json'),
      seed: 5,
      hard: 'bounds',
      locales: new Map([['de', 2]]),
      generate: new Map([['/name', 'person.fullName']]),
      sizes: [
        {
          name: 'small',
          documents: 3,
          digest: DIGEST,
          lengths: new Map<string, number | [number, number]>([
            ['/friends', 2],
            ['/pets', [0, 4]],
          ]),
          shared: new Map(),
        },
        {
          name: 'big',
          documents: 30,
          digest: DIGEST,
          lengths: new Map(),
          shared: new Map([['/friends/*/town', 2]]),
        },
      ],
    });
  });

  refuses(DATASET, dataset, [
    ['documents = 3\n', 'document = 3\n', '8: sizes.small.document', '"documents"'],
    ['seed = 5\n', '', '1: seed', 'missing; expected a number'],
    ['seed = 5', 'seed = "5"', '2: seed', 'expected a number; found "5"'],
    ['seed = 5', 'seed = 5.5', '2: seed', 'expected a whole number; found 5.5'],
    [`${DIGEST}"\n[sizes.small.l`, 'sha256:12"\n[sizes.small.l', '9: sizes.small.digest', '64 hex'],
    ['[0, 4]', '[4]', '12: sizes.small.lengths."/pets"', 'a length such as 3'],
    ['[0, 4]', '[4, 0]', '12: sizes.small.lengths."/pets"', 'smaller number first; found [4, 0]'],
    ['= 2 }', '= [1, 2] }', '16: sizes.big.shared."/friends/*/town"', 'expected a number'],
    ['seed = 5', 'seed = 5\nobjects = "a b"', '3: objects', 'a word such as'],
    ['de = 2', 'de = 0', '4: locales.de', 'expected'],
    ['de = 2\n', '', '3: locales', 'at least one'],
  ]);

  it('says whose objects they are', (context) => {
    const text = DATASET.replace('seed = 5', 'seed = 5\nobjects = "activerecord"');
    assert.equal(dataset(context, text).objects, 'activerecord');
  });

  it('draws from several languages unless told', (context) => {
    const { locales } = dataset(context, DATASET.replace('[locales]\nde = 2\n', ''));
    assert.ok(locales.size > 3, [...locales.keys()].join());
  });
});

describe('a suite', () => {
  it('is read', (context) => {
    const file = join(
      folderWith(context, {
        'all.toml': `more = "with less: -r node"\nmemory = true\n${SUITE}`,
        'all.published.csv': '',
      }),
      'all.toml',
    );
    assert.deepEqual(readSuite(file), {
      name: 'all',
      title: 'A suite',
      file,
      baseline: 'node/json',
      serializers: ['node/*'],
      style: 'default',
      more: 'with less: -r node',
      memory: true,
      batch: 1,
      quick: false,
      publishedFile: file.replace('all.toml', 'all.published.csv'),
      cases: [
        { dataset: 'people', sizes: ['small'], tasks: ['serialize'] },
        {
          dataset: 'people',
          sizes: ['small', 'big'],
          tasks: ['deserialize', 'parse-tree'],
          serializers: ['*/json'],
        },
      ],
    });
  });

  it('has no published table when there is none', (context) => {
    assert.ok(!('publishedFile' in suite(context, SUITE)));
  });

  refuses(SUITE, suite, [
    ['"serialize"', '"serialise"', '7: case[0].tasks[0]', 'Did you mean "serialize"?'],
    ['sizes = ["small"]', 'size = ["small"]', '6: case[0].size', 'mean "sizes"'],
    ['"deserialize", "parse-tree"', '"parse-tree", "parse-tree"', '11: case[1].tasks[1]', 'twice'],
    ['["serialize"]', '[]', '7: case[0].tasks', 'at least 1 of them; found an empty list'],
    ['title', 'style = "jhm"\ntitle', '1: style', 'Did you mean "jmh"?'],
    ['"node/json"', '"json"', '2: baseline', 'runtime/serializer'],
    ['["node/*"]', '["*"]', '3: serializers[0]', 'such as "jvm/*"'],
  ]);
});

describe('runner.toml', () => {
  it('is read', (context) => {
    const folder = folderWith(context, { 'runner.toml': RUNNER, 'main.py': '' });
    const file = join(folder, 'runner.toml');
    assert.deepEqual(readRunner(file), {
      runtime: 'python',
      title: 'python',
      folder,
      file,
      toolchain: [
        { program: 'python3', versionArguments: ['--version'], cure: 'install Python', needed: 'run' },
      ],
      build: null,
      code: [],
      protoOptions: [],
      text: 'utf-16',
      memory: 512,
      countsMemory: false,
      variants: [],
      start: ['python3', '{folder}/main.py'],
      warmup: { minimum: 300, maximum: 5000 },
      blocks: 12,
      compilers: [],
      serializers: [
        {
          ...{ id: 'json', title: 'json', format: 'json', output: 'text', tasks: ['serialize'], line: 7 },
          ...{ file: 'main.py', packages: [], sources: [], artifacts: [], deviations: [], options: {} },
        },
        {
          id: 'orjson',
          title: 'orjson, sorted',
          format: 'json',
          output: 'bytes',
          tasks: ['serialize', 'deserialize'],
          deviations: ['null-omitted'],
          file: 'main.py',
          packages: ['orjson@3.10.0'],
          sources: [],
          artifacts: ['proto'],
          note: 'for a test',
          options: { sort: 'yes' },
          line: 13,
        },
      ],
    });
  });

  it('may tell how it is built, warmed up and started otherwise', (context) => {
    const more = `warmup = { minimum = 1, maximum = 2 }
blocks = 32
memory = 1408
code = ["main.py"]
build = { command = ["make", "{folder}"], models = true }
proto = { options = ['java_package = "x.{dataset}"'] }
variant = [
  { id = "quick", replace = { "python3" = "pypy3" }, memory = 2048 },
  { id = "unhashed", title = "without", add = ["-R"], environment = { PYTHONHASHSEED = "0" } },
]
`;
    const made = runner(context, more + RUNNER.replace('cure =', 'needed = "build"\ncure ='));
    assert.deepEqual({ ...made.warmup }, { minimum: 1, maximum: 2 });
    assert.deepEqual([made.blocks, made.memory], [32, 1408]);
    assert.deepEqual(made.code, [join(made.folder, 'main.py')]);
    assert.deepEqual({ ...made.build }, { command: ['make', '{folder}'], models: true });
    assert.deepEqual(made.protoOptions, ['java_package = "x.{dataset}"']);
    assert.equal(made.toolchain[0]?.needed, 'build');
    const [quick, unhashed] = made.variants;
    assert.deepEqual(quick, {
      ...{ id: 'quick', title: 'quick', memory: 2048, add: [], environment: {} },
      replace: { python3: 'pypy3' },
    });
    assert.deepEqual(unhashed, {
      ...{ id: 'unhashed', title: 'without', replace: {}, add: ['-R'] },
      environment: { PYTHONHASHSEED: '0' },
    });
  });

  it('may tell what strings consist of, what it counts, and how outputs live', (context) => {
    const keys = ['varies', 'reuses', 'remembers'] as const;
    const text = RUNNER.replace('note =', `${keys.map((key) => `${key} = true\n`).join('')}note =`);
    const made = runner(context, `text = "code-points"\ncounts-memory = true\n${text}`);
    assert.deepEqual([made.text, made.countsMemory], ['code-points', true]);
    assert.deepEqual(
      made.serializers.map((row) => keys.map((key) => row[key])),
      [Array(3).fill(undefined), Array(3).fill(true)],
    );
  });

  it('takes what lies in the usual folders for its code', (context) => {
    const files = {
      'runner.toml': RUNNER,
      'main.py': '',
      'kit/loop.py': '',
      'build/x.py': '',
      'old/y.py': '',
    };
    const folder = folderWith(context, files);
    assert.deepEqual(readRunner(join(folder, 'runner.toml')).code, [
      join(folder, 'kit'),
      join(folder, 'build'),
    ]);
  });

  const variant = (text: string) => `[[variant]]\nid = "x"\n${text}\n`;
  refuses(RUNNER, runner, [
    ['id = "orjson"', 'id = "json"', '14: serializer[1].id', 'already the serializer of line 7'],
    ['["proto"]', '["node-model"]', '21: serializer[1].artifacts[0]', 'one of proto, avro'],
    ['packages = ["orjson@3.10.0"]', 'package = "a@1"', '19: serializer[1].package', 'mean "packages"'],
    ['"python"', '"py+thon"', '1: runtime', 'letters, digits'],
    ['sort =', '"sort by" =', '25: serializer[1].options."sort by"', 'letters, digits'],
    ['{folder}/main.py', '{build}/main.py', '2: start[1]', '{build}'],
    ['[[tool', `${variant('')}[[tool`, '3: variant[0]', 'changes nothing'],
    ['[[tool', `${variant('replace = { "-O" = "-o" }')}[[tool`, '5: variant[0].replace.-O', 'no word "-O"'],
    [
      '[[tool',
      `${variant('add = ["a"]')}${variant('add = ["b"]')}[[tool`,
      '7: variant[1].id',
      'already the variant of line 3',
    ],
    ['"json"\nout', '"jsno"\nout', '9: serializer[0].format', 'found "jsno". Did you mean "json"?'],
    ['"null-omitted"', '"null-is-zero"', '22: serializer[1].deviations[0]', 'null-omitted'],
    ['id = "orjson"', 'id = "or/json"', '14: serializer[1].id', 'letters, digits'],
    ['id = "orjson"', 'id = "limit-copy"', '14: serializer[1].id', 'reserved for limits'],
    ['start', 'limits = { kinds = ["copy"], host = "jsn" }\nstart', '2: limits.host', 'no serializer "jsn"'],
    ['runtime = "python"\n', 'runtim = "x"\n', '1: runtim', '"runtime"'],
    ['start', 'build = { models = true }\nstart', '2: build.command', 'missing'],
    ['start', 'warmup = { minimum = 9, maximum = 3 }\nstart', '2: warmup.minimum', 'maximum'],
  ]);
});
