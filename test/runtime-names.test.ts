/**
 * A runtime is a folder of `runners/`, and nothing else knows of any: sources, tests, scripts and templates take the toy
 * (test/contract/toy), made-up names, or what they find in the folders (test/contract/shipped.ts).
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';

const home = join(import.meta.dirname, '..');
const runtimes = readdirSync(join(home, 'runners')).filter((name) =>
  existsSync(join(home, 'runners', name, 'runner.toml')),
);
/** Recorded runs, published figures and what is shown of both name what was measured. */
const DATA = /\/recorded[-/]|\.golden\.|^test\/suites\/|^test\/runtime-names\./;

/** A row, a row of a variant, a folder, a filter; and the bare name in quotes, but for the program that this is run with. */
function naming(names: readonly string[], program: string): RegExp {
  const any = `(?:${names.join('|')})`;
  const bare = `(?:${names.filter((name) => name !== program).join('|')})`;
  return new RegExp(
    [
      `(?<![\\w@./:-])${any}(?:\\+[\\w*-]+)?/(?=[a-z*{])`,
      `runners/${any}\\b`,
      `(?:-r|--runtime) (?:[\\w,+-]*,)?${any}\\b`,
      `(['"\`])${bare}(?:\\+[\\w*-]+)?\\1`,
    ].join('|'),
  );
}

test('what names a runtime is found', () => {
  const pattern = naming(['node', 'slow'], 'node');
  for (const text of ["'slow/json'", 'node/json', 'slow+fast/*', 'a runners/node', '-r toy,slow', "'slow'"])
    assert.match(text, pattern);
  for (const text of ["'node'", 'node:fs', '@types/node/x', 'slow', 'node_modules/x', 'toy/plain'])
    assert.doesNotMatch(text, pattern);
});

test('no runtime is named outside of its folder', () => {
  const pattern = naming(runtimes, basename(process.execPath));
  const files = execFileSync('git', ['ls-files', 'src', 'test', 'script', 'templates'], { cwd: home })
    .toString()
    .trim()
    .split('\n')
    .filter((file) => !DATA.test(file) && existsSync(join(home, file)));
  const isNaming = (file: string) => pattern.test(readFileSync(join(home, file), 'utf8'));
  assert.deepEqual(files.filter(isNaming), [], 'take the toy or a made-up name');
});

/**
 * Words of the core's code: they name no language, build tool or registry either. `node:` before a module and "Node.js" mean the
 * program that runs wiremark, and a name like `node` a part of a tree, so `node` is searched only in texts.
 */
const WORDS = [
  'jvm java javac jdk scala kotlin python pypy cpython ruby dotnet csharp rust golang php perl deno bun hotspot',
  'maven mvn gradle sbt npm npx pip pypi gem rubygems bundler cargo nuget',
].flatMap((words) => words.split(' '));

/** Texts that may name one, by file and a piece of them: all are for a person to read. */
const ALLOWED: readonly (readonly [file: string, piece: string, why: string])[] = [
  ['cli/bench/command.ts', 'The documents are users/small', 'the help of a verb'],
  ['cli/own-command.ts', 'np', 'how wiremark itself was started'],
  ['fleet/engines.ts', 'actions/setup-node', 'how a workflow installs wiremark itself'],
  ['report/styles/transmutation.ts', 'Gem', 'a column of the page that the style is named after'],
];

const core = join(home, 'src');

/** The names and texts of a source file, without its comments, with their lines. */
function tokens(file: string): { readonly text: string; readonly isName: boolean; readonly line: number }[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: { text: string; isName: boolean; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
    if (isText || ts.isIdentifier(node) || ts.isRegularExpressionLiteral(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ text: node.text, isName: ts.isIdentifier(node), line });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function wordsOf(text: string): string[] {
  const apart = text
    .replaceAll('JavaScript', '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return apart.match(/[a-z]+/g) ?? [];
}

function namesRuntime({ text, isName }: { text: string; isName: boolean }): string | undefined {
  const word = wordsOf(text).find((one) => WORDS.includes(one));
  if (word !== undefined || isName) return word;
  return /\bnode\b(?!:|\.js)/i.exec(text.replace('@duckdb/node-api', ''))?.[0];
}

test('no word of the core names a runtime, a build tool or a registry', () => {
  const all = readdirSync(core, { recursive: true, encoding: 'utf8' });
  const files = all.filter((name) => /\.tsx?$/.test(name));
  assert.ok(files.length > 100);
  const needed = new Set<(typeof ALLOWED)[number]>();
  const found = files.flatMap((name) =>
    tokens(join(core, name)).flatMap((token) => {
      const word = namesRuntime(token);
      if (word === undefined) return [];
      const allowed = ALLOWED.find(([file, piece]) => file === name && token.text.includes(piece));
      if (allowed) needed.add(allowed);
      return allowed ? [] : [`${name}:${token.line}: "${word}" in ${token.text.trim().slice(0, 100)}`];
    }),
  );
  assert.deepEqual(found, []);
  const others = ALLOWED.filter((one) => !needed.has(one));
  assert.deepEqual(others, [], 'allowed, and not needed any more');
});
