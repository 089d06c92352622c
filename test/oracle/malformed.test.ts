import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KnownFormat } from '../../src/define/types.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import { recordOf, type Type } from '../../src/schema/model.ts';
import { field, list, modelOf, record } from './resources.ts';

/** The types of the fields a to f, which protobuf and Avro read by the schema. */
const types: readonly Type[] = [
  { kind: 'string' },
  { kind: 'int32' },
  { kind: 'boolean' },
  { kind: 'enum', name: 'State' },
  list({ kind: 'double' }),
  record('Inner'),
];
const model = modelOf(
  record('Root'),
  recordOf(
    'Root',
    types.map((type, index) => field('abcdef'[index]!, type, 'nullable')),
  ),
  recordOf('Inner', [field('x', 'string')]),
);

type Case = readonly [bytes: string | Uint8Array, message: string];

function refuses(format: KnownFormat, encoding: 'utf8' | 'hex', cases: readonly Case[]): void {
  describe(`malformed ${format}`, () => {
    for (const [bytes, message] of cases) {
      const text = encoding === 'hex' ? String(bytes).replaceAll(' ', '') : bytes;
      const input = typeof text === 'string' ? Buffer.from(text, encoding) : text;
      it(`is refused: ${message.slice(0, 200)}`, () =>
        assert.throws(() => codecs[format].decode(model, input), { name: 'DecodeError', message }));
    }
  });
}

const UNLED = 'whose length does not lead to its closing zero';
const quoted = (...bytes: number[]): Uint8Array => Uint8Array.of(0x22, ...bytes, 0x22);

refuses('json', 'utf8', [
  ['', 'expected a value, found the end of the output at byte 0'],
  ['\ufeff{}', 'a byte order mark, which JSON does not allow at byte 0'],
  ['{}{}', '"{" after the end of the document at byte 2'],
  ['[1,]', 'a comma before "]" at byte 2'],
  ['[,1]', 'expected a value, found "," at byte 1 (in /0)'],
  ['[1 2]', 'expected "," or "]", found "2" at byte 3'],
  ['{"a" 1}', 'expected ":" after a key, found "1" at byte 5'],
  ['{a:1}', 'expected a key in quotes, found a at byte 1'],
  ['{"a":{"b":1,"b":2}}', 'key "b" appears twice at byte 12 (in /a)'],
  ['{"a":1,"\\u0061":2}', 'key "a" appears twice at byte 7'],
  ['[{"a":01}]', 'expected a number, found 01 at byte 6 (in /0/a)'],
  ['1.', 'expected a number, found 1. at byte 0'],
  ['NaN', 'expected a value, found NaN at byte 0'],
  ['-Infinity', 'expected a number, found - at byte 0'],
  ['"abc', 'a string that does not end at byte 0'],
  ['"a\nb"', 'control character 0xa in a string, not escaped at byte 2'],
  ['"\\x41"', 'an escape that JSON does not know at byte 1'],
  ['"\\', 'a string that does not end at byte 0'],
  ['"\\u12g4"', 'an escape that JSON does not know at byte 1'],
  ['"\\ud83d"', 'the lone surrogate \\ud83d at byte 1'],
  ['"\\ud83d\\u0041"', 'the lone surrogate \\ud83d at byte 1'],
  ['{"a/b~":[[}', 'expected a value, found "}" at byte 10 (in /a~1b~0/0/0)'],
  ['\u00a01', 'expected a value, found "\u00a0" at byte 0'],
  ['['.repeat(1001), `nested deeper than 1000 levels at byte 1000 (in ${'/0'.repeat(1000)})`],
  [quoted(0xff), 'invalid UTF-8 at byte 1'],
  [quoted(0x61, 0xc3), 'invalid UTF-8 at byte 2'],
  [quoted(0xed, 0xa0, 0xbd), 'invalid UTF-8 at byte 1'],
  [quoted(0xc3, 0xa4, 0xf4, 0x90, 0x80, 0x80), 'invalid UTF-8 at byte 3'],
]);

refuses('protobuf', 'hex', [
  ['3a00', "field number 7, which the schema doesn't have, at byte 0"],
  ['00', "field number 0, which the schema doesn't have, at byte 0"],
  ['0801', 'wire type 0 instead of 2 at byte 0 (in /a)'],
  ['0a0361', 'a string needs 3 bytes, 1 left at byte 2 (in /a)'],
  ['0a01ff', 'a string is not valid UTF-8 at byte 2 (in /a)'],
  ['1080', 'an int32 needs 1 byte, 0 left at byte 2 (in /b)'],
  ['10ffffffff0f', "4294967295, which isn't an int32, at byte 1 (in /b)"],
  ['10ffffffffffffffffff7f', 'an int32 of more than 64 bits at byte 1 (in /b)'],
  ['10ffffffffffffffffffff01', 'an int32 of more than 64 bits at byte 1 (in /b)'],
  ['10011001', 'a singular field that comes twice at byte 2 (in /b)'],
  ['1802', 'a boolean of 2 at byte 1 (in /c)'],
  ['2003', "3, which isn't a value of enum State, at byte 1 (in /d)"],
  ['2a030a0100', 'a double needs 8 bytes, 1 left at byte 4 (in /e/0)'],
  ['2a0210 01', "field number 2, which a list's message doesn't have, at byte 2 (in /e)"],
  ['3205 0a0161', 'record Inner needs 5 bytes, 3 left at byte 2 (in /f)'],
  ['3203 0a0261', 'a string needs 2 bytes, 1 left at byte 4 (in /f/x)'],
]);

refuses('avro', 'hex', [
  ['', "a union's branch needs 1 byte, 0 left at byte 0 (in /a)"],
  ['04', 'branch 2 of a union of two at byte 0 (in /a)'],
  ['0201', 'a string of length -1 at byte 1 (in /a)'],
  ['020661', 'a string needs 3 bytes, 1 left at byte 2 (in /a)'],
  ['0202ff', 'a string is not valid UTF-8 at byte 2 (in /a)'],
  ['00 02 8080808010', "2147483648, which isn't an int32, at byte 2 (in /b)"],
  ['00 00 02 02', 'a boolean of 2 at byte 3 (in /c)'],
  ['00 00 00 02 04', "2, which isn't a value of enum State, at byte 4 (in /d)"],
  ['00 00 00 02 01', "-1, which isn't a value of enum State, at byte 4 (in /d)"],
  ['00 00 00 00 02 01 04 0000000000000000 00', 'a block of 2 bytes has 8, at byte 5 (in /e)'],
  ['00 00 00 00 02 feffffffff7f', 'a block of 2199023255551 items, 0 bytes left at byte 5 (in /e)'],
  ['00 00 00 00 00 00 00', '1 byte after the end of the document at byte 6'],
]);

refuses('msgpack', 'hex', [
  ['', 'a value needs 1 byte, 0 left at byte 0'],
  ['c1', 'byte 0xc1, which MessagePack never uses, at byte 0'],
  ['81', 'a value needs 1 byte, 0 left at byte 1'],
  ['81 01 01', 'a map key that is not a string at byte 1'],
  ['82 a161 01 a161 02', 'key "a" appears twice at byte 4'],
  ['81 a161 a2 62', 'a string needs 2 bytes, 1 left at byte 4 (in /a)'],
  ['81 a161 91 a1ff', 'a string is not valid UTF-8 at byte 5 (in /a/0)'],
  ['dd ffffffff c0', 'a value needs 1 byte, 0 left at byte 6 (in /1)'],
  ['d4 01 00', 'extension type 1; only the timestamp, -1, is known, at byte 0'],
  ['d5 ff 0000', 'a timestamp of 2 bytes; 4, 8 and 12 are known, at byte 0'],
  ['d7 ff ffffffff ffffffff', 'a timestamp with more than 999999999 nanoseconds at byte 0'],
  ['91'.repeat(1001), `nested deeper than 1000 levels at byte 1001 (in ${'/0'.repeat(1000)})`],
]);

refuses('cbor', 'hex', [
  ['', 'a value needs 1 byte, 0 left at byte 0'],
  ['18', 'a head needs 1 byte, 0 left at byte 1'],
  ['1c', 'the reserved additional information 28 at byte 0'],
  ['ff', 'a break outside of an indefinite length at byte 0'],
  ['81ff', 'a break outside of an indefinite length at byte 1 (in /0)'],
  ['f7', "the simple value 23, which documents don't have, at byte 0"],
  ['f8ff', "the simple value 255, which documents don't have, at byte 0"],
  ['a1 01 01', 'a map key that is not text at byte 1'],
  ['a2 6161 01 6161 02', 'key "a" appears twice at byte 4'],
  ['9bffffffffffffffff', 'a value needs 1 byte, 0 left at byte 9 (in /0)'],
  ['6261', 'text needs 2 bytes, 1 left at byte 1'],
  ['61ff', 'text is not valid UTF-8 at byte 1'],
  ['9f01', 'a value needs 1 byte, 0 left at byte 2 (in /1)'],
  ['5f6161ff', 'a chunk of another type or of indefinite length at byte 1'],
  ['c06161', 'tag 0 on something other than RFC 3339 text at byte 0'],
  ['c16161', 'tag 1 on something other than a finite number at byte 0'],
  ['c201', 'tag 2 on something other than bytes at byte 0'],
  ['d864 01', 'tag 100 is not known here at byte 0'],
  ['c1c101', 'a tag on a tag at byte 1'],
  ['81d9d9f701', 'tag 55799 is not known here at byte 1 (in /0)'],
]);

refuses('bson', 'hex', [
  ['', "a document's length needs 4 bytes, 0 left at byte 0"],
  ['0600000000', 'a document of 6 bytes, of which 5 are present, at byte 0'],
  ['0400000000', 'a document of 4 bytes, of which 5 are present, at byte 0'],
  ['0600000000 00', 'a document of 6 bytes that ends after 5, at byte 0'],
  ['0500000001', 'a key that does not end at byte 5'],
  ['08000000 0a 61 62 63', 'a key that does not end at byte 5'],
  ['0b000000 0a6100 0a6100 00', 'key "a" appears twice at byte 8'],
  ['0d000000 026100 00000000 00 00', 'a string of length 0; the closing zero counts, at byte 7 (in /a)'],
  ['0e000000 026100 01000000 61 00', 'a document of 14 bytes, of which 13 are present, at byte 0'],
  ['0d000000 026100 01000000 61 00', `a string ${UNLED} at byte 7 (in /a)`],
  ['09000000 086100 02 00', 'a boolean of 2 at byte 7 (in /a)'],
  ['08000000 066100 00', 'an element of type 6, which no document has, at byte 4 (in /a)'],
  ['10000000 046100 08000000 0a3100 00 00', `an array's key must be "0", found "1" at byte 12 (in /a)`],
  ['0d000000 056100 00000000 80 00', 'a binary of subtype 128; 0, 3 and 4 are known, at byte 7 (in /a)'],
  ['0d000000 036100 07000000 00 00', 'a document of 7 bytes, of which 6 are present, at byte 7 (in /a)'],
]);
