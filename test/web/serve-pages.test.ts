import assert from 'node:assert/strict';
import { after, before, test as declare, type TestContext } from 'node:test';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openUrl, skipWithoutBrowser, startBrowser, violations } from './browser.ts';
import { servingRuns } from './serve-runs.ts';

let browser: Browser;
before(async () => {
  if (!skipWithoutBrowser) browser = await startBrowser();
});
after(() => browser?.close());

async function open(t: TestContext, url: string, options: BrowserContextOptions = {}) {
  const opened = await openUrl(browser, url, '', options);
  t.after(() => opened.page.context().close());
  return opened;
}

const PHONE = { width: 390, height: 844 };
const test = (name: string, body: (t: TestContext) => Promise<void>) =>
  declare(name, { skip: skipWithoutBrowser }, body);

test('list, history and messages are accessible in light and dark, and no wider than a phone', async (t) => {
  const { url } = await servingRuns(t, 'history');
  const screens = [
    { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
    { colorScheme: 'dark', viewport: PHONE },
  ] as const;
  for (const path of ['', 'fleet', 'history', 'history?row=mill/base'])
    for (const screen of screens) {
      const which = `/${path} ${screen.colorScheme}`;
      // The checker is a script that no policy of ours knows.
      const { page, complaints } = await open(t, url + path, { ...screen, bypassCSP: true });
      assert.deepEqual(await violations(page), [], which);
      assert.deepEqual(complaints, [], which);
      const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.equal(excess, 0, which);
    }
});

test('the policy allows everything that the pages and the page of a run need', async (t) => {
  const { keys, url } = await servingRuns(t, 'history');
  for (const path of ['', 'fleet', 'history', `runs/${keys[0]}`]) {
    const { page, complaints } = await open(t, url + path);
    await page.waitForLoadState('networkidle');
    assert.deepEqual(complaints, [], path);
  }
});

test('a history is picked with the keyboard alone, without scripts', async (t) => {
  const { url } = await servingRuns(t, 'history');
  const { page } = await open(t, url, { javaScriptEnabled: false });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/history$/);
  await page.getByText('rows: 1 of 2').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'mill/base' }).focus();
  for (const key of ['Space', 'Enter']) await page.keyboard.press(key);
  await page.waitForURL(/row=mill%2Fbase/);
  await page.getByRole('img', { name: 'mill/base, time' }).waitFor();
  await page.getByRole('table').getByRole('link', { name: '2026-07-07' }).click();
  await page.waitForURL(/\/runs\/20260707/);
  await page.getByRole('link', { name: 'Runs' }).click();
  await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
});

test('a phone shows every cell of the list whole', async (t) => {
  const changes = { name: 'before the change of the buffer' };
  const { url } = await servingRuns(t, [{ day: '2026-01-01', changes }]);
  const { page } = await open(t, url, { viewport: PHONE });
  for (const cell of await page.getByRole('row').last().locator('th, td').all()) {
    const { x, width } = (await cell.boundingBox())!;
    assert.ok(x >= 0 && x + width <= PHONE.width);
  }
});
