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
package = "orjson@3.10.0"
file = "main.py"
generate = ["python-model"]
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
        },
        { name: 'big', documents: 30, digest: DIGEST, lengths: new Map() },
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
    ['another type', 'seed = 5', 'seed = "5"', 2, 'seed', /expected a number, found "5"/],
    ['a date', 'seed = 5', 'seed = 2020-01-01', 2, 'seed', /expected a number, found a date/],
    ['a fraction', 'seed = 5', 'seed = 5.5', 2, 'seed', /expected a whole number, found 5.5/],
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
    ['a range downwards', '[0, 4]', '[4, 0]', 12, 'sizes.small.lengths."/pets"', /goes up; found \[4, 0\]/],
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

  it('draws from several languages unless told', (context) => {
    const { locales } = dataset(context, DATASET.replace('[locales]\nde = 2\n', ''));
    assert.ok(locales.size > 3, [...locales.keys()].join());
  });
});

describe('a suite', () => {
  it('is read', (context) => {
    const file = join(folderWith(context, { 'all.toml': SUITE, 'all.published.csv': '' }), 'all.toml');
    assert.deepEqual(readSuite(file), {
      name: 'all',
      title: 'A suite',
      file,
      baseline: 'node/json',
      serializers: ['node/*'],
      style: 'default',
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
    ['no task', '["serialize"]', '[]', 7, 'case[0].tasks', /at least 1 of them, found an empty list/],
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
      toolchain: [{ program: 'python3', versionArguments: ['--version'], cure: 'install Python' }],
      build: { kind: 'none' },
      start: ['python3', '{folder}/main.py'],
      warmup: { minimum: 300, maximum: 5000 },
      blocks: 12,
      compilers: [],
      variants: [],
      serializers: [
        {
          ...{ id: 'json', title: 'json', format: 'json', output: 'text', tasks: ['serialize'], line: 7 },
          ...{ file: 'main.py', packages: [], generate: [], deviations: [], options: {} },
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
          generate: ['python-model'],
          note: 'for a test',
          options: { sort: 'yes' },
          line: 13,
        },
      ],
    });
  });

  it('may tell how it is built and warmed up', (context) => {
    const more =
      'warmup = { minimum = 1, maximum = 2 }\nblocks = 32\nbuild = { kind = "command", command = ["make"] }\n';
    const { warmup, blocks, build } = runner(context, more + RUNNER);
    assert.deepEqual({ ...warmup }, { minimum: 1, maximum: 2 });
    assert.equal(blocks, 32);
    assert.deepEqual(build, { kind: 'command', command: ['make'] });
  });

  const second = 'serializer[1]';
  const wrong: [what: string, from: string, to: string, line: number, key: string, message: RegExp][] = [
    ['an id twice', 'id = "orjson"', 'id = "json"', 14, `${second}.id`, /already the serializer of line 7/],
    [
      'a file that is missing',
      'file = "main.py"\ng',
      'file = "no.py"\ng',
      20,
      `${second}.file`,
      /no file "no.py"/,
    ],
    ['package and packages', 'note = ', 'packages = ["a"]\nnote = ', 23, `${second}.packages`, /not both/],
    [
      'a misspelt format',
      'format = "json"',
      'format = "jsno"',
      9,
      'serializer[0].format',
      /Did you mean "json"\?/,
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
    ['an id of a limit', 'id = "orjson"', 'id = "limit-copy"', 14, `${second}.id`, /those of limits/],
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
    [
      'a build without command',
      'start',
      'build = { kind = "command" }\nstart',
      2,
      'build.command',
      /missing/,
    ],
    [
      'a command too many',
      'start',
      'build = { kind = "npm", command = ["x"] }\nstart',
      2,
      'build.command',
      /only for/,
    ],
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
