/**
 * The core knows no runtime: no word of its code names one, a language, its build tool or its package registry.
 *
 * Comments are for readers and may give examples. What is left, names and texts alike, is taken apart into words
 * (`javaVersion` has `java` in it) and held against the list. Wiremark itself runs on Node.js: `node:` before a module and the
 * word "Node.js" mean that, JavaScript is what browsers run, and a name like `node` is one of a tree; `node` is looked for where a text has it.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

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

const core = fileURLToPath(new URL('../../src', import.meta.url));

/** Every name and text of a source file, comments left out, with its line. */
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
