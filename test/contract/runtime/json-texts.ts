/** Texts that the hand-written JSON reader of each language accepts or refuses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

export interface JsonTexts {
  /** A model, in lines of docs/PROTOCOL.md. */
  readonly lines: string;
  readonly texts: readonly string[];
}

/** Reads each text with its model and writes it again; null for a text that is refused. */
export type RoundTrips = (
  all: readonly JsonTexts[],
) => Promise<readonly (readonly (string | null)[])[]> | readonly (readonly (string | null)[])[];

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

/** @param absent how the reader's objects write a field that a document lacks */
export async function testJsonTexts(
  roundTrips: RoundTrips,
  skip: string | false,
  absent: 'absent' | 'null' = 'absent',
): Promise<void> {
  const names = NAMES.split('|');
  const object = (value: (index: number) => string) =>
    `{${names.map((name, index) => `${JSON.stringify(name)}:${value(index)}`).join(',')}}`;
  const named = object(String);
  const nothing = absent === 'null' ? object(() => 'null') : '{}';
  const read =
    '{"is":false,"note":"a/\\"é😀","map":{"":[],"a\\"":[1,-2]},"maybe":null,"more":[{},{"first":0}]}';
  const spread = `{\r\n\t"new" : { "a":[1,-2.5e-3,null,true,"]"],"b":{} }, "mo\\u0072e":[ {}, {"first":0 , "last":"}"} ] ,
      "maybe":"x","map":{ "" : [ ] , "a\\u0022":[ 1,-2 ] },"note":"a\\/\\"\\u00e9\\uD83D\\ude00", "is" : false,"maybe":null}\n`;
  const written = absent === 'null' ? read.replace('{}', '{"first":null}') : read;
  const bad = [...NO_VALUES.split('|').map((value) => `{"v":${value}}`), ...NO_RECORDS.split('|')];
  const tests: readonly (readonly [title: string, ...(readonly [lines: string, texts: object])[]])[] = [
    [
      'documents with any type at the root are read and written, with white space',
      ...ROOTS.map(([root, text]) => {
        const spaced = ` ${text.replaceAll(/([:,[{])/g, '$1 ')}\n`;
        return [`root ${root}`, { [text]: text, [spaced]: text, [`${text} x`]: null }] as const;
      }),
    ],
    [
      'fields and keys may have any name',
      ...['required', 'nullable', 'optional'].map((presence) => {
        const fields = names.map((name) => `field ${presence} int32 ${name.replace('\\', '\\\\')}`);
        const lines = `root record Odd\nrecord Odd\n${fields.join('\n')}`;
        return [lines, { [named]: named, '{}': presence === 'optional' ? nothing : null }] as const;
      }),
      ['root map int32', { [named]: named }],
      ['root any', { [named]: named }],
    ],
    [
      'fields may be in any order, escaped or unknown; the last of equal ones counts',
      [FIELDS, { [read]: written, [spread]: written }],
    ],
    [
      'malformed JSON and documents without a required field are refused',
      [
        'root record One\nrecord One\nfield required any v',
        Object.fromEntries(bad.map((text) => [text, null])),
      ],
    ],
  ];
  const all = tests.flatMap(([title, ...cases]) =>
    cases.map(([lines, texts]) => ({ title, lines, texts: Object.keys(texts), expected: texts })),
  );
  const found = skip ? [] : await roundTrips(all);
  for (const [title] of tests)
    test(title, { skip }, () => {
      for (const [index, { texts, expected, ...one }] of all.entries())
        if (one.title === title)
          assert.deepEqual(
            Object.fromEntries(texts.map((text, at) => [text, found[index]![at]])),
            expected,
            one.lines,
          );
    });
}
