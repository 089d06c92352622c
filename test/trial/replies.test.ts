import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LARGEST_NUMBER } from '../../src/plan/figure.ts';
import {
  FAILED,
  LOADED,
  MEMORY,
  MemoryLines,
  readReply,
  SLICE,
  unexpected,
} from '../../src/trial/replies.ts';

const NO_NUMBERS = [
  ...['', '-1', '+1', '-0', '1.5', '1e3', '0x10', '007', '00', '1_000', '1,000', ' 1', '1 ', '1\r', 'COUNT'],
  ...['NaN', 'Infinity', 'null', '٣', '３', '1\u00a0', '1n', '9007199254740992', '9007199254740993'],
  ...['18446744073709551615', '18446744073709551616', '12345678901234567890', '00000000000000000001'],
];
const ONE = '1';
const MOST = String(LARGEST_NUMBER);

/** By form: a valid line, and the least value of each number by its position in the line. */
const REPLIES: readonly (readonly [form: string, line: string, least: Readonly<Record<number, number>>])[] = [
  [SLICE(5), 'slice 5 7000 900 12', { 2: 1, 3: 0, 4: 0 }],
  [MEMORY(5)[0]!, 'allocated 7000', { 1: 0 }],
  ['collections NAME COUNT', 'collections G1-young 3', { 2: 0 }],
];

for (const [form, line, numbers] of REPLIES)
  test(`${form}: each number within its bounds, and none beyond`, () => {
    const words = line.split(' ');
    const withWord = (at: number, word: string) => words.with(at, word).join(' ');
    assert.ok(readReply(line, [form]));
    for (const [position, least] of Object.entries(numbers)) {
      const at = Number(position);
      const name = form.split(' ')[at]!;
      for (const good of [String(least), ONE, MOST]) {
        const read = readReply(withWord(at, good), [form]);
        assert.ok(read?.values.includes(good), `${name} = ${good}`);
      }
      for (const bad of [...NO_NUMBERS, ...(least > 0 ? ['0'] : [])]) {
        const wrong = withWord(at, bad);
        assert.equal(readReply(wrong, [form]), null, `${name} = "${bad}"`);
        const reason = unexpected(wrong, 'command', [form]);
        assert.equal(reason, `answered ${JSON.stringify(wrong)} to "command", where "${form}" was expected`);
      }
      const missing = words.toSpliced(at, 1).join(' ');
      assert.equal(readReply(missing, [form]), null, missing);
    }
    for (const wrong of [
      `${line} 1`,
      `${line} `,
      ` ${line}`,
      line.replaceAll(' ', '  '),
      line.replaceAll(' ', '\t'),
      words[0]!,
      '',
      line.toUpperCase(),
    ])
      assert.equal(readReply(wrong, [form]), null, JSON.stringify(wrong));
  });

test("the answer must repeat the request's values", () => {
  for (const [form, wrong] of [
    [SLICE(5), 'slice 10 7000 900 12'],
    [SLICE(5), 'slice 05 7000 900 12'],
    ['set 10', 'set 9'],
    ['kept 14', 'kept 014'],
    ['kept 14', 'kept COUNT'],
    ['kept 14', 'kept'],
    [LOADED('toy')[0], 'runtime lua 5.4'],
    [LOADED('toy')[0], 'runtime toy'],
    [LOADED('toy')[0], 'runtime toy '],
    [LOADED('toy')[1], 'version '],
    [LOADED('toy')[2], 'ready 1'],
  ] as const)
    assert.equal(readReply(wrong, [form]), null, wrong);
  assert.deepEqual(readReply('runtime toy 1.2.3 (build 4)', [LOADED('toy')[0]])?.values, ['1.2.3 (build 4)']);
});

test('an operation that failed has a number, and may have nothing to say', () => {
  for (const bad of NO_NUMBERS.filter((one) => !one.includes(' ')))
    assert.equal(readReply(`failed ${bad} no`, [FAILED]), null, bad);
  for (const good of ['0', ONE, MOST])
    for (const words of ['', 'no', 'a  b '])
      assert.deepEqual(readReply(`failed ${good} ${words}`, [FAILED])?.values, [good, words]);
  assert.deepEqual(readReply('failed 3', [FAILED])?.values, ['3', '']);
  for (const wrong of ['failed', 'failed ', ' failed 3 no', 'failed\t3 no', 'FAILED 3 no', 'failed no'])
    assert.equal(readReply(wrong, [FAILED]), null, wrong);
});

test('lines of memory: once each, as many generations as a runtime may have, and fractions that are finite', () => {
  const lines = (...all: string[]) => {
    const taken = new MemoryLines(5);
    return all.map((line) => taken.take(line));
  };
  assert.deepEqual(lines('allocated 5', 'unknown allocated no'), [true, false]);
  assert.deepEqual(lines('allocated 5', 'allocated 5'), [true, false]);
  assert.deepEqual(lines('collections a 1', 'collections b 1', 'collections a 1'), [true, true, false]);
  const many = Array.from({ length: 1000 }, (_, i) => `collections g${i} 1`);
  assert.equal(lines(...many).filter(Boolean).length, 16);
  for (const fraction of ['0', '0.01', '1e-3', '2.5'])
    assert.deepEqual(lines(`allocated-error ${fraction}`), [true]);
  for (const fraction of ['-1', '1e400', 'NaN', '', '.5', '1,5'])
    assert.deepEqual(lines(`allocated-error ${fraction}`), [false], fraction);
  for (const line of [
    'memory 6',
    'memory',
    'unknown collections',
    'unknown peak no',
    'collections 1',
    'spam',
  ])
    assert.deepEqual(lines(line), [false], line);
});
