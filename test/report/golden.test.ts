/** Every format and style, whole, against files in golden/. UPDATE_GOLDEN=1 rewrites them: read the difference then. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { TABLE_STYLES, type TableStyle } from '../../src/define/types.ts';
import type { Filters } from '../../src/plan/filters.ts';
import { type ReportFormat, render as renderAs } from '../../src/report/formats.ts';
import { againstReport, renderReport } from '../../src/report/run/report.ts';
import { displayWidth } from '../../src/report/text/width.ts';
import { buildView } from '../../src/report/view/view.ts';
import { SEAL_FILE } from '../../src/store/files.ts';
import { recordedFolder } from './make-recorded-run.ts';
import { recordedRun } from './recorded.ts';

interface Golden {
  readonly file: string;
  readonly format: ReportFormat;
  readonly style?: TableStyle;
  readonly width?: number;
  readonly suite?: string;
  /** Only what shows the point. */
  readonly filters?: Filters;
}

const SINGLE = { dataset: ['record/single'], task: ['serialize'] };
const USERS = { dataset: ['users'], task: ['serialize'] };

const GOLDENS: readonly Golden[] = [
  {
    file: 'whole-100.golden.txt',
    format: 'terminal',
    width: 100,
    suite: 'scalajack',
    filters: { task: ['serialize'] },
  },
  { file: 'default-80.golden.txt', format: 'terminal', filters: SINGLE },
  { file: 'ips-100.golden.txt', format: 'terminal', style: 'ips', width: 100, filters: USERS },
  { file: 'transmutation.golden.md', format: 'md', style: 'transmutation', filters: USERS },
  { file: 'jmh-80.golden.txt', format: 'terminal', style: 'jmh', filters: SINGLE },
  {
    file: 'playground-100.golden.txt',
    format: 'terminal',
    style: 'playground',
    width: 100,
    filters: { dataset: ['test-object'] },
  },
  { file: 'bdn-160.golden.txt', format: 'terminal', style: 'bdn', width: 160, filters: SINGLE },
  { file: 'bdn.golden.md', format: 'md', style: 'bdn', filters: USERS },
  { file: 'default.golden.md', format: 'md', filters: SINGLE },
  { file: 'summary.golden.md', format: 'summary', filters: SINGLE },
  { file: 'default.golden.csv', format: 'csv', filters: SINGLE },
  {
    file: 'default.golden.json',
    format: 'json',
    filters: { dataset: ['test-object'], serializer: ['protobuf'] },
  },
];

async function render(
  { format, style = 'default', width = 80, suite, filters = {} }: Omit<Golden, 'file'>,
  color = false,
) {
  return renderReport(await recordedRun(suite), {
    format,
    style,
    terminal: { width, color },
    choice: { filters },
  });
}

function isGolden(name: string, text: string): void {
  const file = join(import.meta.dirname, 'golden', name);
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
  assert.equal(text, readFileSync(file, 'utf8'));
}

for (const golden of GOLDENS)
  test(`the report is as in ${golden.file}`, async () => isGolden(golden.file, await render(golden)));

const ENDINGS = { terminal: 'txt', md: 'md', summary: 'md', csv: 'csv', json: 'json' };

// Sizes are only on the page of playground.
for (const [suite, formats] of [
  ['scalajack', ['terminal', 'md']],
  ['playground', ['terminal']],
] as const)
  for (const format of formats)
    test(`the comparison with the published table of ${suite} is golden as ${format}`, async () => {
      const against = againstReport(buildView(await recordedRun(suite)))!;
      const text = await renderAs(against, format, { width: 100, color: false });
      isGolden(`against-${suite}.golden.${ENDINGS[format]}`, text);
    });

test('the comparison with a published table is golden as json, in two of its rows', async () => {
  const run = await recordedRun('scalajack');
  const names = ['jvm/circe', 'jvm/argonaut'];
  const published = run.record.published!.filter(({ serializer }) => names.includes(serializer));
  const against = againstReport(buildView({ ...run, record: { ...run.record, published } }))!;
  isGolden('against-scalajack.golden.json', await renderAs(against, 'json', { width: 100, color: false }));
});

test('the run is written as ever: what is recorded stays readable', () =>
  isGolden('recorded-run.golden.txt', readFileSync(join(recordedFolder, SEAL_FILE), 'utf8')));

for (const width of [80, 100, 120]) {
  const tooWide = (text: string) => text.split('\n').filter((line) => displayWidth(line) > width);
  for (const style of TABLE_STYLES)
    test(`no line of style ${style} is wider than ${width} columns`, async () => {
      const suite = style === 'playground' ? style : 'scalajack';
      assert.deepEqual(tooWide(await render({ format: 'terminal', style, width, suite })), []);
    });
  test(`no line of a comparison with a published table is wider than ${width} columns`, async () => {
    for (const suite of ['scalajack', 'playground']) {
      const against = againstReport(buildView(await recordedRun(suite)))!;
      assert.deepEqual(tooWide(await renderAs(against, 'terminal', { width, color: false })), []);
    }
  });
}

test('colours are there only when asked for, and change no text', async () => {
  const plain = await render({ format: 'terminal', style: 'default' });
  const coloured = await render({ format: 'terminal', style: 'default' }, true);
  assert.equal(plain, stripVTControlCharacters(plain));
  assert.notEqual(coloured, plain);
  assert.equal(stripVTControlCharacters(coloured), plain);
});
