/** `wiremark report --html FILE`, below the command line. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { UsageError } from '../../src/cli/errors.ts';
import { printPage } from '../../src/cli/report/report.ts';
import { readRun } from '../../src/store/reader.ts';
import { runLabel } from '../../src/store/run-label.ts';
import { place } from '../contract/place.ts';
import { recordedFolder } from '../report/make-recorded-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'wiremark-html-'));
after(() => rmSync(folder, { recursive: true }));

test('writes one whole file, and the exit code tells that rows failed', async () => {
  const html = join(folder, 'run.html');
  assert.equal(await printPage(place, recordedFolder, { html }), 1);
  const page = readFileSync(html, 'utf8');
  assert.ok(page.startsWith('<!doctype html>') && page.endsWith('</html>\n'));
  const label = runLabel(readRun(recordedFolder).record);
  assert.ok(page.includes(`<title>${label} · Recorded: every kind of row – wiremark</title>`));
});

test("takes another style than the suite's", async () => {
  const html = join(folder, 'style.html');
  await printPage(place, recordedFolder, { html, style: 'jmh' });
  assert.ok(readFileSync(html, 'utf8').includes('in style jmh'));
});

test("says where a page can't be written", async () => {
  const html = join(folder, 'nowhere', 'run.html');
  await assert.rejects(printPage(place, recordedFolder, { html }), (error) => {
    return error instanceof UsageError && error.message.includes(html);
  });
  assert.equal(existsSync(html), false);
});
