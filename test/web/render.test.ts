import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { allRows, analyze, type RecordedRun } from '../../src/analysis/analyze.ts';
import { TABLE_STYLES } from '../../src/define/types.ts';
import { marked } from '../../src/report/numbers.ts';
import { decisionBlocks } from '../../src/report/tables/decision.ts';
import { leftOut } from '../../src/report/tables/notes.ts';
import { rankingTable } from '../../src/report/tables/ranking.ts';
import { shown } from '../../src/report/text/width.ts';
import { App } from '../../src/web/run/app.tsx';
import { makePageData, type PageData, renderPage } from '../../src/web/run/render.ts';
import { FRESH, type PageState } from '../../src/web/run/state.ts';
import { RECORDED, recordedWith } from '../report/recorded.ts';
import {
  answerWords,
  busy,
  failed,
  namedRun,
  recordedFacts,
  rounds,
  smallRun,
  withRecord,
} from '../report/small-run.ts';
import { leagueRun, twoCases } from './runs.ts';

const home = join(import.meta.dirname, '..', '..');

async function render(run: RecordedRun) {
  const html = await renderPage({ home, run });
  return { html, document: parseHTML(html).document };
}

const PAGE = await render(RECORDED);
const UNRANKED = 'table[aria-label$="not ranked"]';

/** What the page's script shows, in some state of it. */
function shownIn(data: PageData, state: Partial<PageState>, view = data.view) {
  const context = { data, view, state: { ...FRESH, ...state }, act: () => {} };
  return parseHTML(renderToString(h(App, { context, links: [] }))).document;
}

const texts = (within: ParentNode, selector: string): string[] =>
  [...within.querySelectorAll(selector)].map((element) =>
    element.textContent!.replaceAll(/[\u2007\u2008]/g, '').trim(),
  );

test('without a script the tables have every row, and every cell as the report has it', () => {
  const { document } = PAGE;
  const view = analyze(RECORDED);
  const left = leftOut(view, 'wiremark').names;
  const sections = [...document.querySelectorAll('section[aria-labelledby]')];
  assert.equal(sections.length, view.cases.length);
  for (const [i, one] of view.cases.entries()) {
    const heads = texts(sections[i]!, 'table.ranking thead th');
    const rows = [...sections[i]!.querySelectorAll('table.ranking tbody tr')];
    const cells = rows.map((row) => texts(row, 'th, td'));
    const { columns, rows: report } = rankingTable(one, view.settings);
    const expected = report.map((cells) =>
      heads.map((head) => cells[columns.findIndex((column) => head.startsWith(column.head))]!.text),
    );
    assert.equal(heads.length, one.ranked.length > 0 ? columns.length : 0);
    assert.deepEqual(cells, expected);
    const names = texts(sections[i]!, 'tbody th.name');
    const reasons = texts(sections[i]!, `${UNRANKED} td.prose`);
    // What is unavailable is left out, and said once.
    for (const { name } of allRows(one).filter(({ name, kind }) => kind !== 'limit' && !left.has(name))) {
      const named = names.some((text) => text.startsWith(name));
      assert.ok(named || reasons.some((text) => text.includes(name)), name);
    }
  }
});

test('tables have labels, heads with a scope, and say how they are sorted', () => {
  const { document } = PAGE;
  const tables = [...document.querySelectorAll('table')];
  assert.ok(tables.length > 10);
  for (const table of tables) {
    assert.ok(table.getAttribute('aria-label'));
    assert.ok([...table.querySelectorAll('thead th')].every((head) => head.getAttribute('scope') === 'col'));
    assert.ok([...table.querySelectorAll('tbody th')].every((head) => head.getAttribute('scope') === 'row'));
  }
  for (const table of document.querySelectorAll('table.ranking'))
    assert.equal(table.querySelectorAll('[aria-sort="ascending"]').length, 1);
});

test('the page begins with a headline for each case, as in every report, and its figure', () => {
  const { document } = PAGE;
  const { cases } = analyze(RECORDED);
  const leads = cases.map((one) => answerWords(one).sentences[0]);
  assert.deepEqual(texts(document, '.headline .lead'), leads);
  // What isn't established has its mark; the sentence says it in words.
  const headlines = cases.map((one) => answerWords(one).headline);
  const figures = headlines.map(({ figure, grade }) => marked(figure, grade));
  assert.deepEqual(texts(document, '.figure'), figures);
  assert.equal(figures[2], '1.05×', 'tied rows may be faster than the baseline for certain');
  assert.deepEqual(texts(document, 'main > .bad:first-child + .answer').length, 1);
});

const THREE = smallRun([1000, 500, 3000].map((ns) => rounds(10, (i) => ns + (i % 3))));

test('one or two cases have all sentences in their headlines, and nowhere else', async () => {
  const alone = await render(THREE);
  const [one] = analyze(THREE).cases;
  assert.deepEqual(texts(alone.document, '.headline p'), answerWords(one!).sentences);
  assert.ok(alone.document.querySelector('.headline a') === null);
  const run = twoCases();
  const { document } = await render(run);
  const sentences = analyze(run).cases.map((one) => [...answerWords(one).sentences]);
  const told = [...document.querySelectorAll('.headline')].map((one) => texts(one, 'p'));
  assert.deepEqual(told, sentences);
  assert.deepEqual(texts(document, 'section[aria-labelledby] > p:not(.dim)'), []);
  assert.equal(texts(document, '.answer .decision h3').length, 3);
  assert.deepEqual(texts(document, '.headline a').length, 2);
});

test('each case begins with what to choose, as every report says it', () => {
  const { cases, settings } = analyze(RECORDED);
  const firsts = [...PAGE.document.querySelectorAll('h2 + .decision')];
  const captions = cases.map((one) =>
    decisionBlocks(one, settings).flatMap((of) => ('text' in of ? of.text : [])),
  );
  const found = firsts.map((one) => texts(one, 'p'));
  assert.deepEqual(found, captions);
});

test('disturbed findings are marked as likely, and the first line says why', async () => {
  const { document } = await render(busy(THREE));
  assert.match(document.querySelector('.figure')!.textContent!, /^~/);
  assert.match(document.querySelector('.lead')!.textContent!, /probably/);
  const [marked] = texts(document, 'table.ranking tbody td.good');
  assert.match(marked!, /^~[\d.]+× faster$/);
  const told = texts(document, 'main p').filter((text) => text.includes('disturbed'));
  assert.deepEqual(told, [document.querySelector('main > :first-child')!.textContent]);
  const machine = { ...THREE.record.machine, shared: ['2 of 4 cores'] };
  const shared = await render(withRecord(THREE, { machine }));
  assert.doesNotMatch(shared.document.querySelector('main')!.textContent!, /A first guess/);
});

test('each ranked row has its interval drawn, marked by its finding and grade', () => {
  const bars = [...PAGE.document.querySelectorAll('.ranking .bar')];
  const rows = analyze(RECORDED).cases.flatMap(({ ranked }) => ranked);
  const classes = rows.map(({ finding, grade }) => [...new Set(['bar', finding, grade])].join(' '));
  const found = bars.map((bar) => bar.getAttribute('class'));
  assert.deepEqual(found, classes);
  const withLine = bars.map((bar) => bar.querySelector('line:not(.one)') !== null);
  assert.deepEqual(
    withLine,
    rows.map(({ finding, ratio }) => finding !== 'baseline' && ratio.low !== null),
  );
});

const HOSTILE = `</script><img src=x onerror="document.title='owned'"><!--`;

test('names and texts from outside never become markup', async () => {
  const { suite, machine } = THREE.record;
  const first = { ns: 100, title: HOSTILE, version: HOSTILE };
  const rows = { 'mill/a': first, [`mill/${HOSTILE}`]: 200, 'mill/b': failed('crash', HOSTILE) };
  const run = namedRun(rows, {
    runtimes: { [HOSTILE]: HOSTILE },
    suite: { ...suite, title: HOSTILE },
    machine: { ...machine, cpu: HOSTILE },
  });
  const { html, document } = await render({ ...run, samples: { ...run.samples, warnings: [HOSTILE] } });
  // Elements aren't compared by `equal`: it would print all of their document.
  assert.ok(document.querySelector('img') === null);
  assert.equal(document.querySelectorAll('script').length, 2);
  assert.ok(!html.includes('<img'));
  assert.equal(html.match(/<!--/g), null);
  assert.equal(document.querySelector('h1')!.textContent, HOSTILE);
});

test('the page refers to nothing outside of it, and its policy allows nothing else', () => {
  const { html, document } = PAGE;
  assert.ok(document.querySelector('link, img, iframe, script[src]') === null);
  assert.ok(document.querySelector('[style]') === null);
  const policy = document.querySelector('meta[http-equiv]')!.getAttribute('content')!;
  assert.match(policy, /^default-src 'none'; script-src 'sha256-[^ ]+'; style-src 'sha256-/);
  assert.ok(!policy.includes('unsafe'));
  assert.ok(!html.includes('sourceMappingURL'));
});

test('a league fits into 1 MB', async () => {
  const { html } = await render(leagueRun());
  assert.ok(Buffer.byteLength(html) < 1e6, `${Buffer.byteLength(html)} bytes`);
});

test('a page on which nothing is ranked begins with that and why, and has neither charts nor filters', async () => {
  const { document } = await render(smallRun([[], []], { partial: true }));
  assert.deepEqual(texts(document, 'main .answer p'), [
    'No row is ranked yet: the run was stopped before the first round finished.',
    'Next: measure again, with a longer --budget or none:',
  ]);
  assert.deepEqual(texts(document, 'main .answer pre'), ['wiremark run small']);
  assert.ok(document.querySelector('table.ranking, form, svg, .headline') === null);
  assert.deepEqual(texts(document, `${UNRANKED} tbody th`), ['2 rows']);
});

test('rows that are left out are named with a fix, and come first if no other row is there', async () => {
  const recorded = recordedWith('scalajack');
  const verdict = { verdict: 'unavailable', reason: 'no such program', fix: 'install it' } as const;
  const { outcomes } = recorded.record;
  const first = (of: Document) => texts(of.querySelector('main ul')!, 'li');
  const page = async (left: (index: number) => boolean) => {
    const all = outcomes.map((one) => (left(one.contender) ? { ...one, verdict, sizes: null } : one));
    const record = { ...recorded.record, outcomes: all };
    const none = { ...recorded.samples, of: () => [] };
    const samples = outcomes.every(({ contender }) => left(contender)) ? none : recorded.samples;
    const html = await renderPage({ home, run: { record, samples }, command: './wiremark' });
    return parseHTML(html).document as unknown as Document;
  };
  const nothing = await page(() => true);
  assert.match(nothing.querySelector('main .answer p')!.textContent!, /^No row is ranked/);
  assert.ok(first(nothing).includes('How to fix it: ./wiremark doctor'));
  assert.ok(nothing.querySelector('svg') === null, 'a chart of published rows alone');
  const some = await page((index) => index === outcomes.at(-1)!.contender);
  const list = [...some.querySelectorAll('h2')].find((one) => one.textContent === 'Left out')!;
  const told = texts(list.nextElementSibling!, 'li');
  assert.equal(told.at(-1), 'How to fix it: ./wiremark doctor');
});

for (const style of TABLE_STYLES)
  test(`style ${style} has its tables beside the ranking, for any choice of rows`, () => {
    const data = makePageData(withRecord(RECORDED, { suite: { ...RECORDED.record.suite, style } }));
    const { view } = data;
    const whole = shownIn(data, {});
    const own = whole.querySelector(`table[aria-label$='style ${style}']`) !== null;
    assert.ok(style === 'default' || own || whole.querySelector('section pre') !== null);
    for (const { name } of new Set(view.cases.flatMap(({ ranked }) => ranked))) {
      const document = shownIn(data, { text: name }, view);
      const shown = texts(document, 'table.ranking tbody th.name');
      assert.ok(shown.length > 0 && shown.every((text) => text.startsWith(name)), name);
    }
  });

test('rows that fail for one reason are one row, which names them', () => {
  const undone = failed('unsupported', 'does not do deserialize');
  const run = smallRun([9, 9, undone, undone, failed('crash', 'of its own')]);
  const document = shownIn(makePageData(run), {});
  const rows = [...document.querySelectorAll(`${UNRANKED} tbody tr`)];
  assert.deepEqual(
    rows.map((row) => texts(row, 'th, td')),
    [
      ['2 rows', 'unsupported', 'does not do deserialize: mill/s2, mill/s3'],
      ['mill/s4', 'crash', 'of its own'],
    ],
  );
});

test('a row that was timed though it failed is struck out, with its verdict beside it', async () => {
  const rows = [1000, { ns: 10, ...failed('mismatch') }];
  const request = { ...recordedFacts.request, timeUnverified: true };
  const { document } = await render(smallRun(rows, { request }));
  const [row] = document.querySelectorAll(`${UNRANKED} tbody tr`);
  assert.deepEqual(texts(row!, 's'), ['mill/s1', '10.0 ns', '0.0100']);
  assert.ok(texts(row!, 'td').includes('mismatch'));
  assert.equal(document.querySelectorAll('table.ranking s').length, 0);
});

function carried(run: RecordedRun): PageData {
  return JSON.parse(JSON.stringify(makePageData(run)));
}

test("the page has the report's view, without the request and the published figures", () => {
  const run = recordedWith('scalajack');
  const { request, published, editions, ...view } = analyze(run);
  assert.ok(published !== undefined && request !== undefined);
  assert.deepEqual(carried(run).view, shown(view));
  assert.ok(carried(run).published.length > 0, 'published tables, compared with the run');
});

test('paths of the machine that measured stay there', () => {
  const [suite, runners] = ['/home/me/secret/suite.toml', ['/home/me/secret/runner.toml']];
  const request = { ...RECORDED.record.request, suite, runners };
  const data = carried(withRecord(RECORDED, { request }));
  assert.ok(!JSON.stringify(data).includes('secret'));
});

test('control characters of titles and messages are visible', () => {
  const run = smallRun([[1], [2]]);
  const { record } = withRecord(run, { suite: { ...run.record.suite, title: 'a\u202eb' } });
  const data = carried({ record, samples: { ...run.samples, warnings: ['\u001b[31mred\u0007'] } });
  assert.equal(data.view.suite.title, 'a\\u202eb');
  assert.deepEqual(data.view.warnings, ['red\\u0007']);
});
