/**
 * Records what a reader sees first, in a terminal and on a page, of a full run, of a quick run and of a run under load, and
 * of a comparison of two, and puts it into docs/READING.md.
 *
 *     CHROMIUM=$(script/browser) node --import tsx script/screens.ts [--suite quickstart] [--load 4] [--keep FOLDER [--again]] [RUNTIME…]
 *
 * It takes about five minutes on a machine that is otherwise idle. Without --keep runs are in a temporary folder;
 * with --again those of the folder are shown anew, and nothing is measured.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { splice } from '../src/report/text/splice.ts';

const { values: flags, positionals: runtimes } = parseArgs({
  options: {
    suite: { type: 'string', default: 'quickstart' },
    load: { type: 'string', default: '4' },
    keep: { type: 'string' },
    again: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const ROOT = resolve(import.meta.dirname, '..');
const PICTURES = join(ROOT, 'docs', 'reading');
const folder = flags.keep ?? mkdtempSync(join(tmpdir(), 'wiremark-screens-'));

const RUNS = [
  {
    name: 'full',
    title: 'A full run on an idle machine',
    flags: ['--full', '--rounds', '10', '--no-memory', '--no-limits'],
    load: 0,
  },
  { name: 'quick', title: 'A quick run', flags: ['--quick'], load: 0 },
  {
    name: 'loaded',
    title: `A quick run beside ${flags.load} programs that use a core each`,
    flags: ['--quick'],
    load: Number(flags.load),
  },
] as const;

function wiremark(...words: readonly string[]): string {
  const env = { ...process.env, COLUMNS: '100', NO_COLOR: '1', PATH: `${ROOT}:${process.env.PATH}` };
  return execFileSync(join(ROOT, 'wiremark'), words, {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** The part of a report that begins with a heading and ends where the next begins. */
function part(text: string, heading: RegExp): string {
  const lines = text.split('\n');
  const from = lines.findIndex((line) => heading.test(line));
  const to = lines.findIndex((line, i) => i > from && line === '');
  return lines.slice(from, to).join('\n');
}

function busy(count: number): ChildProcess[] {
  return Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
}

const fenced = (text: string) => ['```', text, '```'].join('\n');

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '', args: ['--no-sandbox'] });
mkdirSync(PICTURES, { recursive: true });
const sections: string[] = [];
for (const { name, title, flags: own, load } of RUNS) {
  const others = busy(flags.again ? 0 : load);
  try {
    if (!flags.again)
      wiremark('run', flags.suite, ...runtimes.flatMap((one) => ['-r', one]), '--name', name, ...own);
  } finally {
    for (const other of others) other.kill();
  }
  const file = join(folder, `${name}.html`);
  wiremark('report', name, '--html', file);
  const page = await browser.newPage({ viewport: { width: 900, height: 640 } });
  await page.goto(pathToFileURL(file).href);
  await page.waitForTimeout(1000);
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  await page.close();
  const picture = `![The first screen of its page](reading/${name}.png)`;
  sections.push(
    `**${title}**, in a terminal and as a page:`,
    fenced(part(wiremark('report', name), /^Summary/)),
    picture,
  );
}
await browser.close();
const compared = wiremark('compare', 'full', 'quick').split('\n').slice(0, 24).join('\n').trimEnd();
sections.push('**A comparison of the first two**: did my change make it slower?', fenced(compared));

const document = join(ROOT, 'docs', 'READING.md');
writeFileSync(document, splice(readFileSync(document, 'utf8'), 'five-questions', sections.join('\n\n')));
