/** From a run to the files of its charts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Resvg } from '@resvg/resvg-js';
import { chartMarkup } from '../../../src/report/charts/markup.ts';
import { buildView } from '../../../src/report/view/view.ts';
import { recordedRun } from '../recorded.ts';
import { inCases, namedRun, outcome, sized, smallRun } from '../small-run.ts';
import { shownTexts } from './examples.ts';

const textsIn = (svg: string) => shownTexts(svg).map(({ text }) => text);

test('a run has its charts as files of different names, each an SVG by itself', async () => {
  const run = await recordedRun('scalajack');
  const charts = chartMarkup(run);
  const files = charts.map(({ file }) => file);
  assert.equal(new Set(files).size, files.length);
  for (const file of ['users-small-serialize.ratios', 'record-single-serialize.writing.published'])
    assert.ok(files.includes(`${file}.svg`), `${file} in ${files}`);
  for (const { file, svg } of charts) {
    assert.ok(new Resvg(svg, { font: { loadSystemFonts: false } }).height > 100, file);
    assert.doesNotMatch(svg, /NaN|undefined|Infinity/, file);
    const source = `${run.record.machine.cpu}, ${run.record.suite.name}, 2026-01-0`;
    assert.ok(textsIn(svg).join(' ').includes(source), file);
  }
});

test('every row of a case is in its chart: ranked ones drawn, the others with their verdict', async () => {
  const run = await recordedRun();
  const charts = chartMarkup(run);
  for (const one of buildView(run).cases) {
    const chart = charts.find(({ file }) => file === `${one.dataset}-${one.size}-${one.task}.ratios.svg`)!;
    const texts = textsIn(chart.svg);
    for (const { name } of one.ranked)
      assert.ok(
        texts.some((text) => `${text} (`.startsWith(`${name} (`)),
        name,
      );
    for (const row of one.unranked) {
      const why = row.kind === 'failed' ? row.verdict : 'not measured';
      assert.ok(texts.join(' ').includes(`${row.name} (${why})`), row.name);
    }
  }
});

test('names that would be one file stay two', async () => {
  const run = inCases(smallRun([[100], [200]]), { dataset: 'a-b', size: 'c' }, { dataset: 'a', size: 'b-c' });
  const files = chartMarkup(run).map(({ file }) => file);
  assert.ok(files.includes('a-b-c-serialize.ratios.svg') && files.includes('a-b-c-serialize.ratios-2.svg'));
});

test('a case without a ranked row has no chart, and is no error', async () => {
  const run = smallRun([[100]], { outcomes: [outcome(0, { verdict: { verdict: 'crash', reason: 'r' } })] });
  assert.deepEqual(chartMarkup(run), []);
});

test('markup and control characters in names leave every SVG well-formed, with the name in it', async () => {
  const odd = 'node/a<b>&"\'\u0000\u0001\u001b[31m\ufffe';
  const suite = { name: 'small', title: '<&>', style: 'default' } as const;
  const times = { [odd]: [100, 101], 'node/json': [200, 202] };
  const run = namedRun(times, { outcomes: sized(500, 400), suite });
  const charts = chartMarkup(inCases(run, { dataset: 'x<y & "z"' }));
  assert.equal(charts.length, 1);
  const { file, svg } = charts[0]!;
  assert.match(file, /serialize\.ratios\.svg$/);
  // resvg is a strict XML parser.
  assert.ok(new Resvg(svg, { font: { loadSystemFonts: false } }).height > 100);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML may not have them
  assert.doesNotMatch(svg, /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/);
  for (const name of ['a<b>&"\'', 'x<y & "z"']) assert.ok(textsIn(svg).join('').includes(name), name);
});
