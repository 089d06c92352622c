/** Every format and style, whole, against files in golden/. UPDATE_GOLDEN=1 rewrites them: read the difference then. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import type { TableStyle } from '../../src/define/types.ts';
import { type ReportFormat, renderReport } from '../../src/report/report.ts';
import { displayWidth } from '../../src/report/width.ts';
import { publishedFigures, recordedRun } from './recorded.ts';

interface Golden {
  readonly file: string;
  readonly format: ReportFormat;
  readonly style: TableStyle;
  readonly width?: number;
  readonly suite?: string;
}

const GOLDENS: readonly Golden[] = [
  { file: 'default-80.golden.txt', format: 'terminal', style: 'default', width: 80, suite: 'scalajack' },
  { file: 'default-120.golden.txt', format: 'terminal', style: 'default', width: 120, suite: 'scalajack' },
  {
    file: 'playground-100.golden.txt',
    format: 'terminal',
    style: 'playground',
    width: 100,
    suite: 'playground',
  },
  { file: 'jmh-80.golden.txt', format: 'terminal', style: 'jmh', width: 80 },
  { file: 'default.golden.md', format: 'md', style: 'default', suite: 'scalajack' },
  { file: 'playground.golden.md', format: 'md', style: 'playground', suite: 'playground' },
  { file: 'jmh.golden.md', format: 'md', style: 'jmh' },
  { file: 'default.golden.csv', format: 'csv', style: 'default' },
  { file: 'default.golden.json', format: 'json', style: 'default', suite: 'scalajack' },
];

async function render({ format, style, width = 80, suite }: Omit<Golden, 'file'>, color = false) {
  return renderReport(await recordedRun(style), {
    format,
    terminal: { width, color },
    published: suite === undefined ? [] : publishedFigures(suite),
  });
}

for (const golden of GOLDENS) {
  test(`the report is as in ${golden.file}`, async () => {
    const file = join(import.meta.dirname, 'golden', golden.file);
    const text = await render(golden);
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
    assert.equal(text, readFileSync(file, 'utf8'));
  });
}

test('the recorded run is what its generator makes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wiremark-recorded-'));
  try {
    const generator = join(import.meta.dirname, 'make-recorded-run.ts');
    execFileSync(process.execPath, ['--import', 'tsx', generator, folder]);
    const recorded = join(import.meta.dirname, 'recorded');
    const text = (from: string, name: string) => readFileSync(join(from, name), 'utf8');
    // The formatter has its own idea of run.json's lines.
    assert.deepEqual(JSON.parse(text(folder, 'run.json')), JSON.parse(text(recorded, 'run.json')));
    assert.equal(text(folder, 'samples.jsonl'), text(recorded, 'samples.jsonl'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

for (const width of [80, 100, 120])
  for (const [style, suite] of [
    ['default', 'scalajack'],
    ['playground', 'playground'],
    ['jmh', 'scalajack'],
  ] as const)
    test(`no line of style ${style} is wider than ${width} columns`, async () => {
      const text = await render({ format: 'terminal', style, width, suite });
      const wide = text.split('\n').filter((line) => displayWidth(line) > width);
      assert.deepEqual(wide, []);
    });

test('colours are there only when asked for, and change no text', async () => {
  const plain = await render({ format: 'terminal', style: 'default' });
  const coloured = await render({ format: 'terminal', style: 'default' }, true);
  assert.equal(plain, stripVTControlCharacters(plain));
  assert.notEqual(coloured, plain);
  assert.equal(stripVTControlCharacters(coloured), plain);
});
