/** Each kind of definition file: what it means, and how what is wrong with it is told. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readDataset } from '../../src/define/dataset.ts';
import { readRunner } from '../../src/define/runner.ts';
import { readSuite } from '../../src/define/suite.ts';
import { definitionError, folderWith } from './place.ts';

const DIGEST = `sha256:${'0'.repeat(64)}`;

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

  const wrong: [what: string, from: string, to: string, line: number, key: string, message: RegExp][] = [
    ['a misspelt key', 'title =', 'titel =', 1, 'titel', /unknown key. Did you mean "title"\?/],
    [
      'a misspelt key of a size',
      'documents = 3\n',
      'document = 3\n',
      8,
      'sizes.small.document',
      /"documents"/,
    ],
    ['a missing key', 'seed = 5\n', '', 1, 'seed', /missing; expected a number/],
    ['a missing key of a size', 'documents = 30\n', '', 13, 'sizes.big.documents', /missing/],
    ['another type', 'seed = 5', 'seed = "5"', 2, 'seed', /expected a number; found "5"/],
    ['a date', 'seed = 5', 'seed = 2020-01-01', 2, 'seed', /expected a number; found 2020-01-01$/],
    ['a fraction', 'seed = 5', 'seed = 5.5', 2, 'seed', /expected a whole number; found 5.5/],
    ['a number out of range', 'documents = 3\n', 'documents = 0\n', 8, 'sizes.small.documents', /at least 1/],
    [
      'half a digest',
      `${DIGEST}"\n[sizes.small.l`,
      'sha256:12"\n[sizes.small.l',
      9,
      'sizes.small.digest',
      /64 hex/,
    ],
    ['a range of one', '[0, 4]', '[4]', 12, 'sizes.small.lengths."/pets"', /a length such as 3/],
    [
      'a range downwards',
      '[0, 4]',
      '[4, 0]',
      12,
      'sizes.small.lengths."/pets"',
      /smaller number first; found \[4, 0\]/,
    ],
    ['none shared', '= 2 }', '= 0 }', 16, 'sizes.big.shared."/friends/*/town"', /at least 1/],
    ['a range shared', '= 2 }', '= [1, 2] }', 16, 'sizes.big.shared."/friends/*/town"', /expected a number/],
    ['objects of two words', 'seed = 5', 'seed = 5\nobjects = "a b"', 3, 'objects', /a word such as/],
    ['a locale without weight', 'de = 2', 'de = 0', 4, 'locales.de', /expected/],
    ['no locale', 'de = 2\n', '', 3, 'locales', /at least one/],
  ];
  for (const [what, from, to, line, key, message] of wrong) {
    it(`is refused with ${what}`, (context) => {
      assert.ok(DATASET.includes(from), 'the test has to change something');
      const text = DATASET.replace(from, to);
      assert.throws(() => dataset(context, text), definitionError(line, key, message));
    });
  }

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

  const wrong: [what: string, from: string, to: string, line: number, key: string, message: RegExp][] = [
    ['a misspelt task', '"serialize"', '"serialise"', 7, 'case[0].tasks[0]', /Did you mean "serialize"\?/],
    ['a misspelt key of a case', 'sizes = ["small"]', 'size = ["small"]', 6, 'case[0].size', /mean "sizes"/],
    [
      'a task twice',
      '"deserialize", "parse-tree"',
      '"parse-tree", "parse-tree"',
      11,
      'case[1].tasks[1]',
      /twice/,
    ],
    ['no task', '["serialize"]', '[]', 7, 'case[0].tasks', /at least 1 of them; found an empty list/],
    ['another style', 'title', 'style = "jhm"\ntitle', 1, 'style', /Did you mean "jmh"\?/],
    [
      'a baseline without runtime',
      '"node/json"',
      '"json"',
      2,
      'baseline',
      /runtime\/serializer.*; found "json"/,
    ],
    ['a pattern without runtime', '["node/*"]', '["*"]', 3, 'serializers[0]', /such as "jvm\/\*"/],
    ['a batch of none', 'title', 'batch = 0\ntitle', 1, 'batch', /at least 1/],
  ];
  for (const [what, from, to, line, key, message] of wrong) {
    it(`is refused with ${what}`, (context) => {
      assert.ok(SUITE.includes(from), 'the test has to change something');
      assert.throws(() => suite(context, SUITE.replace(from, to)), definitionError(line, key, message));
    });
  }
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

  const second = 'serializer[1]';
  const wrong: [what: string, from: string, to: string, line: number, key: string, message: RegExp][] = [
    ['an id twice', 'id = "orjson"', 'id = "json"', 14, `${second}.id`, /already the serializer of line 7/],
    [
      'a file that is missing',
      'file = "main.py"\na',
      'file = "no.py"\na',
      20,
      `${second}.file`,
      /no "no.py"/,
    ],
    [
      'a source that is missing',
      'note = ',
      'sources = ["no.py"]\nnote = ',
      23,
      `${second}.sources[0]`,
      /no "no.py"/,
    ],
    [
      'an artifact that nobody makes',
      '["proto"]',
      '["node-model"]',
      21,
      `${second}.artifacts[0]`,
      /one of proto, avro/,
    ],
    [
      'one package',
      'packages = ["orjson@3.10.0"]',
      'package = "a@1"',
      19,
      `${second}.package`,
      /mean "packages"/,
    ],
    ['a name with +', '"python"', '"py+thon"', 1, 'runtime', /letters, digits/],
    ['an option of two words', 'sort =', '"sort by" =', 25, `${second}.options."sort by"`, /letters, digits/],
    ['code that is missing', 'start', 'code = ["kit"]\nstart', 2, 'code[0]', /no "kit"/],
    [
      'a placeholder of no build',
      '{folder}/main.py',
      '{build}/main.py',
      2,
      'start[1]',
      /\{build\} .* no \[build\]/,
    ],
    ['no memory', 'start', 'memory = 1\nstart', 2, 'memory', /at least 16/],
    [
      'a variant that changes nothing',
      '[[tool',
      '[[variant]]\nid = "x"\n[[tool',
      3,
      'variant[0]',
      /changes nothing/,
    ],
    [
      'a variant of a word that is not in start',
      '[[tool',
      '[[variant]]\nid = "x"\nreplace = { "-O" = "-o" }\n[[tool',
      5,
      'variant[0].replace.-O',
      /no word "-O"/,
    ],
    [
      'two variants of a name',
      '[[tool',
      '[[variant]]\nid = "x"\nadd = ["a"]\n[[variant]]\nid = "x"\nadd = ["b"]\n[[tool',
      7,
      'variant[1].id',
      /already the variant of line 3/,
    ],
    [
      'a misspelt format',
      'format = "json"',
      'format = "jsno"',
      9,
      'serializer[0].format',
      /one of json, .*, or own:NAME, .* small letters, digits and "-"; found "jsno"\. Did you mean "json"\?$/,
    ],
    [
      'a deviation of its own',
      '"null-omitted"',
      '"null-is-zero"',
      22,
      `${second}.deviations[0]`,
      /null-omitted/,
    ],
    ['an id with a slash', 'id = "orjson"', 'id = "or/json"', 14, `${second}.id`, /letters, digits/],
    ['an id of a limit', 'id = "orjson"', 'id = "limit-copy"', 14, `${second}.id`, /reserved for limits/],
    [
      'limits of a host that is none',
      'runtime = "python"\n',
      'runtime = "python"\nlimits = { kinds = ["copy"], host = "jsn" }\n',
      2,
      'limits.host',
      /no serializer "jsn"/,
    ],
    ['an option that is no string', 'sort = "yes"', 'sort = true', 25, `${second}.options.sort`, /a string/],
    ['a misspelt key at the top', 'runtime = "python"\n', 'runtim = "x"\n', 1, 'runtim', /"runtime"/],
    ['a build without command', 'start', 'build = { models = true }\nstart', 2, 'build.command', /missing/],
    [
      'a warm-up of nothing',
      'start',
      'warmup = { minimum = 9, maximum = 3 }\nstart',
      2,
      'warmup.minimum',
      /maximum/,
    ],
  ];
  for (const [what, from, to, line, key, message] of wrong) {
    it(`is refused with ${what}`, (context) => {
      assert.ok(RUNNER.includes(from), 'the test has to change something');
      assert.throws(() => runner(context, RUNNER.replace(from, to)), definitionError(line, key, message));
    });
  }
});
