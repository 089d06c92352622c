import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyze } from '../../src/analysis/analyze.ts';
import { chartMarkup } from '../../src/report/charts/markup.ts';
import { REPORT_FORMATS, render } from '../../src/report/formats.ts';
import { reportOf } from '../../src/report/run/report.ts';
import { signedRankCentre } from '../../src/stats/signed-rank.ts';
import type { Sample } from '../../src/store/record/record.ts';
import { makePageData } from '../../src/web/run/render.ts';
import { slice, smallRun, stored } from './small-run.ts';

/** More than a call takes arguments. */
const MANY = 130_000;

test(`${MANY} slices of a row in one round are reported and drawn, and have a page`, async () => {
  const samples = [0, 1].flatMap((contender) =>
    Array.from({ length: MANY }, (_, block): Sample => {
      const ns = 1_000_000 * (1 + contender) + ((block * 7919) % 1009) * 500;
      return { ...slice, contender, ns, waitNs: 0, block };
    }),
  );
  const run = { ...smallRun([[1], [1]]), samples: stored(samples) };
  const view = analyze(run);
  for (const { samples, rounds } of view.cases[0]!.ranked) assert.deepEqual([samples, rounds], [MANY, 1]);
  for (const format of REPORT_FORMATS) await render(reportOf(view, {}), format, { width: 100, color: false });
  for (const { svg } of await chartMarkup(run)) assert.ok(svg.length < 2 ** 21);
  const data = makePageData(run);
  assert.ok(JSON.stringify(data).length < 2 ** 17);
  assert.deepEqual(data.view.cases, view.cases);
});

test('with more than 1,000 values, the interval is close to the exact interval', () => {
  const values = (n: number) => Array.from({ length: n }, (_, i) => Math.sin(i * i));
  const [exact, normal] = [1000, 1001].map((n) => signedRankCentre(values(n), 0.95).interval!);
  assert.ok(Math.abs(exact!.high - exact!.low - (normal!.high - normal!.low)) < 0.002);
});
