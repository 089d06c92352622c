/** Values that serializers get wrong, and boundaries of binary encodings; hardest first. */
import type { Bounds, ScalarKind } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import { clampTo } from './clamp.ts';

const CONTROLS = String.fromCharCode(...Array.from({ length: 0x20 }, (_, i) => i));
const C1_CONTROLS = String.fromCharCode(...Array.from({ length: 0x20 }, (_, i) => 0x80 + i));
const LATIN_1 = String.fromCharCode(...Array.from({ length: 0x60 }, (_, i) => 0xa0 + i));

/** Length of a long string, in UTF-16 code units: more than many writers' first buffers hold. */
const LONG = 10_000;

const fill = (part: string): string => part.repeat(Math.ceil(LONG / part.length)).slice(0, LONG);

const LONG_STRINGS = [
  'All of this is plain ASCII. 0123456789 ',
  '"\\\n\t\u0001\u0000',
  '\u{1f600}\u{20000}',
].map(fill);

const HARD_STRINGS: readonly string[] = [
  `controls:${CONTROLS}\u007f.`,
  'quotes " and \\ backslashes \\" \\\\ \\\\" and / slashes \\/ to the end: "\\',
  '',
  `astral: \u{1f600} \u{1f469}\u200d\u{1f469}\u200d\u{1f467} \u{1f1ea}\u{1f1fa} \u{10000} \u{20000}\u{2a6df} \u{1d11e} \u{10fffd}\u{10ffff}`,
  `Latin-1: ${LATIN_1} and more: ąčęėįšųūž ﬁ ß ẞ İı`,
  'CJK: 漢字 かな カナ 한글 ﾊﾝｶｸ 。',
  'separators: \u2028 \u2029 \u0085 \u00a0 \u200b \u2060',
  'BOM: \ufeff within, and at the end \ufeff',
  '\ufeffBOM first',
  ...LONG_STRINGS,
  `${LONG_STRINGS[0]!.slice(0, LONG - 20)}漢${'z'.repeat(19)}`,
  'combining: e\u0301 \u0041\u030a \u0061\u0323\u0302 Z\u0351\u036b\u0343\u036a\u0302 \u1100\u1161\u11a8',
  '{"looks":["like",{"JSON":null}],"\\u0041":1e3}',
  '</script><!-- <b class="x">&amp;&lt;\'&#0;</b> --> ]]>',
  '\\u0000 \\n \\x41 \\ud83d\\ude00 %00 %22 &quot; #{x} {{y}}',
  '\u0000',
  `\u0000starts and ends\u0000`,
  '"',
  '\\',
  '\r\n',
  ' \t leading and trailing white space \n ',
  `boundaries of UTF-8: \u007f\u0080\u07ff\u0800\ud7ff\ue000\ufffd\ufffe\uffff\u{10000}\u{10ffff}`,
  `C1: ${C1_CONTROLS}`,
  'right to left: \u202eעברית\u202c العربية \u2067١٢٣\u2069',
  'null',
  'true',
  '-0',
  '1e400',
  'NaN',
  '2024-02-29T23:59:60Z',
  '/Date(0)/',
  '__proto__',
  '$type',
  // Escapes around the ends of blocks of 8, 16 and 32 bytes, which some writers scan at once, and lengths at which
  // MessagePack and CBOR change their encoding.
  `${'a'.repeat(6)}"${'b'.repeat(7)}\\${'c'.repeat(15)}\n`,
  `${'d'.repeat(30)}"`,
  `${'e'.repeat(31)}"`,
  `${'f'.repeat(32)}\u00e9`,
  'g'.repeat(23),
  'h'.repeat(24),
  `${'i'.repeat(127)}"`,
  `${'j'.repeat(254)}"`,
  `${'k'.repeat(255)}\u{1f600}`,
];

const MOST = 2n ** 63n - 1n;
const around = (end: bigint) => [end - 1n, end, end + 1n, -end + 1n, -end, -end - 1n];

const instant = (text: string): bigint => BigInt(Date.parse(text));

/** Keys of maps, hardest first. `__proto__` is left out: some libraries refuse or drop it for safety. */
export const HARD_KEYS: readonly string[] = [
  ...[
    '',
    ' ',
    'constructor',
    'hashCode',
    'quote " and \\',
    `controls${CONTROLS.slice(1)}\u007f`,
    '\u{1f600}',
  ],
  ...['a', 'A', 'a.b', 'a/b', '~1', '0', '-1', '1e3', 'null', 'größe', '漢字', '\u2028', 'e\u0301', '\u00e9'],
  ...['toString', 'valueOf', 'length', 'class', '$type', '@type', 'size', 'key', 'value', 'x'.repeat(300)],
];

const INEXACT_DOUBLES = [-52.3698169, 59.08634249999999, 43563456344.358765];

export const HARD_VALUES: Readonly<Record<ScalarKind | 'any', readonly Value[]>> = {
  boolean: [true, false],
  int32: [
    ...[0n, 2147483647n, -2147483648n, -1n, 1n, 2147483646n, -2147483647n],
    // Around these numbers, varints, zigzag varints, MessagePack, CBOR and decimal texts change their length.
    ...[127n, 128n, 255n, 256n, -128n, -129n, 32767n, 32768n, -32768n, -32769n, 65535n, 65536n],
    ...[63n, 64n, -64n, -65n, 23n, 24n, -24n, -25n, 31n, 32n, -32n, -33n],
    ...[16383n, 16384n, 2097151n, 2097152n, 268435455n, 268435456n],
    ...[9n, 10n, -10n, 99999n, 100000n, 999999999n, 1000000000n],
  ],
  int64: [
    ...[0n, MOST, -MOST - 1n, -1n, 1n],
    // Around the limits of integers that doubles hold exactly, and of 32-bit ones.
    ...[2n ** 53n, 2n ** 31n, 2n ** 32n].flatMap(around),
    ...[MOST - 1n, -MOST, 2n ** 62n, 1234567890123456789n, 1000000000000000000n, 999999999999999999n],
    ...[127n, 128n, 255n, 256n, -128n, -129n, 65535n, 65536n, -32768n, -32769n],
  ],
  double: [
    ...[0, -0, 5e-324, -5e-324, Number.MAX_VALUE, -Number.MAX_VALUE, 0.1, -0.1, 1, -1],
    // The largest subnormal, and the smallest normal numbers.
    ...[2.225073858507201e-308, 2.2250738585072014e-308, -2.2250738585072014e-308],
    // Around these numbers, languages begin to write exponents.
    ...[1e21, 1e-7, 1e20, 999999999999999900000, 1e-6, 0.001, 1e7, 9999999, 1e16, 1e22, 1e23, -1e21, -1e-7],
    // Values for which imprecise parsers and writers are one bit off.
    ...[
      1 / 3,
      0.1 + 0.2,
      Math.PI,
      5.9604644775390625e-8,
      1.7976931348623155e308,
      8.41e21,
      9.5367431640625e-7,
      4.35,
    ],
    // Values that libraries with their own number parser have read wrongly.
    ...INEXACT_DOUBLES,
    ...[100, 2 ** 53, 2 ** 53 + 2, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 63, -(2 ** 63), 2 ** 64, 16777217],
    // The largest 32-bit float, a number beyond it, the smallest normal one, and 0.5, which is exact.
    ...[3.4028234663852886e38, 3.5e38, 1.1754943508222875e-38, 0.5],
  ],
  string: HARD_STRINGS,
  instant: [
    0n,
    -1n,
    instant('0001-01-01T00:00:00.000Z'),
    instant('9999-12-31T23:59:59.999Z'),
    1n,
    instant('1969-12-31T00:00:00.000Z'),
    instant('2000-02-29T12:00:00.120Z'),
    instant('2038-01-19T03:14:08.000Z'),
    instant('1901-12-13T20:45:51.500Z'),
    instant('1582-10-10T00:00:00.001Z'),
    instant('1900-02-28T23:59:59.999Z'),
    instant('2016-12-31T23:59:59.010Z'),
    instant('0099-12-31T23:59:59.900Z'),
    instant('2262-04-11T23:47:16.855Z'),
  ],
  uuid: [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    // Each byte of the next one is another, to detect swaps.
    '00112233-4455-6677-8899-aabbccddeeff',
    '01234567-89ab-4cde-8f01-23456789abcd',
    '80000000-0000-0000-8000-000000000000',
    '7fffffff-ffff-ffff-7fff-ffffffffffff',
    '00000000-0000-0000-0000-000000000001',
    '12345678-1234-1234-1234-123456789012',
  ],
  bytes: [
    new Uint8Array(0),
    Uint8Array.from({ length: 256 }, (_, i) => i),
    // All paddings of base64, and both characters that its URL alphabet replaces.
    Uint8Array.of(0),
    Uint8Array.of(0xff, 0xfe),
    Uint8Array.of(0xfb, 0xff, 0xbf),
    Uint8Array.of(0xfb, 0xef, 0xbe, 0xff),
    Uint8Array.from({ length: 3000 }, (_, i) => (i * 7) & 0xff),
  ],
  any: [
    null,
    ...[[], new Map(), [[], [[]], new Map()], new Map<string, Value>([['', new Map([['', [null]]])]])],
    ...[true, false, 0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 53, 0.1, -0],
    [null, true, 1, -1.5, 'text', [2], new Map<string, Value>([['in', 'a list']])],
    new Map<string, Value>([
      ['null', null],
      ['false', false],
      ['number', 2 ** 31],
      ['', ''],
      ['list', [1, 'two', [3]]],
      ['constructor', new Map([['hashCode', 1e21]])],
    ]),
    ...[
      5e-324,
      Number.MAX_VALUE,
      -Number.MAX_VALUE,
      1e-7,
      1e21,
      127,
      128,
      -129,
      65536,
      -(2 ** 31),
      2 ** 32,
      1 / 3,
    ],
    ...INEXACT_DOUBLES,
    // Texts that some libraries confuse with dates, numbers and other types.
    ...['2016-05-09T12:34:56Z', '1.8.30.1', 'null', 'true', '0', '2024-02-29T23:59:60Z'],
    ...['00000000-0000-0000-0000-000000000000', 'AAEC'],
    ...HARD_STRINGS.slice(0, 9),
    [[[[[[[[[['deep']]]]]]]]]],
    new Map(HARD_KEYS.map((key, index) => [key, index])),
  ],
};

/**
 * Hard values within bounds, each once: the bounds and their neighbors, strings of the minimum and maximum length (unless
 * longer than LONG), then HARD_VALUES, all clamped to the bounds.
 */
export function hardWithin(kind: ScalarKind | 'any', bounds: Bounds): readonly Value[] {
  const { minimum, maximum, shortest, longest, digits = 400 } = bounds;
  const beside = (end: bigint | number): Value[] =>
    typeof end === 'bigint' ? [end, end + 1n, end - 1n] : [end, end + 1, end - 1];
  const ends = [minimum, maximum].flatMap((end) => (end === undefined ? [] : beside(end)));
  const texts = [shortest, longest].flatMap((end) => {
    if (end === undefined || end > LONG) return [];
    return LONG_STRINGS.map((text) => clampTo({ ...bounds, shortest: end, longest: end }, text));
  });
  // Leaves out numbers closer to 0 than 10⁻ⁿ, where n is the maximum number of significant digits: data with such a limit is
  // assumed to have none except 0.
  const pool = HARD_VALUES[kind].filter((value) => value === 0 || !(Math.abs(Number(value)) < 10 ** -digits));
  const values = [...ends, ...texts, ...pool].map((value) => clampTo(bounds, value));
  const byText = values.map((value): [string, Value] => [Object.is(value, -0) ? '-0' : String(value), value]);
  return [...new Map(byText).values()];
}

export type IdKind = 'int32' | 'int64' | 'string' | 'uuid';

export function plainId(kind: IdKind, number: number): Value {
  if (kind === 'string') return `id-${number}`;
  if (kind === 'uuid') return `20000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  return BigInt(1_000_000 + number);
}
