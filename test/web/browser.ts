/** A real browser for the tests of pages. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Path of the browser; script/browser finds one. */
const { CHROMIUM } = process.env;

export const skipWithoutBrowser = !CHROMIUM && 'no browser: set CHROMIUM to $(script/browser)';

/** Nothing of its own goes over the network. The sandbox needs privileges that a container may not have. */
const OFF = 'gpu quic background-networking component-update sync'.split(' ');
const ARGUMENTS = ['--no-sandbox', '--no-first-run', ...OFF.map((name) => `--disable-${name}`)];

export async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: CHROMIUM!, headless: true, args: ARGUMENTS });
  const folder = process.env.WIREMARK_TEST_COVERAGE;
  if (folder) writeFileSync(join(folder, 'pages'), `  tested in Chromium ${browser.version()}\n`);
  return browser;
}

export interface OpenPage {
  readonly page: Page;
  /** URLs that the page asked for, its own file left out. */
  readonly requests: readonly string[];
  /** Errors of scripts and what the console warned of, e.g. that its policy forbids something. */
  readonly complaints: readonly string[];
}

/** Opens HTML from a file, as a reader does who got it by mail; gone with its context. */
export async function openHtml(
  browser: Browser,
  html: string,
  options: BrowserContextOptions & { readonly hash?: string } = {},
): Promise<OpenPage> {
  const { hash = '', ...contextOptions } = options;
  const folder = mkdtempSync(join(tmpdir(), 'wiremark-page-'));
  const file = join(folder, 'page.html');
  writeFileSync(file, html);
  const opened = await openUrl(browser, pathToFileURL(file).href, hash, contextOptions);
  rmSync(folder, { recursive: true });
  return opened;
}

export async function openUrl(
  browser: Browser,
  url: string,
  rest = '',
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) requests.push(request.url());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(url + rest);
  return { page, requests, complaints };
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What axe finds on a page; it is a script that no policy of ours knows. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(AXE, 'utf8'));
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.map(
    ({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ html }) => html).join(' ')}`,
  );
}
