/** Compares every format and style with files in golden/, which are cut to the rows that matter. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { analyze, runRows } from '../../src/analysis/analyze.ts';
import { choose } from '../../src/analysis/choose.ts';
import { TABLE_STYLES, type TableStyle } from '../../src/define/types.ts';
import type { Filters } from '../../src/plan/filters.ts';
import { type ReportFormat, render as renderAs } from '../../src/report/formats.ts';
import { againstReport, reportOf } from '../../src/report/run/report.ts';
import { SEAL_FILE } from '../../src/store/folder/files.ts';
import { fits, isGolden as isGoldenIn, isOnlyColoured } from './golden.ts';
import { RECORDED, recordedFolder, recordedWith } from './recorded.ts';

interface Wanted {
  readonly format: ReportFormat;
  readonly style?: TableStyle;
  readonly width?: number;
  readonly suite?: string;
  /** Only what shows the point. */
  readonly filters?: Filters;
}

const SINGLE = { dataset: ['record/single'], task: ['serialize'] };
const USERS = { dataset: ['users'], task: ['serialize'] };
const BATCH = { dataset: ['test-object'] };
const BOTH = { dataset: ['record/single', 'users'], task: ['serialize'] };
const FEW = { ...SINGLE, serializer: ['jsoniter-scala', 'hand-written-scala', 'play-json', 'scalajack-*'] };

const runOf = (suite?: string) => (suite ? recordedWith(suite) : RECORDED);

async function render({ format, style = 'default', width = 80, suite, filters = {} }: Wanted, color = false) {
  const view = choose(analyze(runOf(suite)), { filters });
  return renderAs(reportOf(view, { style }), format, { width, color });
}

const against = (suite: string) => againstReport(analyze(recordedWith(suite)))!;
const isGolden = (name: string, text: string) => isGoldenIn(import.meta.dirname, name, text);

for (const [file, wanted, end = '\0'] of [
  ['whole-80.golden.txt', { format: 'terminal', suite: 'scalajack', filters: BOTH }],
  ['default.golden.md', { format: 'md', filters: FEW }, '\n## How this was measured'],
  ['summary.golden.md', { format: 'summary', filters: SINGLE }],
  ['default.golden.csv', { format: 'csv', filters: SINGLE }],
] as const)
  test(`the report is as in ${file}`, async () => isGolden(file, (await render(wanted)).split(end)[0]!));

for (const [file, wanted] of [
  ['ips-100.golden.txt', { format: 'terminal', style: 'ips', width: 100, filters: USERS }],
  ['transmutation.golden.md', { format: 'md', style: 'transmutation', filters: USERS }],
  ['jmh-80.golden.txt', { format: 'terminal', style: 'jmh', filters: SINGLE }],
  ['playground-100.golden.txt', { format: 'terminal', style: 'playground', width: 100, filters: BATCH }],
  ['bdn-160.golden.txt', { format: 'terminal', style: 'bdn', width: 160, filters: SINGLE }],
] as const)
  test(`what a style adds to the usual report is as in ${file}`, async () => {
    const usual = new Set((await render({ ...wanted, style: 'default' })).split('\n'));
    const added = (await render(wanted)).split('\n').filter((line) => !usual.has(line));
    isGolden(file, `${added.join('\n')}\n`);
  });

test('JSON has the rows of the analyzed run', async () => {
  const { rows } = JSON.parse(await render({ format: 'json' }));
  const expected = runRows(analyze(RECORDED));
  assert.deepEqual(rows, JSON.parse(JSON.stringify(expected)));
});

for (const suite of ['scalajack', 'playground'])
  test(`the comparison with the published table of ${suite} is golden`, async () => {
    const text = await renderAs(against(suite), 'terminal', { width: 100, color: false });
    // Only the table of sizes of playground, which scalajack hasn't.
    const begin = Math.max(0, text.indexOf('\ncompression, '));
    const end = text.indexOf(begin > 0 ? '\n\nThe page was measured' : 'How this was measured');
    isGolden(`against-${suite}.golden.txt`, `${text.slice(begin, end).replace(/^\n|\s+$/g, '')}\n`);
  });

test('the comparison with a published table is golden as JSON, in one of its rows', async () => {
  const run = recordedWith('scalajack');
  const published = run.record.published!.filter(({ serializer }) => serializer === 'ark/circe');
  const report = againstReport(analyze({ ...run, record: { ...run.record, published } }))!;
  const { published: tables } = JSON.parse(await renderAs(report, 'json', { width: 100, color: false }));
  isGolden('against-scalajack.golden.json', `${JSON.stringify(tables, null, 2)}\n`);
});

test('the format of a recorded run is golden', () =>
  isGolden('recorded-run.golden.txt', readFileSync(join(recordedFolder, SEAL_FILE), 'utf8')));

for (const width of [80, 100, 120]) {
  for (const style of TABLE_STYLES)
    test(`no line of style ${style} is wider than ${width} columns`, async () => {
      const suite = style === 'playground' ? style : 'scalajack';
      fits(await render({ format: 'terminal', style, width, suite }), width);
    });
  test(`no line of a comparison with a published table is wider than ${width} columns`, async () => {
    for (const suite of ['scalajack', 'playground'])
      fits(await renderAs(against(suite), 'terminal', { width, color: false }), width);
  });
}

test('colors appear on request only, and change no text', async () =>
  isOnlyColoured(await render({ format: 'terminal' }), await render({ format: 'terminal' }, true)));
