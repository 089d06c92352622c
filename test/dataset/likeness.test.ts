/** New documents in the likeness of given ones: nothing in them that these didn't show. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeFixture } from '../../src/dataset/fixture.ts';
import { Likeness } from '../../src/dataset/likeness.ts';
import type { SchemaModel } from '../../src/schema/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import type { Value } from '../../src/schema/value.ts';
import { Random } from '../../src/stats/random.ts';
import {
  BOOLEAN,
  BYTES,
  DOUBLE,
  INSTANT,
  INT32,
  INT64,
  listOf,
  mapOf,
  recordOf as recordSchema,
  STRING,
  UUID,
} from '../schema/schemas.ts';
import { recordOf } from './definitions.ts';

const COUNT = 400;

const alike = (model: SchemaModel, observed: readonly Value[], seed = 1, count = COUNT) =>
  new Likeness(model, observed).draw(count, new Random(seed));

/** The values of one field in documents that are made from these values of it. */
async function madeOf(schema: unknown, values: readonly Value[], more: object = {}): Promise<Value[]> {
  // Another field lets documents differ where this one can't: none would be drawn again.
  const rest = { rest: 'abcdefghijklmnopqrstuvwxyz' };
  const observed = values.map((value) => (value === undefined ? rest : { it: value, ...rest }) as Value);
  const documents = await alike(recordOf({ it: schema, rest: STRING }, more), observed);
  return documents.map((document) => (document as { it: Value }).it);
}

const all = <T extends Value>(values: readonly Value[], holds: (value: T) => boolean) => {
  assert.equal(values.length, COUNT);
  for (const value of values) assert.ok(holds(value as T), `${String(value)}`);
};

describe('a value in the likeness of given ones', () => {
  it('is a text of an observed length, each character of the class and of those that occur there', async () => {
    const given = ['AB-1207', 'CD-33', 'Straße 7', 'Müller', 'да 5', '日本', 'x😀y'];
    const made = await madeOf(STRING, given);
    const classes = [/[0-9]/, /\p{Lu}/u, /\p{Ll}/u, /\p{L}/u];
    const classOf = (one: string) => classes.findIndex((pattern) => pattern.test(one));
    const shape = (text: string) =>
      Array.from(text, (one) => (classOf(one) < 0 ? one : `${classOf(one)}`)).join('');
    const shapes = new Set(given.map(shape));
    const characters = new Set(given.join(''));
    const isOfThese = (text: string) => Array.from(text).every((one) => characters.has(one));
    all<string>(made, (text) => shapes.has(shape(text)) && isOfThese(text));
    assert.deepEqual(new Set(made.map((text) => shape(text as string))), shapes, 'every shape is among them');
    const bytes = (texts: readonly Value[]) =>
      new Set(texts.map((text) => Buffer.byteLength(text as string)));
    assert.deepEqual(bytes(made), bytes(given));
    assert.ok(new Set(made).size > COUNT / 4, 'they differ');
  });

  it('is an integer of as many digits, between the observed extremes', async () => {
    const given = [0, 7, 12, 1_200, 1_950, -35, -80];
    const made = await madeOf(INT32, given);
    const digits = (number: Value) => `${Math.sign(Number(number))} ${String(number).length}`;
    const observed = new Set(given.map(digits));
    const isWithin = (number: number) => Number.isInteger(number) && number >= -80 && number <= 1_950;
    all<number>(made, (number) => isWithin(number) && observed.has(digits(number)));
    assert.ok(made.includes(0) && made.some((one) => !given.includes(one as number)), 'zeros, and new ones');
  });

  it('is an id from a narrow range of large ones', async () => {
    const given = [9_007_199_254_740_993n, 9_007_199_254_741_093n];
    const made = await madeOf(INT64, given);
    all<bigint>(made, (number) => number >= given[0]! && number <= given[1]!);
    assert.ok(new Set(made).size > 50);
  });

  it('is a double of no more digits and decimals, between the observed extremes', async () => {
    const given = [19.99, 12.05, 5.5, 0.07, 0.02, 120, 101, -3.25, 0, 1e-7, 13.40521];
    const made = await madeOf(DOUBLE, given);
    const decimals = (number: number) =>
      /e-(\d+)/.exec(number.toExponential())?.[1] ?? String(number).split('.')[1]?.length ?? 0;
    const digits = (number: number) => number.toExponential().replace(/[-.]|e.*/g, '').length;
    const isShort = (number: number) => digits(number) <= 7 && Number(decimals(number)) <= 7;
    all<number>(made, (number) => number >= -3.25 && number <= 120 && isShort(number));
    assert.ok(made.some((number) => !given.includes(number as number)));
    const extremes = [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53, -0];
    all<number>(await madeOf(DOUBLE, extremes), Number.isFinite);
  });

  it('is an instant of as fine a resolution, between the observed ones', async () => {
    const day = 86_400_000n;
    const [first, last] = [19_000n * day, 19_400n * day];
    const made = await madeOf(INSTANT, [first, last]);
    all<bigint>(made, (instant) => instant >= first && instant <= last && instant % day === 0n);
    assert.ok(new Set(made).size > 100);
    const odd = await madeOf(INSTANT, [first + 1_000n, last + 500n]);
    all<bigint>(odd, (instant) => instant >= first + 1_000n && instant <= last + 500n);
    const whole = odd.filter((instant) => (instant as bigint) % 1_000n === 0n);
    assert.ok(whole.length > 0 && whole.length < odd.length);
  });

  it('is a uuid of the same version, and bytes of an observed length', async () => {
    const uuid = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
    const uuids = await madeOf(UUID, [uuid]);
    const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/;
    all<string>(uuids, (one) => pattern.test(one) && one !== uuid);
    const bytes = await madeOf(BYTES, [new Uint8Array(3), new Uint8Array(16)]);
    all<Uint8Array>(bytes, (one) => one instanceof Uint8Array && [3, 16].includes(one.length));
  });

  it('is null, absent, true and each value of an enum as often as observed', async () => {
    const share = (values: readonly Value[], one: Value | undefined) =>
      values.filter((value) => value === one).length / values.length;
    const near = (found: number, expected: number) => assert.ok(Math.abs(found - expected) < 0.1, `${found}`);
    const observed = Array.from({ length: 100 }, (_, i) => (i < 25 ? 'NEW' : i < 30 ? 'LOST' : 'SENT'));
    const enums = await madeOf({ enum: ['NEW', 'SENT', 'LOST', 'NEVER'] }, observed);
    near(share(enums, 'NEW'), 0.25);
    near(share(enums, 'LOST'), 0.05);
    assert.equal(share(enums, 'NEVER'), 0);
    near(share(await madeOf({ type: ['string', 'null'] }, [null, null, null, 'a']), null), 0.75);
    near(share(await madeOf(BOOLEAN, [true, false, false, false]), true), 0.25);
    const absent = [undefined, undefined, 'a', 'b'] as unknown as Value[];
    near(share(await madeOf(STRING, absent, { required: ['rest'] }), undefined), 0.5);
  });

  it('is a list or a map of an observed size, of keys that are alike and differ', async () => {
    const lists = await madeOf(listOf(INT32), [[], [11, 12, 99], [45]]);
    const isWithin = (one: number) => one >= 11 && one <= 99;
    all<number[]>(lists, (list) => [0, 1, 3].includes(list.length) && list.every(isWithin));
    const map = (...keys: string[]) => new Map(keys.map((key, index) => [key, index + 10]));
    const given = [map('a1', 'b2', 'c3'), map(), map('d4', 'e5', 'f6', 'a2', 'b3', 'c4', 'd5')];
    const areKeys = (one: Map<string, number>) => [...one.keys()].every((key) => /^[a-f][1-6]$/.test(key));
    const maps = await madeOf(mapOf(INT32), given);
    all<Map<string, number>>(maps, (one) => [0, 3, 7].includes(one.size) && areKeys(one));
    all<Map<string, number>>(await madeOf(mapOf(INT32), [map('a', 'b', 'c')]), (one) => one.size === 3);
  });

  it('is a map of the keys that came in several, and of others in place of those that came in one', async () => {
    const map = (...keys: string[]) => new Map(keys.map((key) => [key, 1]));
    const given = [map('de', 'en', 'u17'), map('de', 'u29'), map('en', 'u31')];
    const made = (await madeOf(mapOf(INT32), given)) as Map<string, number>[];
    assert.equal(made.length, COUNT);
    const keys = new Set(made.flatMap((one) => [...one.keys()]));
    const twoLetters = [...keys].filter((key) => key.length === 2);
    assert.deepEqual(new Set(twoLetters), new Set(['de', 'en']));
    assert.ok(keys.size > 10, `${[...keys]}`);
    // A single document doesn't tell: those of a record are taken for a map's where they look like data.
    for (const one of await madeOf(mapOf(INT32), [given[0]!]))
      assert.deepEqual([...(one as Map<string, number>).keys()], ['de', 'en', 'u17']);
  });

  it('has the shape of an observed one where anything may stand', async () => {
    const value = new Map<string, Value>(
      Object.entries({ type: 'Point', at: [1.5, 2n, -0, true], none: null }),
    );
    for (const made of await madeOf({}, [value])) {
      const one = made as Map<string, Value>;
      assert.deepEqual([...one.keys()], ['type', 'at', 'none']);
      assert.match(one.get('type') as string, /^P[oint]{4}$/);
      assert.equal((one.get('at') as Value[]).length, 4);
      assert.equal(one.get('none'), null);
    }
  });
});

const TREE = `{ "title": "Node", "type": "object", "required": ["name", "__proto__", "children"], "properties": {
  "name": { "type": "string" },
  "__proto__": { "type": "string" },
  "children": { "type": "array", "items": { "$ref": "#" } }
} }`;

describe('documents in the likeness of given ones', () => {
  const node = (name: string, ...children: Value[]): Value =>
    Object.defineProperty({ name, children }, '__proto__', { value: 'own', enumerable: true });
  const model = parseSchema(TREE, 'schema.json');

  it('have the shapes of these, and are of the schema', async () => {
    const made = await alike(model, [node('top', node('left', node('leaf')), node('right')), node('lone')]);
    const depth = (value: Value): number =>
      1 + Math.max(0, ...(value as { children: Value[] }).children.map(depth));
    assert.deepEqual(new Set(made.map(depth)), new Set([1, 3]));
    assert.ok(encodeFixture(model, made).length > 0, 'what is no value of the schema is refused');
  });

  it('equal none of them where they can differ', async () => {
    const digits = Array.from({ length: 5 }, (_, i) => ({ it: i + 1 }));
    const small = recordOf({ it: INT32 });
    const made = await alike(small, [...digits, { it: 9 }]);
    const taken = made.filter((one) => [1, 2, 3, 4, 5, 9].includes((one as { it: number }).it));
    assert.ok(taken.length < COUNT / 10, `${taken.length} of ${COUNT} are given ones`);
    assert.deepEqual(await alike(small, [{ it: 4 }], 1, 2), [{ it: 4 }, { it: 4 }]);
  });

  it('hold no two resources of one id', async () => {
    const post = recordSchema({ id: INT32, text: STRING }, { title: 'Post', 'x-resource': 'posts' });
    const posts = recordOf({ posts: listOf(post) });
    const given = [{ posts: Array.from({ length: 8 }, (_, i) => ({ id: i + 1, text: 'some words' })) }];
    for (const made of await alike(posts, given)) {
      const ids = (made as { posts: { id: number }[] }).posts.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
    }
  });
});
