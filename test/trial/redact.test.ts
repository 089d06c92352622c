/** No redacted reason has a secret word that is planted everywhere in documents. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMATS } from '../../src/define/types.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import { encodeFixture } from '../../src/oracle/fixture.ts';
import { recordOf, type SchemaModel } from '../../src/schema/model.ts';
import type { RecordValue, Value } from '../../src/schema/value.ts';
import { type Results, verifyResults } from '../../src/trial/results.ts';
import { field, list, modelOf, record } from '../oracle/resources.ts';
import { mismatchOf, resultsOf, verdictOf } from './people.ts';

const WORD = 'zyzzyva';
const NUMBER = 8_273_645_191_827_364n;
/** Spelled in JSON, hexadecimal and bytes. */
const NUMBERS = [String(NUMBER), String(NUMBER + 1n), '1984', '2.34567'];
const SECRETS = [WORD, Buffer.from(WORD).toString('hex'), ...NUMBERS];

const model: SchemaModel = {
  ...modelOf(
    record('Order'),
    recordOf('Order', [
      field('text', 'string', 'nullable'),
      field('id', 'int64'),
      field('price', 'double'),
      field('status', { kind: 'enum', name: 'Status' }),
      field('at', 'instant'),
      field('blob', 'bytes'),
      field('tags', list({ kind: 'string' })),
      field('by', { kind: 'map', value: { kind: 'string' } }),
      field('more', 'any'),
      field('paid', 'boolean'),
    ]),
  ),
  enums: new Map([['Status', { name: 'Status', values: [WORD, `${WORD}2`] }]]),
};

const order: RecordValue = {
  text: `a ${WORD} b`,
  id: NUMBER,
  price: 2.34567,
  status: WORD,
  at: BigInt(Date.UTC(1984, 1, 2)),
  blob: Buffer.from(WORD),
  tags: [WORD],
  by: new Map([[WORD, WORD]]),
  more: new Map<string, Value>([[WORD, WORD]]),
  paid: true,
};

/** One thing wrong, in every kind of value. */
const WRONG: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  'another text': { text: `a ${WORD}s b` },
  'no text': { text: null },
  'another integer': { id: NUMBER + 1n },
  'another double': { price: 2.345671 },
  'another value of an enum': { status: `${WORD}2` },
  'another instant': { at: BigInt(Date.UTC(1984, 1, 3)) },
  'other bytes': { blob: Buffer.from(`${WORD}s`) },
  'a list that is longer': { tags: [WORD, WORD] },
  'an element that differs': { tags: [`${WORD}s`] },
  'a map with another key': { by: new Map([[`${WORD}s`, WORD]]) },
  'a map with one more': { by: new Map([WORD, `${WORD}s`].map((key) => [key, WORD])) },
  'a map with another value': { by: new Map([[WORD, `${WORD}s`]]) },
  'a text for an object': { more: WORD },
  'another boolean': { paid: false },
};

const verified = (source: Results['source'], frame: Uint8Array, redact: boolean) =>
  verifyResults(resultsOf([frame], { model, of: [order], set: 'documents', source, redact }));
const told = (...of: Parameters<typeof verified>) => verdictOf(verified(...of));

function telling(text: string): string[] {
  return SECRETS.filter((secret) => text.toLowerCase().includes(secret));
}

const formats = FORMATS.filter((format) => codecs[format].unsupported(model) === null);
assert.ok(formats.length >= 3);

/** `fixture`: the objects of deserialize. */
const encodings = [
  ...formats.map((format) => [format, codecs[format].encode] as const),
  ['fixture', (of: SchemaModel, value: Value) => encodeFixture(of, [value])] as const,
];
for (const [source, encode] of encodings)
  test(`a redacted difference of ${source} has no content of documents`, async () => {
    let open = 0;
    for (const [what, change] of Object.entries(WRONG)) {
      const frame = encode(model, { ...order, ...change });
      const redacted = JSON.stringify(await told(source, frame, true));
      assert.match(redacted, /"verdict":"mismatch"/, what);
      assert.deepEqual(telling(redacted), [], `${what}: ${redacted}`);
      open += telling(JSON.stringify(await told(source, frame, false))).length;
    }
    // Without the flag, the reasons quote the document.
    assert.ok(open >= 10, `${open}`);
  });

const json = Buffer.from(codecs.json.encode(model, order)).toString();

/** Bytes that are no document, and fields that the schema doesn't have. */
const TEXTS: readonly string[] = [
  json.replace('{', `{"${WORD}":1,`),
  json.replace('{', `{"text":"${WORD}",`),
  json.replace(`{"${WORD}":`, `{"${WORD}":"x","${WORD}":`),
  json.replace(String(NUMBER), `"${NUMBER}"`),
  json.replace(String(NUMBER), `${NUMBER}x`),
  json.replace(`"${WORD}"`, WORD),
  json.replace('true', '1984'),
  `${json}${WORD}`,
  json.slice(0, -20),
  `"${WORD}"`,
  WORD,
];

test('the reason for bytes that are no document has no content of documents', async () => {
  for (const text of TEXTS) {
    const redacted = JSON.stringify(await told('json', Buffer.from(text), true));
    assert.match(redacted, /"verdict":"mismatch"/, text);
    assert.deepEqual(telling(redacted), [], redacted);
  }
});

test('a difference is described by types, lengths and the place, without keys of maps', async () => {
  const eleven = 'expected a text of 11 characters, found';
  const differs = 'which differs from place';
  const seven = 'expected a text of 7 characters, found';
  const reasons: [change: Readonly<Record<string, Value>>, reason: string][] = [
    [WRONG['another text']!, `/text: ${eleven} a text of 12 characters, which differs from place 10 on`],
    [WRONG['another integer']!, '/id: expected an integer of 16 digits, found another integer of 16 digits'],
    [{ text: `a ${WORD} c` }, `/text: ${eleven} another text of 11 characters, ${differs} 11 on`],
    [WRONG['a map with another value']!, `/by/*: ${seven} a text of 8 characters, ${differs} 8 on`],
    [{ more: WORD }, '/more: expected an object, found a text of 7 characters'],
    [{ tags: [] }, '/tags: expected a list of 1, found a list of 0'],
  ];
  for (const [change, reason] of reasons) {
    const frame = codecs.json.encode(model, { ...order, ...change });
    assert.equal(await mismatchOf(verified('json', frame, true)), `document 0: ${reason}`);
  }
});
