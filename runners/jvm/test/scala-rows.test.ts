/**
 * Tests every Scala serializer with every type, with names that clash with Scala's, nested 60 deep, with maps, and with
 * more than 22 fields, once a limit of Scala's libraries. Builds stay in the cache, since compiling Scala takes long.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { execa } from 'execa';
import { buildRunner } from '../../../src/build/build.ts';
import type { BuildResult } from '../../../src/build/types.ts';
import { readRunner } from '../../../src/define/runner.ts';
import type { SerializerDefinition } from '../../../src/define/types.ts';
import { recordOf, type SchemaModel, type Type } from '../../../src/schema/model.ts';
import { place } from '../../../test/contract/place.ts';
import { type Expected, testEveryRow, whyNot } from '../../../test/contract/runtime/every-row.ts';
import { field, list, modelOf, record } from '../../../test/oracle/resources.ts';

/** Number of fields of a wide record: more than 64, because the row `hand-written-scala` marks fields in words of 64 bits. */
const WIDTH = 70;
const many = recordOf(
  'Many',
  Array.from({ length: WIDTH }, (_, at) => field(`f${at}`, 'int32', at === 65 ? 'optional' : 'required')),
);
const mapOf = (value: Type): Type => ({ kind: 'map', value });
const odd: SchemaModel = {
  ...modelOf(
    list(mapOf(record('Odd'))),
    recordOf('Odd', [
      field('text', 'string'),
      field('say "hi"', 'double', 'nullable'),
      field('naïve λ', list({ kind: 'int64' })),
      field('at', 'instant', 'optional'),
      field('many', record('Many'), 'optional'),
      field('maps', mapOf(mapOf({ kind: 'bytes' })), 'optional'),
      field('named', mapOf(record('Odd')), 'optional'),
    ]),
    many,
  ),
  enums: new Map(),
};

/**
 * Returns true if the compiler takes half a minute to two minutes to build a row for a dataset. These builds are left out
 * by default: the rows are also tested with other datasets. Of the libraries with derived codecs, only circe is always
 * tested with the dataset `odd`.
 */
const isSlow = (id: string, dataset: string) =>
  dataset === 'contract-deep' ||
  (/^(circe|zio-json|argonaut|play-json)$/.test(id) &&
    ['every-kind', 'contract-names', 'odd'].includes(dataset) &&
    `${id}/${dataset}` !== 'circe/odd');
const isThorough = process.env.THOROUGH !== undefined;

const NO_NAMES: Expected = [
  'unsupported',
  /^nothing in Scala can be called "", and the library has no setting for names$/,
];
const LEFT_OUT = 'the compiler takes a minute: THOROUGH=1 script/test runners/jvm/test/scala-rows.test.ts';

const isScala = ({ file }: SerializerDefinition) => file.endsWith('.scala');
const { cache } = place;

await testEveryRow({
  runtime: 'jvm',
  expected: {
    // Errors of the library that no declared deviation covers.
    'zio-json every-kind to-tree': ['mismatch', /found -9223372036854775808E-16/],
    'zio-json every-kind parse-tree': ['mismatch', /found -9223372036854775808E-16/],
    // Scala or a library can't represent these models; the row reports that when it is built or when it is started.
    '* contract-list': ['unsupported', /^Scala's libraries share no type for any JSON value$/],
    '* contract-wide': ['unsupported', /^no case class can have the 500 fields of Wide: /],
    'scalajack-7 contract-names': NO_NAMES,
    'scalajack-8 contract-names': NO_NAMES,
    'zio-json contract-names': ['unsupported', /^zio-json has no way for an empty name$/],
  },
  serializers: isScala,
  leftOut: { reason: LEFT_OUT, isIt: (id, dataset) => !isThorough && isSlow(id, dataset) },
});

const runner = readRunner(join(place.home, 'runners/jvm/runner.toml'));
const builds = await buildRunner({
  ...{ runner, cache, datasets: new Map([['odd', odd]]), progress: () => {} },
  serializers: runner.serializers.filter((one) => isScala(one) && (isThorough || !isSlow(one.id, 'odd'))),
});

const skipOf = (built: BuildResult) => whyNot(built.ok ? null : built);

for (const [name, built] of builds)
  test(`jvm/${name}, maps and ${WIDTH} fields`, { skip: skipOf(built) }, async () => {
    const plain = {
      text: '',
      'say "hi"': 1.5,
      'naïve λ': [],
      at: '2000-02-29T23:59:59.999Z',
      many: Object.fromEntries(many.fields.map(({ name }, index) => [name, index])),
      maps: {},
    };
    const inner = { ...plain, named: {} };
    const keys = ['', 'a "b" \\ \n', '\0', '😀', 'constructor', 'hashCode', 'e'];
    const maps = Object.fromEntries(keys.map((key) => [key, { [key]: 'AAEC' }]));
    const document = { ...plain, maps, named: { [keys[1]!]: inner, [keys[3]!]: inner } };
    const [answer] = await answers(built, [document]);
    assert.deepEqual(JSON.parse(answer!), document);
  });

const byHand = builds.get('hand-written-scala/odd')!;
const skip = skipOf(byHand);
const EMPTY =
  '{"text":"","say \\"hi\\"":null,"na\u00efve \\u03bb":[],"at":null,"many":null,"maps":null,"named":null}';

test('hand-written Scala reads every valid spelling of JSON', { skip }, async () => {
  const read: readonly (readonly [string, string])[] = [
    // Fields in another order, white space, and unknown fields with nested values.
    [' { "naïve λ" : [ ] ,\t"say \\"hi\\"": null, "text" :"" } ', EMPTY],
    [
      '{"x":{"a":[1,{"b":"}\\""}],"c":-1.5e3},"text":"","y":[true,false,null],"naïve λ":[],"say \\"hi\\"":null}',
      EMPTY,
    ],
    // Escaped names, one of which becomes a prefix of another.
    ['{"te\\u0078t":"","text\\u0022":1,"na\\u00efve \\u03BB":[],"say \\u0022hi\\"":null}', EMPTY],
    ['{"text":"","say \\"hi\\"":null,"naïve λ":[],"at":null,"many":null}', EMPTY],
  ];
  const documents = read.map(([document]) => document);
  assert.deepEqual(
    await answers(byHand, documents),
    read.map(([, answer]) => answer),
  );
});

test('hand-written Scala reads instants with any offset and fraction', { skip }, async () => {
  const times: readonly (readonly [string, string])[] = [
    ['1969-12-31T23:59:59.9Z', '1969-12-31T23:59:59.900Z'],
    ['2024-02-29T01:30:00.250+02:00', '2024-02-28T23:30:00.250Z'],
    ['2024-02-29T01:30:00.123456Z', '2024-02-29T01:30:00.123456Z'],
  ];
  const documents = times.map(([time]) => `{"text":"","say \\"hi\\"":1,"naïve λ":[],"at":"${time}"}`);
  const found = await answers(byHand, documents);
  assert.deepEqual(
    found.map((answer) => JSON.parse(answer).at),
    times.map(([, time]) => time),
  );
});

test('hand-written Scala rejects invalid documents', { skip }, async () => {
  const rest = '"say \\"hi\\"":null,"naïve λ":[]}';
  const documents = [
    '',
    '{}',
    `{${rest}`,
    `{"text":"",${rest} x`,
    `{"text":"",${rest.slice(0, -1)}`,
    `{"text":"open,${rest}`,
    `{"text":"\\x",${rest}`,
    `{"text":"\\u00g0",${rest}`,
    `{"text":1,${rest}`,
    `{"text":"" ${rest}`,
    '{"text":"","say \\"hi\\"":01,"naïve λ":[]}',
    '{"text":"","say \\"hi\\"":1.,"naïve λ":[]}',
    '{"text":"","say \\"hi\\"":1e,"naïve λ":[]}',
    '{"text":"","say \\"hi\\"":1,"naïve λ":[1.5]}',
    '{"text":"","say \\"hi\\"":1,"naïve λ":[01]}',
    '{"text":"","say \\"hi\\"":1,"naïve λ":[9223372036854775808]}',
    '{"text":"","say \\"hi\\"":1,"naïve λ":[1,]}',
    '{"text":"","say \\"hi\\"":1,"naïve λ":[],"at":"2023-02-29T00:00:00Z"}',
    '{"text":"","say \\"hi\\"":1,"naïve λ":[],"many":{"f0":1}}',
  ];
  const found = await answers(byHand, documents);
  assert.deepEqual(
    documents.filter((_, index) => !found[index]!.startsWith('refused: ')),
    [],
  );
});

/** Lets the serializer of a module read documents and write them again; returns what it wrote. */
async function answers(result: BuildResult, objects: readonly unknown[]): Promise<string[]> {
  assert.ok(result.ok, !result.ok ? result.reason : '');
  const lines = objects.map((object) => {
    const text = typeof object === 'string' ? object : JSON.stringify(object);
    return `[{"only":${text}}]\n`;
  });
  const { stdout } = await execa(
    'java',
    ['-cp', result.placeholders.classpath!, join(import.meta.dirname, 'scala-text/Documents.java')],
    { input: lines.join('') },
  );
  const found = stdout.split('\n');
  assert.equal(found.length, objects.length);
  return found.map((line) => line.replace(/^\[\{"only":(.*)\}\]$/s, '$1'));
}
