import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { generateDocuments } from '../../src/dataset/generate.ts';
import { encodeFixture } from '../../src/oracle/fixture.ts';
import type { MapValue, RecordValue } from '../../src/schema/value.ts';
import { Random } from '../../src/stats/random.ts';
import { DIGEST } from '../define/minimal.ts';
import { toldAt } from '../define/place.ts';
import {
  DOUBLE,
  INT32,
  INT64,
  listOf,
  mapOf,
  recordOf as recordSchema,
  STRING,
  to,
} from '../schema/schemas.ts';
import { type Defined, defined, documentsOf, written } from './definitions.ts';

const SIZE = `[sizes.one]
documents = 2
digest = "${DIGEST}"
`;

/** A dataset with one value, `x`, of the given type, in each element of a list of five hundred, `xs`. */
function dataset(context: TestContext, type: object, generator: string, more = ''): Defined {
  const toml = `[generate]
${generator}
${SIZE}[sizes.one.lengths]
"/xs" = 500
${more}`;
  return written(context, toml, recordSchema({ xs: listOf(recordSchema({ x: type }, { title: 'Item' })) }));
}

const valuesOf = async (context: TestContext, type: object, spec: string): Promise<unknown[]> => {
  const documents = await documentsOf(dataset(context, type, `"/xs/*/x" = '${spec}'`));
  return documents.flatMap((document) => (document.xs as RecordValue[]).map(({ x }) => x));
};

describe('documents', () => {
  it('are the same in sets of any size', async () => {
    const { definition, model } = defined('datasets/every-kind');
    const size = definition.sizes[0]!;
    const all = await generateDocuments(definition, model, size);
    const few = await generateDocuments(definition, model, { ...size, documents: 5 });
    assert.deepEqual(few, all.slice(0, 5));
    assert.notDeepEqual(all[0], all[1]);
  });

  it('have lists of the configured lengths, and sometimes no optional fields', async () => {
    const { definition, model } = defined('datasets/users');
    const size = { ...definition.sizes[0]!, documents: 1 };
    const [document] = (await generateDocuments(definition, model, size)) as RecordValue[];
    const users = document!.users as RecordValue[];
    assert.equal(users.length, 200);
    const lengths = new Set(users.map((user) => (user.orders as unknown[]).length));
    assert.deepEqual([...lengths].sort(), [5, 6, 7, 8, 9]);
    const share = (met: boolean[]): number => met.filter(Boolean).length / met.length;
    const nulls = share(users.map(({ ssn }) => ssn === null));
    assert.ok(nulls > 0.1 && nulls < 0.3, `${nulls} of the nullable`);
    const orders = users.flatMap((user) => user.orders as RecordValue[]);
    const absent = share(orders.map((order) => !('lotNumber' in order)));
    assert.ok(absent > 0.15 && absent < 0.25, `${absent} of the optional`);
    const areTexts = orders.every(({ lotNumber }) => lotNumber !== null);
    assert.ok(areTexts, 'absent is not null');
  });

  it('are in several languages', async () => {
    const documents = await documentsOf(defined('datasets/record'));
    const names = documents.map(({ person }) => (person as RecordValue).name as string);
    for (const script of [/^[\x20-\x7e]+$/, /[à-ÿ]/, /\p{Script=Cyrillic}/u, /\p{Script=Han}/u]) {
      const found = names.some((name) => script.test(name));
      assert.ok(found, String(script));
    }
  });
});

describe('a generator', () => {
  it('makes numbers in a range, and any integer', async (context) => {
    const small = (await valuesOf(context, INT32, 'integer(-1,2)')) as bigint[];
    assert.deepEqual([...new Set(small)].sort(), [-1n, 0n, 1n, 2n]);
    const large = (await valuesOf(context, INT64, 'integer(5,6)')) as bigint[];
    assert.deepEqual([...new Set(large)].sort(), [5n, 6n]);
    const doubles = (await valuesOf(context, DOUBLE, 'double(-2,3)')) as number[];
    assert.ok(doubles.every((value) => value >= -2 && value < 3));
    assert.ok(Math.min(...doubles) < -1.5 && Math.max(...doubles) > 2.5);
    const ints = (await valuesOf(context, INT32, 'any-int32')) as bigint[];
    assert.ok(ints.some((value) => value < -(2 ** 30)) && ints.some((value) => value > 2 ** 30));
    const longs = (await valuesOf(context, INT64, 'any-int64')) as bigint[];
    assert.ok(longs.some((value) => value < -(2n ** 62n)) && longs.some((value) => value > 2n ** 62n));
  });

  it('makes texts of floats, and fills patterns with digits', async (context) => {
    for (const text of (await valuesOf(context, STRING, 'float-text')) as string[])
      assert.match(text, /^(?=.{1,14}$)[01](\.\d+)?(e-\d+)?$/);
    const texts = (await valuesOf(context, STRING, 'digits(A-##-#)')) as string[];
    assert.ok(texts.every((text) => /^A-\d\d-\d$/.test(text)));
    assert.ok(new Set(texts).size > 100);
  });

  it('counts positions, starting again in each document', async (context) => {
    const numbers = Array.from({ length: 500 }, (_, i) => BigInt(i + 1));
    assert.deepEqual(await valuesOf(context, INT32, 'sequence'), [...numbers, ...numbers]);
  });

  it('can be set for all fields of a record that have none of their own', async (context) => {
    for (const [own, value] of [
      ['', 7n],
      ['"/xs/*/x" = "integer(8,8)"', 8n],
    ] as const) {
      const [first] = await documentsOf(dataset(context, INT32, `"/xs/*/*" = "integer(7,7)"\n${own}`));
      assert.ok((first!.xs as RecordValue[]).every(({ x }) => x === value));
    }
  });

  const wrong: [spec: string, words: string, type?: object][] = [
    ['float-txt', 'Did you mean "float-text"'],
    ['person.fulName', 'Did you mean "person.fullName"'],
    ['person.fullName', "which isn't of type int32", INT32],
    ['helpers.arrayElement', 'generate."/xs/*/x"'],
    ['integer(2,1)', 'expected integer(LOWEST,HIGHEST)', INT32],
    ['integer(0,2147483648)', 'what int32 can hold', INT32],
  ];
  for (const [spec, words, type = STRING] of wrong) {
    it(`is refused that is ${spec}: ${words}`, async (context) => {
      const given = dataset(context, type, `"/xs/*/x" = '${spec}'`);
      await assert.rejects(documentsOf(given), toldAt('4: generate."/xs/*/x"', words));
    });
  }

  for (const [generator, more, place, words] of [
    ['"/xs/x" = "lorem.word"', '', '4: generate."/xs/x"', 'no value at "/xs/x"'],
    ['', '"/x" = 3', '10: sizes.one.lengths."/x"', 'no list or map at "/x"'],
    ['', '[locales]\nen_UK = 1', '11: locales.en_UK', 'no locale "en_UK"'],
  ] as const)
    it(`is refused: ${words}`, async (context) => {
      await assert.rejects(documentsOf(dataset(context, STRING, generator, more)), toldAt(place, words));
    });
});

describe('maps and any', () => {
  it('have the number of entries, the keys and values of dataset.toml', async (context) => {
    const generators = `"/xs/*/x/@key" = "location.countryCode"\n"/xs/*/x/*" = "integer(5,6)"`;
    const [document] = await documentsOf(dataset(context, mapOf(INT32), generators, '"/xs/*/x" = [3, 4]'));
    const maps = (document!.xs as RecordValue[]).map(({ x }) => x as MapValue);
    assert.deepEqual(new Set(maps.map(({ size }) => size)), new Set([3, 4]));
    assert.ok(maps.every((map) => [...map.keys()].every((key) => /^[A-Z]{2}(-\d+)?$/.test(key))));
    assert.deepEqual(new Set(maps.flatMap((map) => [...map.values()])), new Set([5n, 6n]));
  });

  it('mix the kinds of JSON values by default', async (context) => {
    const [document] = await documentsOf(dataset(context, {}, ''));
    const kinds = (document!.xs as RecordValue[]).map(({ x }) => x?.constructor ?? null);
    assert.deepEqual(new Set(kinds), new Set([null, Boolean, Number, String, Array, Map]));
    const names = await valuesOf(context, {}, 'person.fullName');
    assert.ok(names.every((name) => typeof name === 'string'));
  });

  it('stay small at any depth', async () => {
    const { definition, model } = defined('datasets/contract-deep');
    const size = { ...definition.sizes[0]!, lengths: new Map() };
    const [document] = await generateDocuments(definition, model, size);
    assert.ok(encodeFixture(model, [document!]).length < 100_000);
  });
});

describe('random numbers', () => {
  it('are uniform, for one seed and over seeds', () => {
    const one = new Random(1);
    const draws = {
      one: Array.from({ length: 10_000 }, () => one.fraction()),
      neighbours: Array.from({ length: 10_000 }, (_, i) => new Random(1, i).fraction()),
    };
    for (const [what, values] of Object.entries(draws)) {
      const bins = new Array<number>(10).fill(0);
      for (const value of values) bins[Math.floor(value * 10)]!++;
      // Chi squared with 9 degrees of freedom; 27.9 is its 99.9 % quantile. The seeds are fixed.
      const chi = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
      assert.ok(chi < 27.9, `${what}: ${chi}`);
    }
  });

  it('are the same for the same seed, and different for a seed beyond 32 bits', () => {
    const first = (...seed: number[]): number => new Random(...seed).uint32();
    assert.equal(first(5, 6), first(5, 6));
    assert.notEqual(first(5, 6), first(6, 5));
    assert.notEqual(first(5), first(5 + 2 ** 32));
  });
});

describe('lists within lists', () => {
  /** Sixty of them. */
  const nested = (context: TestContext, lengths: (path: string) => string): Defined => {
    let type: object = INT32;
    for (let i = 0; i < 60; i++) type = listOf(type);
    const paths = Array.from({ length: 60 }, (_, i) => `/xs/*/x${'/*'.repeat(i)}`);
    return dataset(context, type, '', paths.map(lengths).join('\n'));
  };

  it('have few elements without configured lengths', async (context) => {
    const [document] = await documentsOf(nested(context, () => ''));
    assert.equal((document!.xs as RecordValue[]).length, 500);
  });

  it('are refused if lengths multiply to too many values', async (context) => {
    const twice = documentsOf(nested(context, (path) => `"${path}" = 2`));
    await assert.rejects(twice, /toml:\d+: sizes\.one: at most 3,000,000 values are made for a size/);
  });

  it('and types that contain each other twice, sixty deep, are refused', async (context) => {
    const $defs: Record<string, object> = { T60: INT32 };
    for (let i = 0; i < 60; i++) {
      const below = to(`T${i + 1}`);
      $defs[`T${i}`] = recordSchema({ a: below, b: below }, { title: `T${i}` });
    }
    const made = documentsOf(written(context, SIZE, { ...to('T0'), $defs }));
    await assert.rejects(made, /schema\.json: has more than 10,000 places for values/);
  });
});
