/**
 * The project speaks as one engineer to another. Each entry is a phrase that was once in a page or a message and had to be
 * read twice, with what to write instead. Names in code are no prose and may stay.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, it, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const home = fileURLToPath(new URL('..', import.meta.url));

/** After these, *who* is a person. */
const PEOPLE =
  'somebody|someone|anybody|anyone|everybody|everyone|nobody|people|person|those|others|you|authors?|colleagues?|engineers?|maintainers?|programmers?|readers?|users?';

/** A space stands for any white space, line breaks and the comment signs of the next line among it. */
const WORDS: readonly (readonly [forbidden: RegExp, instead: string])[] = [
  [/\b(?:can't|cannot|can not|could not|couldn't) be had\b|\bto be had\b/, 'is unavailable, isn’t installed'],
  [/\bmend(?:s|ed|ing)?\b/, 'fix, fixed'],
  [/\bcure[sd]?\b/, 'the fix, what to do'],
  [
    new RegExp(`(?<!\\b(?:${PEOPLE}),? )\\bwho\\b(?! (?:am|are) (?:I|you))`),
    'the row that …; “who” is for people',
  ],
  [/\bwhoever\b/, 'a program that …, anyone who …'],
  [/\bh(?:old|olds|olding|eld)(?: [\w'’./`-]+){0,8} against\b/, 'compare A with B'],
  [/, serves\b|\bserves? (?:in its place|as)\b|\bserves? for\b/, 'is used …, is enough for'],
  [/\b(?:at|on) first sight\b/, 'on unseen documents'],
  [/\b(?:words|text|letters|thing|files?), but for\b/, 'any … without …, except …'],
  [/\breckon(?:s|ed|ing)?\b/, 'compute, estimate'],
  [/\bbears\b/, 'supports, is used, is'],
  [/\b(?:to|not) err(?:s|ed)?\b/, 'be wrong'],
  [/\b(?:is|are|was|were) seen to\b/, 'is caught'],
  [/\bgo(?:es|ne)? on with\b|\bwent on with\b/, 'resume, continue'],
  [/\bwithout a word\b/, 'silently'],
  [/\b\w*(?:colour|neighbour|behaviour|favour|honour)\w*\b/, 'American spelling'],
  [
    /\b(?:de)?(?:serial|recogn|normal|optim|vector|initial|summar)is(?:e|ed|es|ing|ation|er|ers)\b/,
    'American spelling',
  ],
  [/\b(?:learnt|burnt|spelt|whilst|analysed?|catalogue|programme)\b/, 'American spelling'],
  [/\bundecided\b/, 'unclear'],
];

/** Of what is printed or shown, and of the pages; comments may have them. */
const SHOWN: typeof WORDS = [
  [/\b(?:we|ours?)\b/, 'wiremark, it'],
  [/\bbeware\b/, 'WARNING: …'],
  [/(?<![/"])\b(?:dis)?honest(?:l?y)?\b/, 'what the row does'],
  [/\bcondemn(?:s|ed|ing)?\b/, 'fail'],
  [/\bjudgement\b/, 'judgment'],
  [/\btowards\b/, 'toward'],
  [/\b(?:doesn't|does not|don't|do not|didn't|did not) tell\b/, 'report'],
  [/\bnobody (?:knows|tells)\b/, 'unknown'],
  [/\ba fault of wiremark\b/, 'a bug in'],
  [/\bas you say\b/, 'given with --…'],
];

const flat = (words: typeof WORDS) =>
  words.map(([{ source }, instead]) => [new RegExp(source.replaceAll(' ', '\\s+'), 'gi'), instead] as const);

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');

/** Line breaks with the signs that comments and quotations continue with, as white space of the same length. */
const continued = (text: string): string =>
  text.replaceAll(
    /\n[ \t]*(?:\*(?!\/)|\/\/+|#+|>|--+(?= ))?/g,
    (found) => `\n${' '.repeat(found.length - 1)}`,
  );

/** Prose in Markdown: what stands in `code` are names. */
const prose = (text: string): string => text.replaceAll(/`[^`\n]+`/g, blank);

/** Strings and JSX text of TypeScript and JavaScript, with its comments or without, everything else blank. */
const spoken =
  (kind: ts.ScriptKind) =>
  (text: string, withComments = true): string => {
    const file = ts.createSourceFile('', text, ts.ScriptTarget.Latest, false, kind);
    let out = '';
    const keep = (from: number, to: number): void => {
      out += blank(text.slice(out.length, from)) + text.slice(from, to);
    };
    const visit = (node: ts.Node): void => {
      if (ts.isJSDoc(node)) return;
      const children = node.getChildren(file);
      for (const child of children) visit(child);
      if (children.length > 0) return;
      // What is before a token is white space and comments.
      if (withComments) keep(node.pos, node.getStart(file, false));
      if (SPOKEN.has(node.kind) && !PATH.test(node.getText(file))) keep(node.getStart(file, false), node.end);
    };
    visit(file);
    return out + blank(text.slice(out.length));
  };
/** Of a module, which may have any name. */
const PATH = /^'\.{1,2}\//;
const SPOKEN: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.JsxText,
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
]);

const READ: Readonly<Record<string, (text: string, withComments: boolean) => string>> = {
  '.md': prose,
  '.ts': spoken(ts.ScriptKind.TS),
  '.tsx': spoken(ts.ScriptKind.TSX),
  '.mjs': spoken(ts.ScriptKind.JS),
  '.toml': (text) => text,
};
const SOURCES = '.md .ts .tsx .mjs .toml .py .rb .java .scala .pl .pm .css .html'.split(' ');

/** Each list with whether it is of comments too. */
const LISTS = [
  [flat(WORDS), true],
  [flat(SHOWN), false],
] as const;

/** What stands in a file that should be said otherwise: the line, the words, and what to write. */
function found(text: string, kind: string): string[] {
  return LISTS.flatMap(([list, withComments]) => {
    const read = continued((READ[kind] ?? ((all) => (withComments ? all : '')))(text, withComments));
    return list.flatMap(([pattern, instead]) =>
      [...read.matchAll(pattern)].map(({ 0: words, index }) => ({ index, words, instead })),
    );
  })
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, words, instead }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${line}: “${words.replaceAll(/\s+/g, ' ').trim()}” → ${instead}`;
    });
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: home,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => SOURCES.includes(extname(file)));

for (const [what, pattern] of [
  ['the documents', /^(docs\/.*|[A-Z]+\.md)$/],
  ['what `new` begins', /^templates\//],
  ['the runners', /^runners\//],
  ['the program', /^src\//],
] as const)
  test(`${what}: words that anyone reads once`, () => {
    const faults = files
      .filter((file) => pattern.test(file))
      .flatMap((file) =>
        found(readFileSync(join(home, file), 'utf8'), extname(file)).map((fault) => `${file}:${fault}`),
      );
    if (faults.length > 0) assert.fail(`\n${faults.join('\n')}`);
  });

describe('the list of words', () => {
  it('finds what goes over a line break, and says which line', () => {
    assert.deepEqual(found('/* ok\n * it can’t\n' + " * or can't be\n * had */", '.ts'), [
      "3: “can't be had” → is unavailable, isn’t installed",
    ]);
  });
  it('reads comments and strings of code, and no names', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: that is what is read
    const code = "const mended = `a ${mend(`{${mend}`)} b`; // who is it?\nthrow new Error('is mended');";
    const seen = found(code, '.ts').map((fault) => fault.split(' →')[0]);
    assert.deepEqual(seen, ['1: “who”', '2: “mended”']);
  });
  it('reads the text of a page, and lets comments speak of us', () => {
    const page = "import '../judgement.ts'; // our\nconst a = <p title='Beware'>{b} towards {/* we */}</p>;";
    const told = found(page, '.tsx').map((fault) => fault.split(' →')[0]);
    assert.deepEqual(told, ['2: “Beware”', '2: “towards”']);
  });
  it('lets people be people', () => {
    assert.deepEqual(found('Anyone who reads it; those who ask; whose row; the `mend` of a row.', '.md'), []);
  });
});
