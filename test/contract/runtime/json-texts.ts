/** Texts that the hand-written JSON reader of each language accepts or refuses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Reads each text, with a model in lines of docs/PROTOCOL.md, and writes it again; null for a text that is refused. */
export type RoundTrips = (lines: string, texts: readonly string[]) => readonly (string | null)[];

const NO_VALUES = `01|-|+1|1.|.5|1e|0x1|NaN|Infinity|-Infinity|1 2|- 1|'a'|True|undefined|nul|"a|"a\u0001b"|"\\x"|"\\u12"|{1:2}|{"a"}|{"a":1,}|[1,]|[|{|"|`;
const NO_RECORDS =
  '| |{|{}|{"v":1|{"v":1,}|{,"v":1}|{"v" 1}|{"v":1}}|{"v":1}x|[{"v":1}]|{"w":1}|{"v":1 "w":2}|{"v":1,"w":[1,]}|{"v":1,"w":{"a"}}|{"v":1,"w":}';

const ROOTS = [
  ['list record One\nrecord One\nfield required int32 v', '[{"v":1},{"v":-2}]'],
  ['record None\nrecord None', '{}'],
  ['map double', '{"a":1.5,"":2.5}'],
  ['list list map list string', '[[{"a":["x"]}],[],[{}]]'],
  ['string', '"a\\"b"'],
  ['int64', '9223372036854775807'],
  ['any', '[{"a":null},"b",false,{}]'],
] as const;

const NAMES = `|_|__class__|__proto__|constructor|toString|hasOwnProperty|valueOf|class|self|record|value|text|a b|{|}|{a}|'|"|\\`;

const FIELDS = `root record All
record All
field required boolean is
field required string note
field required map list int64 map
field nullable string maybe
field optional list record More more
record More
field optional int32 first`;

export function testJsonTexts(roundTrips: RoundTrips, skip: string | false): void {
  test('documents with any type at the root are read and written, with white space', { skip }, () => {
    for (const [root, text] of ROOTS) {
      const spaced = ` ${text.replaceAll(/([:,[{])/g, '$1 ')}\n`;
      assert.deepEqual(roundTrips(`root ${root}`, [text, spaced, `${text} x`]), [text, text, null]);
    }
  });

  test('fields and keys may have any name', { skip }, () => {
    const names = NAMES.split('|');
    const text = `{${names.map((name, index) => `${JSON.stringify(name)}:${index}`).join(',')}}`;
    for (const presence of ['required', 'nullable', 'optional']) {
      const fields = names.map((name) => `field ${presence} int32 ${name.replace('\\', '\\\\')}`).join('\n');
      const empty = presence === 'optional' ? '{}' : null;
      assert.deepEqual(roundTrips(`root record Odd\nrecord Odd\n${fields}`, [text, '{}']), [text, empty]);
    }
    for (const root of ['map int32', 'any']) assert.deepEqual(roundTrips(`root ${root}`, [text]), [text]);
  });

  test('fields may be in any order, escaped or unknown; the last of equal ones counts', { skip }, () => {
    const text =
      '{"is":false,"note":"a/\\"é😀","map":{"":[],"a\\"":[1,-2]},"maybe":null,"more":[{},{"first":0}]}';
    const spread = `{\r\n\t"new" : { "a":[1,-2.5e-3,null,true,"]"],"b":{} }, "mo\\u0072e":[ {}, {"first":0 , "last":"}"} ] ,
      "maybe":"x","map":{ "" : [ ] , "a\\u0022":[ 1,-2 ] },"note":"a\\/\\"\\u00e9\\uD83D\\ude00", "is" : false,"maybe":null}\n`;
    assert.deepEqual(roundTrips(FIELDS, [text, spread]), [text, text]);
  });

  test('malformed JSON and documents without a required field are refused', { skip }, () => {
    const texts = [...NO_VALUES.split('|').map((value) => `{"v":${value}}`), ...NO_RECORDS.split('|')];
    const model = 'root record One\nrecord One\nfield required any v';
    const written = roundTrips(model, texts);
    const found = texts.filter((_, index) => written[index] !== null);
    assert.deepEqual(found, []);
  });
}
