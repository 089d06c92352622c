/** What hand-written JSON of any language takes and refuses, as every parser does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

/**
 * For a model in the lines of docs/PROTOCOL.md, from its root on: what is written of what was read of each text; null where it is
 * refused.
 */
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
  test('documents of any type are taken and given, with white space', { skip }, () => {
    for (const [root, text] of ROOTS) {
      const spaced = ` ${text.replaceAll(/([:,[{])/g, '$1 ')}\n`;
      assert.deepEqual(roundTrips(`root ${root}`, [text, spaced, `${text} x`]), [text, text, null]);
    }
  });

  test('names may be anything', { skip }, () => {
    const names = NAMES.split('|');
    const text = `{${names.map((name, index) => `${JSON.stringify(name)}:${index}`).join(',')}}`;
    for (const presence of ['required', 'nullable', 'optional']) {
      const fields = names.map((name) => `field ${presence} int32 ${name.replace('\\', '\\\\')}`).join('\n');
      const empty = presence === 'optional' ? '{}' : null;
      assert.deepEqual(roundTrips(`root record Odd\nrecord Odd\n${fields}`, [text, '{}']), [text, empty]);
    }
    for (const root of ['map int32', 'any']) assert.deepEqual(roundTrips(`root ${root}`, [text]), [text]);
  });

  test('fields come in any order, with white space, escaped names and unknown ones, and the last of equals', {
    skip,
  }, () => {
    const text =
      '{"is":false,"note":"a/\\"é😀","map":{"":[],"a\\"":[1,-2]},"maybe":null,"more":[{},{"first":0}]}';
    const spread = `{\r\n\t"new" : { "a":[1,-2.5e-3,null,true,"]"],"b":{} }, "mo\\u0072e":[ {}, {"first":0 , "last":"}"} ] ,
      "maybe":"x","map":{ "" : [ ] , "a\\u0022":[ 1,-2 ] },"note":"a\\/\\"\\u00e9\\uD83D\\ude00", "is" : false,"maybe":null}\n`;
    assert.deepEqual(roundTrips(FIELDS, [text, spread]), [text, text]);
  });

  test('what is no JSON is refused, and documents that lack a field', { skip }, () => {
    const texts = [...NO_VALUES.split('|').map((value) => `{"v":${value}}`), ...NO_RECORDS.split('|')];
    const model = 'root record One\nrecord One\nfield required any v';
    const taken = roundTrips(model, texts).flatMap((written, index) =>
      written === null ? [] : [texts[index]],
    );
    assert.deepEqual(taken, []);
  });
}
