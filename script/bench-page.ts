/**
 * Measures the page of a run as large as the suite league: prints its size, and the times to write it, until it is
 * interactive in a browser, and to change its baseline. It asserts nothing.
 *
 *     node --import tsx script/bench-page.ts [times]
 */
import { join } from 'node:path';
import { median, sortSamples } from '../src/stats/samples.ts';
import { renderPage } from '../src/web/run/render.ts';
import { openHtml, skipWithoutBrowser, startBrowser } from '../test/web/browser.ts';
import { leagueRun } from '../test/web/runs.ts';

const times = Number(process.argv[2] ?? 5);
const say = (what: string, value: string) => console.log(`${what.padEnd(24)}${value}`);
const spread = (values: readonly number[]) => {
  const sorted = sortSamples(values);
  return `${Math.round(median(sorted))} ms (${Math.round(sorted[0]!)} to ${Math.round(sorted.at(-1)!)} in ${sorted.length} tries)`;
};

const run = leagueRun();
const home = join(import.meta.dirname, '..');
const begin = performance.now();
const html = await renderPage({ home, run });
say('samples', run.samples.all.length.toLocaleString('en'));
say('written in', `${Math.round(performance.now() - begin)} ms`);
say('page', `${Math.round(Buffer.byteLength(html) / 1000)} kB`);

if (skipWithoutBrowser) say('browser', skipWithoutBrowser);
else {
  const browser = await startBrowser();
  const interactive: number[] = [];
  const baseline: number[] = [];
  for (let i = 0; i < times; i++) {
    const { page } = await openHtml(browser, html);
    // The page's script sets `data-live` when it is ready; `performance.now` starts with the navigation.
    await page.waitForSelector('html[data-live]', { state: 'attached' });
    interactive.push(await page.evaluate(() => performance.now()));
    baseline.push(
      await page.evaluate(async () => {
        const picker = document.querySelector('select')!;
        const start = performance.now();
        picker.selectedIndex = 2;
        picker.dispatchEvent(new Event('change', { bubbles: true }));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        return performance.now() - start;
      }),
    );
    await page.context().close();
  }
  await browser.close();
  say('interactive after', spread(interactive));
  say('another baseline', spread(baseline));
}
