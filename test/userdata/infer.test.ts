import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { generateDocuments } from '../../src/dataset/generate.ts';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { userValue } from '../../src/dataset/user-documents.ts';
import { jsonText } from '../../src/oracle/formats/json.ts';
import { decodeJson } from '../../src/oracle/formats/json-decode.ts';
import type { Bounds, RecordType, SchemaModel, Type } from '../../src/schema/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import { parseOverrule } from '../../src/userdata/infer/overrule.ts';
import { Seen } from '../../src/userdata/infer/see.ts';
import { type Decision, inferSchema } from '../../src/userdata/infer/write.ts';
import { defined } from '../dataset/definitions.ts';

interface Found {
  readonly model: SchemaModel;
  readonly text: string;
  readonly decisions: readonly Decision[];
}

/** Infers from JSON texts, or from values that are written as JSON. */
function infer(documents: readonly unknown[], ...overrules: string[]): Found {
  const seen = new Seen();
  documents.forEach((document, i) => {
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    seen.add(decodeJson(Buffer.from(text)), `orders.ndjson:${i + 1}`);
  });
  const { schema, decisions } = inferSchema(seen, 'orders', overrules.map(parseOverrule));
  const text = JSON.stringify(schema);
  return { model: parseSchema(text, 'schema.json'), text, decisions };
}

function typeOfX(texts: readonly string[], ...overrules: string[]): Type {
  const documents = texts.map((text) => `{"x":${text}}`);
  return rootOf(infer(documents, ...overrules).model).fields.find(({ name }) => name === 'x')!.type;
}

function rootOf(model: SchemaModel): RecordType {
  return model.records.get((model.root as { name: string }).name)!;
}

function boundsOf(type: Type): Bounds | undefined {
  return 'bounds' in type ? type.bounds : undefined;
}

function words(type: Type): string {
  if (type.kind === 'list') return `list ${words(type.element)}`;
  if (type.kind === 'map') return `map ${words(type.value)}`;
  return 'name' in type ? `${type.kind} ${type.name}` : type.kind;
}

const repeated = (count: number, text: (i: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => text(i));
/** @param words that the message ends with */
const refused = (words: string) => (error: Error) => {
  assert.equal(error.name, 'UserDataError');
  assert.ok(error.message.endsWith(words), `${error.message} ends with ${words}`);
  assert.doesNotMatch(error.message, /\n/);
  return true;
};

const quoted = (texts: readonly string[]) => texts.map((text) => JSON.stringify(text));
const UUIDS = ['123e4567-e89b-12d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000'];
const BASE64 = repeated(6, (i) => Buffer.from(`bytes ÿþ ${i} of some message`).toString('base64'));
const cycled = (count: number, ...texts: string[]) =>
  quoted(repeated(count, (i) => texts[i % texts.length]!));
const numbered = (count: number, different: number) => quoted(repeated(count, (i) => `v${i % different}`));

const TYPES: readonly (readonly [values: readonly string[], type: string])[] = [
  // A double is written as one.
  ...['1.0', '1e3', '0.5', '1E0'].map((text) => [['1', text], 'double'] as const),
  // Instants are of UTC, to the millisecond.
  [quoted(['2026-01-31T12:00:00Z', '2024-02-29T23:59:59.123Z']), 'instant'],
  ...['2026-01-31T12:00:00+01:00', '2026-01-31T12:00:00.1234Z', '2026-02-30T12:00:00Z', '2026-01-31', ''].map(
    (text) => [quoted(['2026-01-31T12:00:00Z', text]), 'string'] as const,
  ),
  // UUIDs are in lower case.
  [quoted([UUIDS[0]!]), 'uuid'],
  ...[UUIDS[1]!, `{${UUIDS[0]}}`, ''].map((text) => [quoted([UUIDS[0]!, text]), 'string'] as const),
  // Base64 has evidence; not with spare bits that aren't zero, without padding, of words.
  [quoted(BASE64), 'bytes'],
  [quoted([...BASE64, '']), 'bytes'],
  [quoted([...BASE64, 'QR==']), 'string'],
  [quoted([...BASE64, 'QQ']), 'string'],
  [quoted(['QQ==']), 'string'],
  [quoted(repeated(40, (i) => `cafe${String(i).padStart(4, '0')}`)), 'string'],
  [cycled(40, 'openopen', 'shutshut', 'wordword'), 'enum X'],
  // Values of an enum are few, short, and come again and again.
  [cycled(20, 'new', 'in transit', 'größer', 'a-b'), 'enum X'],
  [numbered(80, 16), 'enum X'],
  [numbered(80, 17), 'string'],
  [numbered(24, 5), 'string'],
  [cycled(19, 'new', 'paid'), 'string'],
  [cycled(40, 'always'), 'string'],
  [cycled(40, '', 'paid'), 'string'],
  [cycled(40, 'paid', 'long '.repeat(9)), 'string'],
  // Lists have elements of one type; of any where they have null. Without any value a place is of strings.
  [['[1]', '[]', '[2.5, 3]'], 'list double'],
  [['[[1], []]'], 'list list int64'],
  [['[]'], 'list string'],
  [['[1, null]'], 'list any'],
  [['{}'], 'map string'],
  [['null'], 'string'],
  [['{}', '{"a":1}'], 'record X'],
  [['1', '"a"'], 'any'],
  [['[]', '{}'], 'any'],
  [['true', '0'], 'any'],
];

const SAFE = 2n ** 53n - 1n;
const BOUNDS: readonly (readonly [values: readonly string[], bounds: Bounds | undefined])[] = [
  // Integers are of 53 bits unless one is beyond, and negative sooner or later, unless twenty aren't.
  [['1', '-2'], { minimum: -SAFE, maximum: SAFE }],
  [repeated(19, String), { minimum: -SAFE, maximum: SAFE }],
  [repeated(20, String), { minimum: 0n, maximum: SAFE }],
  [['1', '9223372036854775807'], undefined],
  // Doubles have a digit more than was seen, and powers of ten around them.
  [['120.50', '-7', '0.0125', '45.67'], { minimum: -1000, maximum: 1000, digits: 5 }],
  [repeated(20, (i) => `0.${i + 1}`), { minimum: 0, maximum: 1, digits: 3 }],
  [['0.12345678901234567'], { minimum: -1, maximum: 1 }],
  // Texts have room for four times the longest, in code points; lists for four times the most.
  [['"a"', `"${'😀'.repeat(16)}"`], { longest: 64, alphabet: 'text' }],
  [[`"${'😀'.repeat(17)}"`], { longest: 128, alphabet: 'text' }],
  [['"\\u0001"', '"a"'], { longest: 64 }],
  [['"a\\r\\n\\tb"'], { longest: 64, alphabet: 'text' }],
  [['[1]'], { longest: 16 }],
  [['[1, 1, 1, 1, 1]'], { longest: 32 }],
];

describe('the type of values', () => {
  for (const [values, type] of TYPES)
    it(`is ${type} of ${values.length}, ${values.slice(0, 3)}`, () =>
      assert.equal(words(typeOfX(values)), type));

  for (const [values, bounds] of BOUNDS)
    it(`has the bounds of ${values.length}, ${values.slice(0, 3)}`, () =>
      assert.deepEqual(boundsOf(typeOfX(values)), bounds));

  it('has bounds that hold all of them', () => {
    for (const texts of [
      ['1000.0000000000001', '1000'],
      ['1e21', '123456789', '0.5'],
      ['-1.7976931348623157e308', '1.7976931348623157e308'],
      ['1e-300', '5e-324'],
    ]) {
      const documents = texts.map((text) => `{"x":${text}}`);
      for (const text of documents) userValue(infer(documents).model, decodeJson(Buffer.from(text)));
    }
  });

  it('refuses numbers beyond 64 bits, with their place', () => {
    const told = 'a number beyond 64 bits: write it as a string, or give --as /x=double';
    for (const text of ['9223372036854775808', '-9223372036854775809'])
      assert.throws(() => typeOfX(['1', text]), refused(`orders.ndjson:2 (/x): ${told}`));
    assert.throws(() => typeOfX(['1', '1e400']), refused(': write it as a string'));
    assert.equal(typeOfX(['1', '9223372036854775808'], '/x=double').kind, 'double');
  });

  it('is found for megabytes of text', () => {
    const base64 = Buffer.alloc(3 * 2 ** 20, 'bytes ÿþ of some message').toString('base64');
    assert.deepEqual(typeOfX([JSON.stringify(base64)]), { kind: 'bytes' });
    assert.throws(() => typeOfX(['9'.repeat(2 ** 20)]), /beyond 64 bits/);
  });
});

describe('presence', () => {
  const presences = (documents: readonly unknown[], ...overrules: string[]) => {
    const { fields } = rootOf(infer(documents, ...overrules).model);
    return Object.fromEntries(fields.map(({ name, presence }) => [name, presence]));
  };

  it('is required, nullable or optional, as in the documents', () => {
    const documents = [
      { id: 1, a: null, b: 1, c: null, e: [], f: { g: 1 } },
      { id: 2, a: 'x', c: 1, e: null, f: null },
    ];
    const nullable = { a: 'nullable', c: 'nullable', e: 'nullable', f: 'nullable' };
    assert.deepEqual(presences(documents), { id: 'required', b: 'optional', ...nullable });
    assert.deepEqual(presences([{ a: null }, {}]), { a: 'optional' });
    const apart = rootOf(infer([{ a: null, b: 1 }, {}]).model).fields.map(({ nullDiffers }) => nullDiffers);
    assert.deepEqual(apart, [true, undefined]);
  });

  it('can be overruled if the documents allow it', () => {
    const said = { a: 'optional', b: 'nullable' };
    assert.deepEqual(presences([{ a: 1, b: 1 }], '/a=optional', '/b=nullable'), said);
    const absent = refused('--as /a=nullable: it is absent from 1 of 2 objects');
    assert.throws(() => presences([{ a: 1 }, {}], '/a=nullable'), absent);
  });
});

describe('any', () => {
  it('reports mixed types', () => {
    const told = infer(['{"x":1}', '{"x":"a"}']).decisions.at(-1);
    assert.deepEqual(told, { path: '/x', what: 'any', why: 'mixed types: number, string', instead: '' });
  });

  it('is the type of a document only if overruled', () => {
    const only = 'wiremark needs only objects or only lists';
    for (const [documents, told] of [
      [['1', '"a"'], `2: documents of mixed types: number, string; ${only}`],
      [['{}', '[]'], `2: documents of mixed types: list, object; ${only}`],
      [['null'], '1: the top level is null; wiremark needs objects or lists'],
      [['1', '2'], '1: the top level is a number; wiremark needs objects or lists'],
    ] as const)
      assert.throws(() => infer(documents), refused(`orders.ndjson:${told}`));
    assert.equal(infer(['{}', '[]'], '=any').model.root.kind, 'any');
  });
});

describe('maps', () => {
  const rootWords = (documents: readonly unknown[], ...overrules: string[]) =>
    words(infer(documents, ...overrules).model.root);

  it('have three or more keys that are data', () => {
    for (const keys of [
      ['1', '2', '30'],
      ['1.0.0', '1.0.1-beta.2', 'v2.0.0'],
      ['2026-01-01', '2026-01-02', '2026-01-03T00:00:00Z'],
      ['cus_1234', 'Q4251', 'ab12cd34ef56ab78'],
      ['/pets', '/pets/{id}', 'application/json'],
      ['a@example.com', 'b@example.com', 'c@example.org'],
      ['123e4567-e89b-12d3-a456-426614174000', 'deadbeef01', '00000000'],
    ])
      assert.equal(rootWords([Object.fromEntries(keys.map((key) => [key, 1]))]), 'map int64', keys.join());
    assert.equal(rootWords([{ '1': 1, '2': 2 }]), 'record Order');
    assert.equal(rootWords([{ line1: 1, line2: 2, line3: 3, address_4: 4, sha256: 5 }]), 'record Order');
  });

  it('have many different keys, a few in each object', () => {
    const names = repeated(40, (i) => `${'abcdefgh'[i % 8]}${'uvwxyz'[i % 6]}${'klmno'[i % 5]}`);
    const some = (i: number) => Object.fromEntries([0, 1, 2].map((j) => [names[(7 * i + j) % 40], j]));
    assert.equal(rootWords(repeated(40, (i) => JSON.stringify(some(i)))), 'map int64');
    // Of several kinds: a record of optional fields.
    const kinds = (i: number) =>
      Object.fromEntries([0, 1, 2].map((j) => [names[(7 * i + j) % 40], j ? j : 'x']));
    assert.match(rootWords(repeated(40, (i) => JSON.stringify(kinds(i)))), /record/);
  });

  it('have very many keys in one object, with records of one shape', () => {
    const many = repeated(20, (i) => `${'abcdefghijklmnopqrst'[i]}x`);
    const records = Object.fromEntries(many.map((key) => [key, { a: 1, b: 'x' }]));
    assert.equal(rootWords([records]), 'map record Order');
    const sizes = { thumb: { w: 1, h: 1 }, small: { w: 1, h: 1 }, large: { w: 1, h: 1 } };
    assert.equal(rootWords([sizes]), 'record Order');
  });

  it('and records can be overruled', () => {
    assert.equal(rootWords([{ a: 1, b: 2 }], '=map'), 'map int64');
    assert.equal(rootWords([{ 1: 1, 2: 2, 3: 3 }], '=record'), 'record Order');
    const inner = typeOfX(['null', '{"a":{"b":1},"c":{"b":2}}'], '/x=map', '/x/*=map');
    assert.equal(words(inner), 'map map int64');
  });
});

describe('records', () => {
  const fieldsOf = (found: Found, name: string) =>
    Object.fromEntries(found.model.records.get(name)!.fields.map((field) => [field.name, words(field.type)]));

  it('with the same fields are one type', () => {
    const address = (zip: string) => ({ street: 'a', zip, city: 'b' });
    const at = [address('123'.repeat(30))];
    const found = infer([{ billing: address('1'), shipping: address('12'), at }]);
    assert.deepEqual([...found.model.records.keys()], ['Order', 'Billing']);
    const fields = { billing: 'record Billing', shipping: 'record Billing', at: 'list record Billing' };
    assert.deepEqual(fieldsOf(found, 'Order'), fields);
    const [, zip] = found.model.records.get('Billing')!.fields;
    assert.equal(boundsOf(zip!.type)?.longest, 512);
  });

  it('with the same fields are two types if a field has another type', () => {
    const { model } = infer([{ a: { id: 1, when: '2026-01-31T12:00:00Z' }, b: { id: 1, when: 'never' } }]);
    assert.deepEqual([...model.records.keys()], ['Order', 'A', 'B']);
    const own = infer([{ a: { id: 1, to: 1 }, b: { id: 1, to: 1 } }], '/b=record').model;
    assert.deepEqual([...own.records.keys()], ['Order', 'A', 'B']);
  });

  it('may be recursive', () => {
    const leaf = { id: 3, name: 'c', children: [] };
    const tree = { id: 1, name: 'a', children: [{ id: 2, name: 'b', children: [leaf] }] };
    const found = infer([tree]);
    const fields = { id: 'int64', name: 'string', children: 'list record Order' };
    assert.deepEqual(fieldsOf(found, 'Order'), fields);
    const parent = infer([{ id: 1, parent: { id: 2, parent: { id: 3, parent: null } } }]);
    assert.deepEqual(fieldsOf(parent, 'Order'), { id: 'int64', parent: 'record Order' });
    const post = { posts: [{ by: 'x', replies: { data: [{ by: 'y', replies: { data: [] } }] } }] };
    assert.deepEqual(fieldsOf(infer([post]), 'Replies'), { data: 'list record Post' });
    const status = (inner: object) => ({ id: 1, text: '', user: 2, lang: 'x', likes: 3, at: 'y', ...inner });
    assert.deepEqual(fieldsOf(infer([status({ retweeted: status({}) })]), 'Order').retweeted, 'record Order');
  });

  it('that only resemble their parent are other types', () => {
    const { model } = infer([{ id: 1, name: 'x', owner: { id: 2, name: 'y' } }]);
    assert.deepEqual([...model.records.keys()], ['Order', 'Owner']);
  });

  it('and enums have unique names of letters and digits', () => {
    const odd = { 漢字: { a: 1 }, '': { b: 1 }, '@type': { c: 1 }, $ref: { d: 1 }, __proto__x: { e: 1 } };
    const plurals = { items: [{ f: 1 }], categories: [{ g: 1, type: { h: 1 } }], boxes: [{ i: 1 }] };
    const cookies = [{ n: 1 }];
    const more = { statuses: [{ j: 1 }], '1st': { k: 1, categories: { l: 1 } }, élan: { m: 1 } };
    const { model, decisions } = infer([{ ...odd, ...plurals, ...more, cookies }]);
    const names = [...model.records.keys()];
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
    assert.equal(decisions.filter(({ what }) => what.startsWith('record')).length, 15);
    for (const name of ['Item', 'Category', 'Box', 'Cookie', 'Status', 'Ref', 'Elan', 'Type1st'])
      assert.ok(names.includes(name), `${name}: ${names}`);
  });
});

describe('overruling', () => {
  const LONG = `"${'a'.repeat(81)}"`;
  const unfit = (line: number, kind: string) => `${line} has a value there that doesn't fit ${kind}`;
  it('sets the type of scalars', () => {
    const ofNumbers = { int32: '1', int64: '1.0', double: '1', any: '1' };
    const ofTexts = { string: '"2026-01-31T12:00:00Z"', enum: '"a"', bytes: '"QQ=="' };
    const said = { ...ofNumbers, ...ofTexts, instant: 'null', boolean: 'null' };
    for (const [kind, text] of Object.entries(said)) assert.equal(typeOfX([text], `/x=${kind}`).kind, kind);
  });

  it('is refused with the first document that has another type', () => {
    const cases: readonly (readonly [texts: readonly string[], kind: string, told: string])[] = [
      ...['string', 'boolean', 'map'].map((kind) => [['1'], kind, '1 has a number there'] as const),
      ...['instant', 'uuid', 'bytes'].map((kind) => [['"a"'], kind, unfit(1, kind)] as const),
      ...['int64', 'record'].map((kind) => [['"a"'], kind, '1 has a string there'] as const),
      [['1', '2', '0.5'], 'int64', unfit(3, 'int64')],
      [['1', 'null', '3000000000'], 'int32', unfit(3, 'int32')],
      [['9223372036854775808'], 'int64', unfit(1, 'int64')],
      [['"a"', LONG], 'enum', `${unfit(2, 'enum')} (at most 64 strings of 80 characters)`],
      [repeated(65, (i) => `"a${i}"`), 'enum', `${unfit(65, 'enum')} (at most 64 strings of 80 characters)`],
      [['[1]'], 'map', '1 has a list there'],
      [['{}', '1', 'true'], 'record', '2 has a number there'],
    ];
    for (const [texts, kind, told] of cases) {
      const message = `--as /x=${kind}: orders.ndjson:${told}: give another kind`;
      assert.throws(() => typeOfX(texts, `/x=${kind}`), refused(message));
    }
  });

  it('is refused without a value of the kind, and in merged places', () => {
    for (const [document, overrules, told] of [
      ['{"x":null}', ['/x=enum'], 'no document has a string there'],
      ['{"x":{}}', ['/x=record'], 'no document has an object with a key there'],
      ['{"x":{"a1":1,"b1":"text"}}', ['/x=map', '/x/*=int64'], 'orders.ndjson:1 has a string there'],
      ['{"x":[1,null]}', ['/x/*=int64'], 'orders.ndjson:1 has null there, which needs any'],
    ] as const)
      assert.throws(
        () => infer([document], ...overrules),
        refused(`--as ${overrules.at(-1)}: ${told}: give another kind`),
      );
  });

  it('is obeyed in lists and maps that are always empty', () => {
    assert.equal(words(typeOfX(['[]'], '/x/*=int64')), 'list int64');
    assert.equal(words(typeOfX(['{}'], '/x/*=double')), 'map double');
    assert.equal(words(typeOfX(['[1, null]'], '/x/*=any')), 'list any');
  });

  it('is refused within any, and for a place that has another', () => {
    const within = 'it is within a value of any type';
    for (const [text, overrules, told] of [
      ['[null, {"a":1}]', ['/x/*/a=double'], `${within} (/x/*: null in lists): leave it out`],
      ['{"a":1}', ['/x=any', '/x/a=optional'], `${within} (/x: given with --as): leave it out`],
      ['1', ['/x=double', '/x=int64'], '--as /x=double is given, too: leave one out'],
    ] as const)
      assert.throws(() => typeOfX([text], ...overrules), refused(`--as ${overrules.at(-1)}: ${told}`));
  });

  it('makes only fields optional', () => {
    assert.throws(
      () => infer(['{}'], '=optional'),
      /^UserDataError: --as =optional: only a field can be optional: /,
    );
    assert.throws(() => infer(['[1]'], '/*=nullable'), /only a field can be nullable: /);
  });

  it('suggests the nearest place', () => {
    for (const [document, overrule, meant] of [
      [{ customer: { id: 1 } }, '/customer/idd=string', 'Did you mean "/customer/id"?'],
      [{ a: 1 }, '/zzz=map', 'There is "/a".'],
    ] as const)
      assert.throws(() => infer([document], overrule), refused(meant));
  });

  it('is written as a path and a kind', () => {
    assert.deepEqual(parseOverrule('/a=b/*=map'), { path: '/a=b/*', kind: 'map' });
    for (const wrong of ['/a', 'a=map'])
      assert.throws(() => parseOverrule(wrong), new RegExp(`UserDataError: --as ${wrong}: expected a path`));
    assert.throws(() => parseOverrule('/a=sting'), refused('Did you mean "string"?'));
    assert.throws(() => parseOverrule('/a=zzz'), /Kinds are boolean, int32/);
  });

  it('is given for each decision in the form of --as', () => {
    const { decisions } = infer(repeated(20, (i) => `{"a/b":["x${i % 2}"]}`));
    // As a shell takes it.
    const instead = "--as '/a~1b/*=string'";
    const told = decisions.find(({ what }) => what.startsWith('enum'));
    const what = 'enum of 2 values';
    assert.deepEqual(told, { path: '/a~1b/*', what, why: '2 distinct values in 20', instead });
    assert.equal(infer(['{"a/b":["x"]}'], '/a~1b/*=enum').model.enums.size, 1);
  });
});

describe('a decision', () => {
  const decided = (documents: readonly unknown[], ...overrules: string[]) => {
    const { decisions } = infer(documents, ...overrules);
    return decisions.map(({ what, why, instead }) => `${what}: ${why} ${instead}`.trim());
  };

  it('replaces the decision that it overrules', () => {
    const documents = ['{"at":null,"n":1}', '{"at":"x","n":{}}'];
    assert.deepEqual(decided(documents, '/at=optional', '/at=string', '/n=any', '=record'), [
      'record Order: given with --as; 2 fields in 2 objects',
      'string: given with --as; 1 string',
      'optional: given with --as; null in 1 of 2 objects',
      'any: given with --as',
    ]);
    assert.deepEqual(decided(['{"a":1}', '{"a":2}'], '=map', '/*=double'), [
      'map: given with --as',
      'double: given with --as; 2 numbers, integers, 1 to 2',
    ]);
    assert.equal(decided(['{"a":1}'], '/a=optional').at(-1), 'optional: given with --as');
  });
});

it('documents may be nested deeply', () => {
  assert.equal(infer(['['.repeat(1000) + ']'.repeat(1000)]).model.root.kind, 'list');
  const within = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`;
  assert.equal(infer([within]).model.root.kind, 'record');
});

describe('inference', () => {
  it('finds the same types for any order of documents', () => {
    const documents = repeated(40, (i) =>
      JSON.stringify({
        id: i,
        ...(i % 3 ? { tags: { [`k${i}`]: 'x', [`l${i}`]: 'y' } } : {}),
        a: { lat: i % 2 ? 1.5 : 2, lng: 3 },
        b: { lng: 1, lat: i },
        status: ['x', 'y', null][i % 3],
        child: i % 4 ? null : { id: 3, child: null, status: 'x' },
      }),
    );
    const shape = ({ model }: Found) =>
      rootOf(model)
        .fields.map(({ name, type, presence }) => `${name} ${presence} ${words(type)}`)
        .sort();
    assert.deepEqual(shape(infer([...documents].reverse())), shape(infer(documents)));
    assert.equal(infer(documents).text, infer(documents).text);
  });

  // Of another: more fields than a record has, and 64 bits among any values; maps sixty deep.
  const others = ['contract-wide', 'contract-deep'];
  for (const name of readdirSync('datasets').filter((name) => !others.includes(name))) {
    it(`finds a schema that fits the documents of ${name}, also hard ones`, async () => {
      const { definition, model } = defined(`datasets/${name}`);
      const made = await generateDocuments(definition, model, { ...definition.sizes[0]!, documents: 3 });
      const texts = [...made, ...hardDocuments(model)].map((one) => jsonText(model, model.root, one));
      for (const sample of [texts, texts.slice(0, 2)]) {
        const inferred = infer(sample);
        for (const text of sample) userValue(inferred.model, decodeJson(Buffer.from(text)));
      }
    });
  }
});
