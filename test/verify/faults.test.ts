/** Serializers that don't do the work, each in a way that one has been seen to: every one must be caught and named. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeFixture } from '../../src/dataset/fixture.ts';
import type { Deviation, KnownFormat } from '../../src/define/types.ts';
import { codecs } from '../../src/format/index.ts';
import type { RecordValue, Value } from '../../src/schema/value.ts';
import { verifyResults } from '../../src/verify/outputs.ts';
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

describe('faultless outputs', () => {
  for (const format of formats) {
    it(`are ok in ${format}`, async () =>
      assert.deepEqual(await verify({ frames: outputs(format), format }), { verdict: 'ok' }));
  }

  it('may order fields, space and spell numbers as they like', async () => {
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
});

describe('the fault is named', () => {
  it('a field dropped', async () => {
    const frames = jsonOutputs((text, index) => (index === 0 ? text.replace('"ssn":"12-3",', '') : text));
    assert.equal(
      await reason({ frames }),
      'hard document 0: /person/ssn: expected string "12-3", found nothing',
    );
  });

  it('a field added', async () => {
    const frames = jsonOutputs((text) => text.replace(/}$/, ',"type":"Record"}'));
    assert.equal(await reason({ frames }), 'hard document 0: /type: expected nothing, found string "Record"');
  });

  it('text lost after the first escape', async () => {
    const frames = jsonOutputs((text) => text.replace('quoted\\" name', ''));
    const expected = String.raw`expected "A \"quoted\" name", found "A \""`;
    assert.equal(await reason({ frames }), `hard document 1: /person/name: ${expected}`);
  });

  it('a double rounded to a float', async () => {
    for (const format of ['json', 'msgpack', 'cbor', 'bson', 'protobuf', 'avro'] as const) {
      const frames = changed(format, 1, { height: Math.fround(0.1) });
      assert.equal(
        await reason({ frames, format }),
        'hard document 1: /person/height: expected 0.1, found 0.10000000149011612',
      );
    }
  });

  it('an int64 that went through a double', async () => {
    const frames = changed('json', 1, { account: BigInt(Number(9007199254740993n)) });
    assert.equal(
      await reason({ frames }),
      'hard document 1: /person/account: expected 9007199254740993, found 9007199254740992',
    );
  });

  it('an output that grows from call to call', async () => {
    const frames = jsonOutputs((_text, index, all) => all.slice(0, index + 1).join(''));
    assert.equal(
      await reason({ frames }),
      'hard document 1 is not valid JSON: "{" after the end of the document at byte 121',
    );
  });

  it('the previous document once more', async () => {
    const all = outputs('msgpack');
    assert.equal(
      await reason({ frames: [all[0]!, all[0]!, all[1]!], format: 'msgpack' }),
      String.raw`hard document 1: /person/name: expected "A \"quoted\" name", found "Ada" (this is document 0)`,
    );
  });

  it('one buffer handed out for all', async () => {
    const last = outputs('cbor').at(-1)!;
    assert.match(
      await reason({ frames: [last, last, last], format: 'cbor' }),
      /^hard document 0: .* \(this is document 2\)$/,
    );
  });

  it('invalid JSON', async () => {
    const frames = jsonOutputs((text) => text.replace(/]}$/, ',]}'));
    assert.equal(
      await reason({ frames }),
      'hard document 0 is not valid JSON: a comma before "]" at byte 119 (in /hobbies)',
    );
  });

  it('a key twice', async () => {
    const frames = jsonOutputs((text) => text.replace('"gender"', '"name":"Eve","gender"'));
    assert.equal(
      await reason({ frames }),
      'hard document 0 is not valid JSON: key "name" appears twice at byte 24 (in /person)',
    );
  });

  it('control characters that are not escaped', async () => {
    const frames = jsonOutputs((text) => text.replace('chess', 'che\tss'));
    assert.match(
      await reason({ frames }),
      /^hard document 0 is not valid JSON: control character 0x09 in a string/,
    );
  });

  it('a document cut off', async () => {
    const frames = jsonOutputs((text) => text.slice(0, -1));
    assert.match(
      await reason({ frames }),
      /^hard document 0 is not valid JSON: expected "," or "}", found the end/,
    );
  });

  it('nothing at all', async () => {
    const frames = documents.map(() => new Uint8Array());
    assert.match(await reason({ frames }), /expected a value, found the end of the output at byte 0$/);
    // An empty message is valid protobuf: it is just not this document.
    assert.equal(
      await reason({ frames, format: 'protobuf' }),
      'hard document 0: /person: expected a record {"name", "gender", "height", "account", …}, found nothing',
    );
  });

  it('a list cut short', async () => {
    const frames = jsonOutputs((text) => text.replace(',"maths"', ''));
    assert.equal(
      await reason({ frames }),
      'hard document 0: /hobbies: expected a list of 2, found a list of 1',
    );
  });

  it('a document that is text of JSON', async () => {
    const frames = jsonOutputs((text) => JSON.stringify(text));
    const found = String.raw`string "{\"person\":{\"name\":\"Ada\",\"gender\"…"`;
    assert.equal(
      await reason({ frames }),
      `hard document 0: the document: expected a record {"person", "hobbies"}, found ${found}`,
    );
  });

  it('a difference carries its place', async () => {
    const verdict = await verify({ frames: changed('json', 1, { gender: 'Female' }) });
    assert.deepEqual(verdict, {
      verdict: 'mismatch',
      reason: 'hard document 1: /person/gender: expected "Male", found "Female"',
      difference: {
        set: 'hard',
        document: 1,
        pointer: '/person/gender',
        expected: '"Male"',
        found: '"Female"',
      },
    });
  });
});

describe('a deviation', () => {
  const faults: readonly [Deviation, readonly Uint8Array[], string][] = [
    [
      'null-omitted',
      jsonOutputs((text) => text.replace(',"ssn":null', '')),
      'hard document 1: /person/ssn: expected null, found nothing',
    ],
    [
      'enum-as-number',
      jsonOutputs((text) => text.replace('"Male"', '0').replace('"Female"', '1')),
      'hard document 0: /person/gender: expected enum "Female", found number 1',
    ],
    [
      'int64-as-string',
      jsonOutputs((text) => text.replace(/"account":(-?\d+)/, '"account":"$1"')),
      'hard document 0: /person/account: expected int64 1, found string "1"',
    ],
    [
      'negative-zero-as-zero',
      jsonOutputs((text) => text.replace('-0.0', '0')),
      'hard document 2: /person/height: expected -0, found 0',
    ],
  ];
  for (const [deviation, frames, message] of faults) {
    it(`${deviation} is a mismatch unless it is declared`, async () => {
      assert.equal(await reason({ frames }), `${message} (deviation ${deviation} is not declared)`);
      assert.deepEqual(await verify({ frames, deviations: [deviation] }), { verdict: 'ok' });
    });
  }

  it('forgives nothing else', async () => {
    const wrongIndex = jsonOutputs((text) => text.replace('"Male"', '1').replace('"Female"', '0'));
    assert.equal(
      await reason({ frames: wrongIndex, deviations: ['enum-as-number'] }),
      'hard document 0: /person/gender: expected enum "Female", found number 0',
    );
    const dropped = jsonOutputs((text) => text.replace('"ssn":"12-3",', ''));
    assert.equal(
      await reason({ frames: dropped, deviations: ['null-omitted'] }),
      'hard document 0: /person/ssn: expected string "12-3", found nothing',
    );
    const added = jsonOutputs((text) => text.replace('"height":0.1', '"height":-0.1'));
    assert.equal(
      await reason({ frames: added, deviations: ['negative-zero-as-zero'] }),
      'hard document 1: /person/height: expected 0.1, found -0.1',
    );
  });

  it('that was not needed shows', async () => {
    const frames = jsonOutputs((text) => text.replace('-0.0', '0'));
    const used = await verified({ frames, deviations: ['negative-zero-as-zero', 'int64-as-string'] });
    assert.deepEqual([...used], ['negative-zero-as-zero']);
  });
});

describe('what comes out of deserialize', () => {
  const verifyObjects = (objects: readonly RecordValue[]) => {
    const frames = objects.map((object) => encodeFixture(people, [object]));
    return verifyResults(resultsOf(frames, { source: 'fixture', set: 'documents' }));
  };

  it('is ok if it is the same', async () => {
    assert.deepEqual([...(await verifyObjects(documents))], []);
  });

  it('is a mismatch if a value is another', async () => {
    const [first, second, third] = documents as [RecordValue, RecordValue, RecordValue];
    const person = { ...(third.person as RecordValue), height: 0 };
    assert.deepEqual(await verdictOf(verifyObjects([first, second, { ...third, person }])), {
      verdict: 'mismatch',
      reason:
        'document 2: /person/height: expected -0, found 0 (deviation negative-zero-as-zero is not declared)',
      difference: { set: 'documents', document: 2, pointer: '/person/height', expected: '-0', found: '0' },
    });
  });

  it('is a mismatch if one object is filled again and again', async () => {
    const last = documents.at(-1)!;
    assert.match(await mismatchOf(verifyObjects([last, last, last])), /\(this is document 2\)$/);
  });

  const whole = Buffer.from(encodeFixture(people, documents.slice(0, 1)));
  const head = Buffer.from('WMFIX 2\n');
  for (const [what, bytes, why] of [
    ['nothing', [], /does not begin with "WMFIX 2"/],
    ['another version', ['WMFIX 1\n', whole.subarray(8)], /does not begin with "WMFIX 2"/],
    ['no document', [head, u32(0)], /: 0 documents instead of one$/],
    ['all documents', [encodeFixture(people, documents)], /: 3 documents instead of one$/],
    ['4 billion documents', [head, u32(2 ** 32 - 1)], /4294967295 documents don't fit/],
    ['a document cut off', [whole.subarray(0, 60)], / at byte /],
    ['more after it', [whole, 'N'], / at byte /],
    ['an unknown tag', [head, u32(1), 'i'], /unknown tag 0x69 at byte 12/],
    ['2 billion elements', [head, u32(1), '[', u32(2 ** 31)], /2147483648 elements/],
    ['a string without end', [head, u32(1), 's', u32(2 ** 30)], /1073741824 bytes of a string/],
  ] as const)
    it(`is a mismatch if it is ${what}`, async () => {
      const frames = [Buffer.concat(bytes.map((part) => Buffer.from(part as string))), whole, whole];
      const found = await mismatchOf(verifyResults(resultsOf(frames, { source: 'fixture' })));
      assert.match(found, /^hard document 0 is not a valid fixture: /);
      assert.match(found, why);
    });
});
