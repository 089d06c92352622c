/** Where a block goes in a file, and that nothing else of the file changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markerLines, SpliceError, splice } from '../../src/report/text/splice.ts';

const BEGIN = '<!-- wiremark:begin a -->';
const END = '<!-- wiremark:end a -->';
const file = (...lines: string[]): string => lines.join('\n');

const OTHER = file('<!-- wiremark:begin b -->', 'mine', '<!-- wiremark:end b -->');
const EXAMPLE = file('```md', BEGIN, '~~~', END, '```', '~~~', BEGIN, '```', '~~~~');
const SPACED = ['  <!--wiremark:begin a-->', '\t<!--  wiremark:end   a  -->  '] as const;

for (const [what, text, block, expected] of [
  [
    'what stands between the markers is replaced, with an empty line on either side',
    file('# Title', '', BEGIN, 'old', 'older', END, 'after'),
    'new\n',
    file('# Title', '', BEGIN, '', 'new', '', END, 'after'),
  ],
  [
    'nothing is between the markers',
    file(BEGIN, END, ''),
    '| a |\n| - |\n',
    file(BEGIN, '', '| a |', '| - |', '', END, ''),
  ],
  [
    'a file with CRLF gets a block with CRLF',
    `x\r\n${BEGIN}\r\n${END}\r\ny`,
    'one\ntwo\n',
    `x\r\n${BEGIN}\r\n\r\none\r\ntwo\r\n\r\n${END}\r\ny`,
  ],
  ['other blocks stay as they are', file(OTHER, BEGIN, END), 'new', file(OTHER, BEGIN, '', 'new', '', END)],
  [
    'markers may be indented and spaced',
    file(SPACED[0], 'old', SPACED[1]),
    'new',
    file(SPACED[0], '', 'new', '', SPACED[1]),
  ],
  [
    'markers in fenced code are examples',
    file(EXAMPLE, BEGIN, END),
    'new',
    file(EXAMPLE, BEGIN, '', 'new', '', END),
  ],
  [
    'backticks within a line begin no fence',
    file('```not a fence``` at all', BEGIN, END),
    'new',
    file('```not a fence``` at all', BEGIN, '', 'new', '', END),
  ],
  ['many line breaks at its end are one', file(BEGIN, END), 'new\n\n\n', file(BEGIN, '', 'new', '', END)],
] as const)
  test(`${what}; twice gives the same bytes`, () => {
    assert.equal(splice(text, 'a', block), expected);
    assert.equal(splice(expected, 'a', block), expected);
  });

test('outside the markers no byte changes: mixed line breaks, trailing spaces, no last line break, a mark of byte order', () => {
  const before = '\ufeffa \r\nb\t\n\n\r\n';
  const after = '\r\n  c\n\u2028d\rlast';
  const text = splice(`${before}${BEGIN}\nold\n${END}${after}`, 'a', 'new');
  assert.equal(text, `${before}${BEGIN}\n\nnew\n\n${END}${after}`);
});

const [BEGIN_B, END_B] = markerLines('b');

for (const [what, lines, line, message] of [
  ['no markers but in code', [EXAMPLE], null, /no markers of a block "a"/],
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
