/** Where a block goes in a file, and that nothing else of the file changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markerLines, SpliceError, splice } from '../../src/report/text/splice.ts';

const BEGIN = '<!-- wiremark:begin a -->';
const END = '<!-- wiremark:end a -->';
const file = (...lines: string[]): string => lines.join('\n');

test('what stands between the markers is replaced, with an empty line on either side', () => {
  const text = file('# Title', '', BEGIN, 'old', 'older', END, 'after');
  const expected = file('# Title', '', BEGIN, '', 'new', '', END, 'after');
  assert.equal(splice(text, 'a', 'new\n'), expected);
});

test('twice gives the same bytes, also from markers with nothing between them', () => {
  const once = splice(file(BEGIN, END, ''), 'a', '| a |\n| - |\n');
  assert.equal(once, file(BEGIN, '', '| a |', '| - |', '', END, ''));
  assert.equal(splice(once, 'a', '| a |\n| - |\n'), once);
});

test('outside the markers no byte changes: mixed line breaks, trailing spaces, no last line break, a mark of byte order', () => {
  const before = '\ufeffa \r\nb\t\n\n\r\n';
  const after = '\r\n  c\n\u2028d\rlast';
  const text = splice(`${before}${BEGIN}\nold\n${END}${after}`, 'a', 'new');
  assert.equal(text, `${before}${BEGIN}\n\nnew\n\n${END}${after}`);
});

test('a file with CRLF gets a block with CRLF', () => {
  const text = splice(`x\r\n${BEGIN}\r\n${END}\r\ny\r\n`, 'a', 'one\ntwo\n');
  assert.equal(text, `x\r\n${BEGIN}\r\n\r\none\r\ntwo\r\n\r\n${END}\r\ny\r\n`);
  assert.equal(splice(text, 'a', 'one\ntwo\n'), text);
});

test('other blocks stay as they are', () => {
  const other = file('<!-- wiremark:begin b -->', 'mine', '<!-- wiremark:end b -->');
  const text = file(other, BEGIN, END);
  assert.ok(splice(text, 'a', 'new').startsWith(`${other}\n`));
});

test('markers may be indented and spaced', () => {
  const text = file('  <!--wiremark:begin a-->', 'old', '\t<!--  wiremark:end   a  -->  ');
  assert.equal(
    splice(text, 'a', 'new'),
    file('  <!--wiremark:begin a-->', '', 'new', '', '\t<!--  wiremark:end   a  -->  '),
  );
});

test('markers in fenced code are examples', () => {
  const example = file('```md', BEGIN, '~~~', END, '```', '~~~', BEGIN, '```', '~~~~');
  const text = file(example, BEGIN, END);
  assert.equal(splice(text, 'a', 'new'), file(example, BEGIN, '', 'new', '', END));
  assert.throws(() => splice(example, 'a', 'new'), /no markers/);
});

test('backticks within a line begin no fence', () => {
  const text = file('```not a fence``` at all', BEGIN, END);
  assert.match(splice(text, 'a', 'new'), /new/);
});

test('a block that ends in many line breaks is the same as one that ends in one', () => {
  assert.equal(splice(file(BEGIN, END), 'a', 'new\n\n\n'), splice(file(BEGIN, END), 'a', 'new'));
});

const [BEGIN_B, END_B] = markerLines('b');

for (const [what, lines, line, message] of [
  ['no markers', ['text'], null, /no markers of a block "a"/],
  ['markers of another block only', [BEGIN_B, END_B], null, /no markers of a block "a"/],
  ['a beginning without end', ['', BEGIN, 'text'], 2, /has no end: <!-- wiremark:end a -->/],
  ['an end without beginning', ['', '', END], 3, /has no beginning: <!-- wiremark:begin a -->/],
  ['two blocks of the name', [BEGIN, END, BEGIN, END], 3, /a second block "a"; the first begins in line 1/],
  ['a block in another', [BEGIN_B, BEGIN, END, END_B], 1, /"b" begins here and has no end/],
  ['a block in itself', [BEGIN, BEGIN, END, END], 1, /"a" begins here and has no end/],
  ['blocks that overlap', [BEGIN, END_B, END], 2, /"b" ends here and has no beginning/],
] as const)
  test(`${what} is refused, and says where`, () => {
    assert.throws(
      () => splice(file(...lines), 'a', 'new'),
      (error) => error instanceof SpliceError && error.line === line && message.test(error.message),
    );
  });
