import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnalyzedRun, analyze } from '../../src/analysis/analyze.ts';
import { parsePublished } from '../../src/define/published.ts';
import type { PublishedEdition } from '../../src/define/published-figure.ts';
import { compareWithPublished } from '../../src/report/published/published.ts';
import { composeAgainst, publishedSentence, summarizePublished } from '../../src/report/published/tables.ts';
import { renderTerminal } from '../../src/report/text/terminal.ts';
import { namedRun, rounds } from './small-run.ts';

const HEAD = 'edition,table,serializer,label,dataset,size,task,work,metric,value,error,unit,note';

const ns = (middle: number) => rounds(10, (i) => middle * (1 + (i % 3) / 1000));
const RUN = analyze(
  namedRun(
    { 'mill/a': { ns: ns(1000), version: '0.8.5' }, 'mill/b': { ns: ns(8420), version: '4.0.1' } },
    { runtimes: { mill: 'v20.20.2' } },
  ),
);

/** The run, of a suite whose page has these editions and lines. */
function runOf(editions: readonly PublishedEdition[], lines: readonly string[]): AnalyzedRun {
  const names = editions.map(({ name }) => name);
  return { ...RUN, published: parsePublished([HEAD, ...lines].join('\n'), 'x.csv', names), editions };
}

const USUAL = { table: 'time', runtime: 'mill', note: '' };

/** Lines of an edition, for both rows. @param ratio of b to a */
function page(edition: string, labels: readonly [string, string], ratio: number, changes = {}): string[] {
  const { table, runtime, note } = { ...USUAL, ...changes };
  const line = (name: string, label: string, ns: number, why: string) =>
    `${edition},${table},${runtime}/${name},${label},d,s,serialize,serialize,mean,${ns},,ns,${why}`;
  return [line('a', labels[0], 100, ''), line('b', labels[1], 100 * ratio, note)];
}

const ONLY = [{ name: 'only' }];

const told = (view: AnalyzedRun, asked?: string, width = 200) =>
  renderTerminal(composeAgainst(view, compareWithPublished(view, asked)), { width, color: false });

/** Joins broken lines. */
const whole = (text: string) => text.replaceAll('\n  ', ' ');

test('the newest edition is compared, and another on request', () => {
  const editions = [
    { name: 'near', commit: '0123456789abcdef', runtime: 'mill 20.1', machine: 'Example CPU', date: 'May 1' },
    { name: 'old' },
  ];
  const view = runOf(editions, [
    ...page('near', ['A 0.8.2', 'B 3.5.0'], 9.02),
    ...page('old', ['A', 'B'], 2.97),
  ]);
  const text = told(view);
  const facts = 'commit 01234567; May 1; mill 20.1; Example CPU';
  const others = 'For others: report --against published --edition old.';
  assert.ok(whole(text).includes(`\nThe page's edition near: ${facts}. ${others}\n`), text);
  assert.match(text, /\ntime, edition near \(d\/s, serialize\)\n/);
  assert.match(text, / 9\.02 +8\.42 /);
  const sentence = publishedSentence(compareWithPublished(view));
  assert.equal(sentence, 'Published: all 2 compared rows kept their rank.');
  const other = told(view, 'old');
  assert.match(other, /\nThe page's edition old\. For others: .* --edition near\.\n/);
  assert.match(other, / 2\.97 +8\.42 /);
});

test('a page with one edition has only the facts that are known', () => {
  const view = runOf([{ name: 'only', machine: 'Example CPU' }], page('only', ['A', 'B'], 9));
  assert.match(told(view), /\nThe page's edition only: Example CPU\.\n/);
});

test("a reason in the page's file is shown at its row", () => {
  const reason = 'newer versions make a class for each element';
  const view = runOf(ONLY, page('only', ['A 0.8.5', 'B 4.0.1'], 2.97, { note: reason }));
  assert.match(told(view), new RegExp(`\\nB 4\\.0\\.1 +mill/b .* ${reason}\\n`));
  assert.match(told(view, undefined, 80), new RegExp(`\\n(B 4\\.0\\.1 +)?mill/b [^\\n]*\\n +${reason}\\n`));
});

test('tables of a variant that is not in the run are one line with a command', () => {
  const variant = { runtime: 'mill+fast' };
  const lines = ['one', 'two'].flatMap((table) => page('only', ['A', 'B'], 3, { ...variant, table }));
  const none = runOf(ONLY, lines);
  const text = told(none);
  assert.match(
    text,
    /\nAll 2 tables of the page are of mill\+fast, not in this run: measure with -r mill\+fast\.\n/,
  );
  assert.doesNotMatch(text, /not in this run\.?\n.*not in this run|can't be compared/s);
  const summary = summarizePublished(compareWithPublished(none), 'x');
  assert.equal(renderTerminal(summary, { width: 200, color: false }).trimEnd().split('\n').length, 3);
  assert.equal(publishedSentence(compareWithPublished(none)), null);
  const some = runOf(ONLY, [...lines, ...page('only', ['A', 'B'], 8.42)]);
  assert.match(told(some), /\n2 of 3 tables of the page are of mill\+fast, /);
  assert.match(told(some), /\ntime, edition only \(d\/s, serialize\)\n/);
});
