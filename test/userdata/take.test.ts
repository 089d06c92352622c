import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { MOST_CHOSEN, MOST_CHOSEN_BYTES, type Taken, takeDocuments } from '../../src/userdata/take.ts';
import { temporary } from '../machine/temporary.ts';

type TakeOptions = Parameters<typeof takeDocuments>[1];
const folder = temporary('take');

function take(content: string | Uint8Array, options?: TakeOptions): Promise<Taken> {
  writeFileSync(join(folder, 'data'), content);
  return takeDocuments(join(folder, 'data'), options);
}

const texts = ({ chosen }: Taken) => chosen.map(({ bytes }) => Buffer.from(bytes).toString());
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `{"n":${index}}`);
const numbersOf = (taken: Taken) => texts(taken).map((text) => Number(/\d+/.exec(text)![0]));
const ofBytes = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;

describe('the sample of a source', () => {
  it('has all of a few documents, in their order', async () => {
    const taken = await take(` {"a": 1}\n[2]\n\n"three"\n4 `);
    assert.deepEqual(texts(taken), ['{"a": 1}', '[2]', '"three"', '4']);
    assert.deepEqual([taken.kind, taken.total], ['lines', 4]);
    const places = taken.chosen.map(({ place }) => place.replace(`${folder}/`, ''));
    assert.deepEqual(places, ['data:1', 'data:2', 'data:4', 'data:5']);
  });

  it('names values on lines of their own as lines', async () => {
    const kinds: [string, string][] = [
      ['{"a":1}{"a":2}', 'values'],
      ['{"a":1} [2]\n', 'values'],
      ['{\n"a":1}\n{"a":2}', 'values'],
      ['{"a":1}\r\n\r\n {"a":2}', 'lines'],
      ['{\n"a":1}', 'one'],
    ];
    for (const [text, kind] of kinds) assert.equal((await take(text)).kind, kind, text);
  });

  it('--documents root needs a list', async () => {
    const documents = 'root';
    for (const text of ['[{},{}]', '[1]\n[2]'])
      assert.equal((await take(text, { documents })).total, text.split('\n').length);
    const told = /data:[12]: the top level isn't a list: leave --documents root out$/;
    for (const text of ['{"a":1}', '\n{"a":1}\n[{},{}]'])
      await assert.rejects(take(text, { documents }), told);
  });

  it('many documents give a seeded sample from all over the source', async () => {
    const documents = numbered(20_000);
    const taken = await take(documents.join('\n'));
    const numbers = numbersOf(taken);
    assert.equal(numbers.length, MOST_CHOSEN);
    const sorted = numbers.toSorted((a, b) => a - b);
    assert.deepEqual(numbers, sorted);
    const inFirstHalf = numbers.filter((number) => number < 10_000).length;
    assert.ok(inFirstHalf > 400 && inFirstHalf < 600, `${inFirstHalf} of the first half`);
    assert.equal(taken.total, 20_000);
    const list = await take(gzipSync(`[\n${documents.join(' ,')}]`));
    assert.equal(list.kind, 'elements');
    assert.deepEqual(numbersOf(list), numbers);
  });

  it('the sample has a limit of bytes, but at least one document', async () => {
    const large = await take(ofBytes(2 ** 20).repeat(30));
    assert.equal(large.chosen.length, MOST_CHOSEN_BYTES / 2 ** 20);
    const [huge, other] = [ofBytes(MOST_CHOSEN_BYTES + 1), ofBytes(MOST_CHOSEN_BYTES + 2)];
    const one = await take(huge);
    assert.deepEqual([one.kind, one.chosen.length], ['one', 1]);
    assert.equal((await take(huge + other)).chosen.length, 1);
  });

  it('one large document does not displace many small ones', async () => {
    const documents = numbered(900);
    for (const at of [0, 450, 900]) {
      const taken = await take(documents.toSpliced(at, 0, ofBytes(MOST_CHOSEN_BYTES)).join('\n'));
      assert.deepEqual(texts(taken), documents, `at ${at}`);
      assert.equal(taken.total, 901);
    }
  });
});
