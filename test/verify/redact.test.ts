/** A word that nobody shall see, planted wherever documents have some: no reason of a redacted verdict has it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeFixture } from '../../src/dataset/fixture.ts';
import { FORMATS } from '../../src/define/types.ts';
import { codecs } from '../../src/format/index.ts';
import { recordOf, type SchemaModel, type Type } from '../../src/schema/model.ts';
import type { RecordValue, Value } from '../../src/schema/value.ts';
import { type Results, verifyResults } from '../../src/verify/outputs.ts';
import { resultsOf, verdictOf } from './people.ts';

const WORD = 'zyzzyva';
const NUMBER = 8_273_645_191_827_364n;
/** As they may be spelled: in JSON, in hexadecimal, as bytes. */
const SECRETS = [
  WORD,
  String(NUMBER),
  String(NUMBER + 1n),
  Buffer.from(WORD).toString('hex'),
  '1984',
  '2.34567',
];

const field = (name: string, type: Type, presence: 'required' | 'nullable' = 'required') => ({
  name,
  type,
  presence,
});
const model: SchemaModel = {
  root: { kind: 'record', name: 'Order' },
  records: new Map([
    [
      'Order',
      recordOf('Order', [
        field('text', { kind: 'string' }, 'nullable'),
        field('id', { kind: 'int64' }),
        field('price', { kind: 'double' }),
        field('status', { kind: 'enum', name: 'Status' }),
        field('at', { kind: 'instant' }),
        field('blob', { kind: 'bytes' }),
        field('tags', { kind: 'list', element: { kind: 'string' } }),
        field('by', { kind: 'map', value: { kind: 'string' } }),
        field('more', { kind: 'any' }),
        field('paid', { kind: 'boolean' }),
      ]),
    ],
  ]),
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
  'a map with one more': {
    by: new Map([
      [WORD, WORD],
      [`${WORD}s`, WORD],
    ]),
  },
  'a map with another value': { by: new Map([[WORD, `${WORD}s`]]) },
  'a text for an object': { more: WORD },
  'another boolean': { paid: false },
};

/** The verdict on one result. */
const told = (source: Results['source'], frame: Uint8Array, redact: boolean) =>
  verdictOf(verifyResults(resultsOf([frame], { model, of: [order], set: 'documents', source, redact })));

function telling(text: string): string[] {
  return SECRETS.filter((secret) => text.toLowerCase().includes(secret));
}

const formats = FORMATS.filter((format) => codecs[format].unsupported(model) === null);
assert.ok(formats.length >= 3);

for (const format of formats) {
  test(`no difference of ${format} tells what documents hold`, async () => {
    let open = 0;
    for (const [what, change] of Object.entries(WRONG)) {
      const frame = codecs[format].encode(model, { ...order, ...change });
      const redacted = JSON.stringify(await told(format, frame, true));
      assert.match(redacted, /"verdict":"mismatch"/, what);
      assert.deepEqual(telling(redacted), [], `${what}: ${redacted}`);
      open += telling(JSON.stringify(await told(format, frame, false))).length;
    }
    // Without the flag they are told: the word is where it can be seen.
    assert.ok(open >= 10, `${open}`);
  });
}

test('nor do objects that came out of deserialize', async () => {
  for (const [what, change] of Object.entries(WRONG)) {
    const frame = encodeFixture(model, [{ ...order, ...change }]);
    const redacted = JSON.stringify(await told('fixture', frame, true));
    assert.match(redacted, /"verdict":"mismatch"/, what);
    assert.deepEqual(telling(redacted), [], `${what}: ${redacted}`);
  }
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

test('nor does what is said of bytes that are no document', async () => {
  for (const text of TEXTS) {
    const redacted = JSON.stringify(await told('json', Buffer.from(text), true));
    assert.match(redacted, /"verdict":"mismatch"/, text);
    assert.deepEqual(telling(redacted), [], redacted);
  }
});

test('what differs is told by types, lengths and the place, without keys of maps', async () => {
  const reason = async (change: Readonly<Record<string, Value>>) => {
    const verdict = await told('json', codecs.json.encode(model, { ...order, ...change }), true);
    return verdict.verdict === 'ok' ? '' : verdict.reason;
  };
  assert.equal(
    await reason(WRONG['another text']!),
    'document 0: /text: expected a text of 11 characters, found a text of 12 characters, which differs from place 10 on',
  );
  assert.equal(
    await reason(WRONG['another integer']!),
    'document 0: /id: expected an integer of 16 digits, found another integer of 16 digits',
  );
  assert.equal(
    await reason({ text: `a ${WORD} c` }),
    'document 0: /text: expected a text of 11 characters, found another text of 11 characters, which differs from place 11 on',
  );
  assert.equal(
    await reason(WRONG['a map with another value']!),
    'document 0: /by/*: expected a text of 7 characters, found a text of 8 characters, which differs from place 8 on',
  );
  assert.equal(
    await reason({ more: WORD }),
    'document 0: /more: expected an object, found a text of 7 characters',
  );
  assert.equal(await reason({ tags: [] }), 'document 0: /tags: expected a list of 1, found a list of 0');
});
