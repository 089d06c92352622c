import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Deviation, KnownFormat } from '../../src/define/types.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import { encodeFixture } from '../../src/oracle/fixture.ts';
import type { RecordValue, Value } from '../../src/schema/value.ts';
import { verifyResults } from '../../src/trial/results.ts';
import {
  documents,
  formats,
  jsonOutputs,
  mismatchOf,
  outputs,
  people,
  resultsOf,
  u32,
  verdictOf,
} from './people.ts';

interface Faulty {
  readonly frames: readonly Uint8Array[];
  readonly format?: KnownFormat;
  readonly deviations?: readonly Deviation[];
}

const verified = ({ frames, format = 'json', deviations = [] }: Faulty) =>
  verifyResults(resultsOf(frames, { source: format, deviations }));
const verify = (faulty: Faulty) => verdictOf(verified(faulty));
const reason = (faulty: Faulty) => mismatchOf(verified(faulty));

/** The documents with the person at `index` changed, encoded faultlessly. */
function changed(format: KnownFormat, index: number, change: Record<string, Value>): Uint8Array[] {
  return documents.map((document, at) => {
    const person = at === index ? { ...(document.person as RecordValue), ...change } : document.person!;
    return codecs[format].encode(people, { ...document, person });
  });
}

it('faultless outputs may order fields, space and spell numbers as they like', async () => {
  const frames = jsonOutputs((text) => {
    const { person, hobbies } = JSON.parse(text.replace(/"account":(-?\d+)/, '"account":"$1"'));
    const { account, ...rest } = person;
    const spelled = JSON.stringify({ hobbies, person: { ...rest, account: 0 } }, null, 1)
      .replace('"account": 0', `"account": ${account}.0e0`)
      .replace('"height": 0,', '"height": -0.0,')
      .replace('1.65', '165e-2');
    return ` ${spelled}\n`;
  });
  assert.deepEqual(await verify({ frames }), { verdict: 'ok' });
});

describe('the fault is named', () => {
  const [first, second] = outputs('msgpack');
  const last = outputs('cbor').at(-1)!;
  const quoted = String.raw`expected "A \"quoted\" name", found`;
  const changedJson = (from: string | RegExp, to: string) =>
    jsonOutputs((text, index) => (index === 0 ? text.replace(from, to) : text));
  const RECORD = '{"name", "gender", "height", "account", …}';
  const nothing = documents.map(() => new Uint8Array());
  const rounded = changed('json', 1, { account: BigInt(Number(9007199254740993n)) });
  const growing = jsonOutputs((_text, index, all) => all.slice(0, index + 1).join(''));
  const texts = jsonOutputs((text) => JSON.stringify(text));
  const text = JSON.stringify('{"person":{"name":"Ada","gender"…');
  const faults: readonly [told: string, frames: readonly Uint8Array[], format?: KnownFormat][] = [
    // A field dropped, one added, a list cut short, text lost after the first escape.
    ['0: /person/ssn: expected string "12-3", but it is missing', changedJson('"ssn":"12-3",', '')],
    ['0: /type: expected nothing, found string "Record"', changedJson(/}$/, ',"type":"Record"}')],
    ['0: /hobbies: expected a list of 2, found a list of 1', changedJson(',"maths"', '')],
    [`1: /person/name: ${quoted} "A \\""`, jsonOutputs((text) => text.replace('quoted\\" name', ''))],
    // An int64 that went through a double.
    ['1: /person/account: expected 9007199254740993, found 9007199254740992', rounded],
    // An output that grows from call to call, the previous document once more, one buffer handed out for all.
    ['1 is not valid JSON: "{" after the end of the document at byte 121', growing],
    [`1: /person/name: ${quoted} "Ada"`, [first!, first!, second!], 'msgpack'],
    ['0: /person/name: expected "Ada", found "Zoë"', [last, last, last], 'cbor'],
    // Nothing at all. That is valid protobuf: it is just not this document.
    ['0 is not valid JSON: expected a value, found the end of the output at byte 0', nothing],
    [`0: /person: expected a record ${RECORD}, but it is missing`, nothing, 'protobuf'],
    // A document that is text of JSON.
    [`0: the document: expected a record {"person", "hobbies"}, found string ${text}`, texts],
  ];
  for (const [told, frames, format = 'json'] of faults)
    it(told, async () => assert.equal(await reason({ frames, format }), `hard document ${told}`));

  for (const format of formats)
    it(`a double rounded to a float in ${format}`, async () => {
      const told = await reason({ frames: changed(format, 1, { height: Math.fround(0.1) }), format });
      assert.equal(told, 'hard document 1: /person/height: expected 0.1, found 0.10000000149011612');
    });
});

describe('a deviation', () => {
  for (const [deviation, from, to, told] of [
    ['null-omitted', ',"ssn":null', '', '1: /person/ssn: expected null, but it is missing'],
    ['enum-as-number', '"Female"', '1', '0: /person/gender: expected enum "Female", found number 1'],
    [
      'int64-as-string',
      /(?<=account":)-?\d+/,
      '"$&"',
      '0: /person/account: expected int64 1, found string "1"',
    ],
    ['negative-zero-as-zero', '-0.0', '0', '2: /person/height: expected -0, found 0'],
  ] as const)
    it(`${deviation} is a mismatch unless it is declared`, async () => {
      const frames = jsonOutputs((text) => text.replace(from, to));
      const fix = `If that is intended, declare it: deviations = ["${deviation}"]`;
      assert.equal(await reason({ frames }), `hard document ${told}. ${fix}`);
      assert.deepEqual(await verify({ frames, deviations: [deviation] }), { verdict: 'ok' });
    });

  for (const [deviation, from, to, told] of [
    ['enum-as-number', '"Female"', '0', '0: /person/gender: expected enum "Female", found number 0'],
    ['null-omitted', '"ssn":"12-3",', '', '0: /person/ssn: expected string "12-3", but it is missing'],
    ['negative-zero-as-zero', '"height":0.1', '"height":-0.1', '1: /person/height: expected 0.1, found -0.1'],
  ] as const)
    it(`${deviation} forgives nothing else`, async () => {
      const frames = jsonOutputs((text) => text.replace(from, to));
      assert.equal(await reason({ frames, deviations: [deviation] }), `hard document ${told}`);
    });

  it('is reported only if it was needed', async () => {
    const frames = jsonOutputs((text) => text.replace('-0.0', '0'));
    const used = await verified({ frames, deviations: ['negative-zero-as-zero', 'int64-as-string'] });
    assert.deepEqual([...used], ['negative-zero-as-zero']);
  });
});

describe('objects of deserialize', () => {
  const verifyObjects = (objects: readonly RecordValue[]) => {
    const frames = objects.map((object) => encodeFixture(people, [object]));
    return verifyResults(resultsOf(frames, { source: 'fixture', set: 'documents' }));
  };

  it('is a mismatch if a value is another', async () => {
    const [first, second, third] = documents as [RecordValue, RecordValue, RecordValue];
    const person = { ...(third.person as RecordValue), height: 0 };
    const fix = 'If that is intended, declare it: deviations = ["negative-zero-as-zero"]';
    const told = `/person/height: expected -0, found 0. ${fix}`;
    assert.deepEqual(await verdictOf(verifyObjects([first, second, { ...third, person }])), {
      ...{ verdict: 'mismatch', reason: `document 2: ${told}` },
      difference: { set: 'documents', document: 2, pointer: '/person/height', expected: '-0', found: '0' },
    });
  });

  const whole = Buffer.from(encodeFixture(people, documents.slice(0, 1)));
  for (const [what, bytes, why] of [
    ['nothing', [], /does not begin with "WMFIX 2"/],
    ['no document', ['WMFIX 2\n', u32(0)], /: 0 documents instead of one$/],
    ['all documents', [encodeFixture(people, documents)], /: 3 documents instead of one$/],
    ['more after it', [whole, 'N'], / at byte /],
  ] as const)
    it(`is a mismatch if it is ${what}`, async () => {
      const frames = [Buffer.concat(bytes.map((part) => Buffer.from(part as string))), whole, whole];
      const found = await mismatchOf(verifyResults(resultsOf(frames, { source: 'fixture' })));
      assert.match(found, /^hard document 0 is not a valid fixture: /);
      assert.match(found, why);
    });
});
