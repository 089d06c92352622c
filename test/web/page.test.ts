import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test as declare } from 'node:test';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { analyze, type RecordedRun } from '../../src/analysis/analyze.ts';
import { ratio } from '../../src/report/numbers.ts';
import { renderPage } from '../../src/web/run/render.ts';
import { RECORDED } from '../report/recorded.ts';
import { rounds, smallRun } from '../report/small-run.ts';
import { type OpenPage, openHtml, skipWithoutBrowser, startBrowser, violations } from './browser.ts';
import { twoCases } from './runs.ts';

const home = join(import.meta.dirname, '..', '..');
const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

let browser: Browser;
let html: string;
const RUN = RECORDED;

before(async () => {
  if (skipWithoutBrowser) return;
  browser = await startBrowser();
  html = await renderPage({ home, run: RUN });
});

after(() => browser?.close());

type Options = BrowserContextOptions & { readonly hash?: string; readonly run?: RecordedRun };
type Body = (opened: OpenPage) => Promise<void>;

/** Each test has a page of its own, without requests and complaints: the recorded run's, or that of `run`. */
function test(name: string, ...[first, second]: readonly [Body] | readonly [Options, Body]): void {
  const [{ run, ...options }, body] = second ? [first as Options, second] : [{} as Options, first as Body];
  declare(name, { skip: skipWithoutBrowser }, async () => {
    const page = run ? await renderPage({ home, run }) : html;
    const opened = await openHtml(browser, page, options);
    try {
      if (options.javaScriptEnabled !== false) await opened.page.waitForSelector('[data-live]');
      await body(opened);
      assert.deepEqual(opened.requests, []);
      assert.deepEqual(opened.complaints, []);
    } finally {
      await opened.page.context().close();
    }
  });
}

/** Texts of a column of the first ranking, without the spaces that align it. */
async function column(page: Page, head: string): Promise<string[]> {
  return page.evaluate((head) => {
    const table = document.querySelector('table.ranking')!;
    const heads = [...table.querySelectorAll('thead th')].map((one) => one.textContent!.replace(/[▲▼]/, ''));
    const rows = [...table.querySelectorAll('tbody tr')];
    return rows.map((row) => row.children[heads.indexOf(head)]!.textContent!.replace(/[\u2007\u2008]/g, ''));
  }, head);
}

const find = (page: Page, text: string): Promise<void> => page.getByRole('searchbox').fill(text);

const count = (page: Page): Promise<string> => page.getByRole('status').innerText();

// As wide as a server draws charts; elsewhere they are drawn anew.
test("the page's script takes over the markup unchanged", { viewport: LAPTOP }, async ({ page }) => {
  const markup = (of: Page) => of.locator('main').innerHTML();
  const still = await openHtml(browser, html, { javaScriptEnabled: false });
  // Not compared by `equal`: of pages it would print every character.
  assert.ok((await markup(page)) === (await markup(still.page)), 'the script changes the markup');
  await still.page.context().close();
});

test('without a script the page has its tables, and no controls that need one', {
  javaScriptEnabled: false,
}, async ({ page }) => {
  assert.equal(await page.locator('table.ranking').count(), 7);
  assert.equal(await page.locator('.filters').isVisible(), false);
  assert.match(await page.locator('noscript').innerText(), /need JavaScript/);
});

test('the filter keeps the matching rows, counts them, and is kept in the address', async ({ page }) => {
  await find(page, 'mill deserialize');
  for (const name of await column(page, 'serializer')) assert.match(name, /^mill\//);
  assert.match(await count(page), /^3 of \d+ rows$/);
  assert.equal(new URL(page.url()).hash, '#text=mill+deserialize');
  await find(page, 'no such row');
  assert.match(await count(page), /^No row matches/);
  await page.getByRole('button', { name: 'Reset' }).click();
  assert.equal(await count(page), '');
  assert.equal(new URL(page.url()).hash, '');
});

test('column heads sort in both directions', async ({ page }) => {
  const table = page.locator('table.ranking').first();
  const ranked = await column(page, 'serializer');
  const sorted = ranked.toSorted();
  for (const [direction, expected] of [
    ['ascending', sorted],
    ['descending', sorted.toReversed()],
    ['ascending', ranked],
  ] as const) {
    await table.getByRole('button', { name: 'serializer' }).click();
    assert.deepEqual(await column(page, 'serializer'), expected);
    assert.equal(await table.locator('th[aria-sort]').getAttribute('aria-sort'), direction);
  }
});

test('an address brings the reader to the same view', {
  hash: '#text=record/single+serialize+scala',
}, async ({ page }) => {
  const chosen = analyze(RUN).cases[0]!.ranked.filter(({ name }) => name.includes('scala'));
  const ratios = chosen.map(({ ratio: found }) => ratio(found));
  assert.deepEqual(await column(page, 'ratio'), ratios);
  assert.ok(chosen.length > 1);
  assert.equal(await page.getByRole('searchbox').inputValue(), 'record/single serialize scala');
  await page.evaluate("location.hash = '#text=quartz/'");
  await page.getByText(/^1 of /).waitFor();
});

const ONE_CASE = smallRun([1000, 400, 2500, 9000].map((ns) => rounds(10, (i) => ns + (i % 3))));

for (const [cases, run] of [ONE_CASE, twoCases()].entries())
  for (const viewport of [LAPTOP, PHONE])
    test(`the first screen at ${viewport.width} px has ${cases + 1} whole answers and the top of what to choose`, {
      run,
      viewport,
    }, async ({ page }) => {
      const boxOf = async (of: Locator) => (await of.boundingBox())!;
      const headlines = await page.locator('.headline').all();
      assert.equal(headlines.length, cases + 1);
      for (const headline of headlines) {
        const { y, width, height } = await boxOf(headline);
        assert.ok(y + height < viewport.height);
        // The figure takes nothing from the sentence on a narrow screen.
        const share = (await boxOf(headline.locator('.lead'))).width / width;
        assert.ok(viewport === LAPTOP || share > 0.9, `the sentence has ${share} of the width`);
      }
      assert.ok((await boxOf(page.locator('.decision').first())).y < viewport.height - 60);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
    });

test('at 400 px each ranked row is two lines, and nothing scrolls sideways', {
  viewport: { width: 400, height: 800 },
}, async ({ page }) => {
  const table = page.locator('.scroll:has(> .ranking)').first();
  assert.ok(await table.evaluate((one) => one.scrollWidth <= one.clientWidth));
  for (const row of await table.locator('tbody tr').all()) {
    assert.ok((await row.boundingBox())!.height < 55);
    for (const cell of ['.name', '.compared', '.bytes', '.bar'])
      assert.ok(await row.locator(cell).isVisible(), cell);
  }
  assert.equal(await table.locator('.more').first().isVisible(), false);
  await page.getByLabel('more columns').first().click();
  assert.ok(await table.locator('.more').first().isVisible());
});

test('for the entered speed and rate, the page names the row that takes least over a link', {
  run: twoCases(),
}, async ({ page }) => {
  const told = () => page.locator('p.over-link').first().innerText();
  assert.match(await told(), /^At 100 Mbit\/s, rill\/json takes least for a document: /);
  await page.getByLabel('Mbit/s').first().fill('100000');
  assert.match(await told(), /^At 100,000 Mbit\/s, mill\/protobufjs takes least .* 800 bytes/);
  await page.getByLabel('gzip').first().check();
  assert.match(await told(), / 800 bytes .* no times of compression\.$/);
  assert.match(await page.locator('.scatter').first().innerHTML(), /class="frontier"/);
});

test('the keyboard reaches and operates every control', async ({ page }) => {
  const focused = () => page.evaluate(() => document.activeElement!.textContent);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement!.tagName), 'A');
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle);
  assert.notEqual(outline, 'none');
  for (let i = 0; i < 60 && (await focused()) !== 'serializer'; i++) await page.keyboard.press('Tab');
  const sorted = () =>
    page.locator('table.ranking').first().locator('thead th.name').getAttribute('aria-sort');
  await page.keyboard.press('Enter');
  assert.equal(await sorted(), 'ascending');
  await page.keyboard.press('Space');
  assert.equal(await sorted(), 'descending');
});

for (const [colorScheme, viewport] of [
  ['light', LAPTOP],
  ['dark', PHONE],
] as const)
  test(`axe finds nothing, ${colorScheme}, ${viewport.width} px, and the page itself doesn't scroll sideways`, {
    colorScheme,
    viewport,
  }, async ({ page }) => {
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
    assert.deepEqual(await violations(page), []);
  });

test('the head stays at the top while a table scrolls by', async ({ page }) => {
  const head = page.locator('table.ranking thead th.name').first();
  const { y } = (await head.boundingBox())!;
  await page.evaluate((top) => scrollTo(0, top + 60), y);
  assert.equal((await head.boundingBox())!.y, 0);
});

test('on paper there are all tables, no controls, and no column is cut', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  // A4 across, less its margins, at 96 px an inch.
  const paper = Math.floor(((297 - 24) / 25.4) * 96);
  await page.setViewportSize({ width: paper, height: 700 });
  assert.equal(await page.locator('.filters').isVisible(), false);
  const tables = page.locator('table');
  const widths = await tables.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  assert.ok(widths.length > 10);
  assert.ok(Math.max(...widths) <= paper, `${Math.max(...widths)} > ${paper}`);
});

test('headlines follow the filters and lead to each case', async ({ page }) => {
  const headlines = page.locator('.headline a');
  assert.equal(await headlines.count(), 7);
  await headlines.getByText('users/small, deserialize').click();
  const focused = 'document.activeElement.textContent';
  assert.equal(await page.evaluate(focused), 'users/small, deserialize');
  const top = 'document.activeElement.getBoundingClientRect().top';
  assert.ok((await page.evaluate<number>(top)) < 400);
  assert.equal(new URL(page.url()).hash, '', 'the address stays what the reader has chosen');
  await find(page, 'users/small');
  assert.equal(await headlines.count(), 2);
  await find(page, 'users/small quartz');
  assert.match(await page.locator('.lead').first().innerText(), /^quartz\//);
});
