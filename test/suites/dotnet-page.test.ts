/** The figures of the page that BenchmarkDotNet printed, and how the style that is named after it prints them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parsePublished } from '../../src/define/published.ts';
import type { PublishedFigure } from '../../src/define/published-figure.ts';
import { styled } from '../../src/report/styles/styles.ts';
import { renderTerminal } from '../../src/report/text/terminal.ts';
import { groupBy } from '../../src/stats/group-by.ts';
import { studentCritical } from '../../src/stats/student.ts';
import { isGolden } from '../report/golden.ts';
import { contender, known, memory, onlyCase, outcome, smallRun } from '../report/small-run.ts';

const file = fileURLToPath(new URL('../../suites/dotnet.published.csv', import.meta.url));
const EDITION = '2022-08-28';
const page = parsePublished(readFileSync(file, 'utf8'), file, [EDITION, '2022-12-16', '2023-02-26']);

const NANOSECONDS = 1000;

/** Figures of a row of the page. */
class PageRow {
  readonly name: string;
  readonly #figures: readonly PublishedFigure[];

  constructor(figures: readonly PublishedFigure[]) {
    this.#figures = figures;
    this.name = `page/${figures[0]!.serializer.split('/')[1]}`;
  }

  of(metric: string): PublishedFigure {
    return this.#figures.find((one) => one.metric === metric)!;
  }

  /** As many times as the page has, with its mean, deviation and extremes. */
  get times(): number[] {
    const { value: mean, error } = this.of('mean');
    const [deviation, least, most] = ['stddev', 'minimum', 'maximum'].map(
      (metric) => this.of(metric).value,
    ) as [...[number, number, number]];
    // The error is t·s/√n: only one number of times gives it.
    const gives = (count: number) => (studentCritical(0.999, count - 1) * deviation) / Math.sqrt(count);
    const counts = Array.from({ length: 40 }, (_, i) => i + 6);
    const count = counts.reduce((best, one) =>
      off(gives(one), error!) < off(gives(best), error!) ? one : best,
    );
    const pairs = Math.floor((count - 2) / 2);
    const middle = (count * mean - least - most) / (count - 2);
    const squares =
      (count - 1) * deviation ** 2 -
      (least - mean) ** 2 -
      (most - mean) ** 2 -
      (count - 2) * (middle - mean) ** 2;
    const apart = Math.sqrt(Math.max(0, squares) / (2 * pairs));
    const rest = Array.from({ length: count - 2 - 2 * pairs }, () => middle);
    const both = Array.from({ length: pairs }, () => [middle - apart, middle + apart]).flat();
    return [least, most, ...both, ...rest].map((time) => time * NANOSECONDS);
  }
}

const off = (found: number, told: number) => Math.abs(found - told);

function tablesOf(task: string): string {
  const own = page.filter((one) => one.edition === EDITION && one.size === 'small' && one.task === task);
  const names = [...new Set(own.map(({ serializer }) => serializer))];
  const rows = names.map((name) => new PageRow(own.filter(({ serializer }) => serializer === name)));
  const outcomes = rows.map((row, i) => {
    const collections = Object.fromEntries(
      ['gen0', 'gen1', 'gen2'].map((name) => [name, known(row.of(name).value)]),
    );
    return outcome(i, { memory: memory({ collections, allocated: known(row.of('allocated').value) }) });
  });
  const contenders = rows.map((row) =>
    contender(row.name, { format: row.of('mean').table.startsWith('JSON') ? 'json' : 'own:page' }),
  );
  const run = smallRun(
    rows.map(({ times }) => times),
    { contenders, outcomes },
  );
  const baseline = names.indexOf('dotnet/system-text-json');
  const cases = run.record.cases.map((one) => ({ ...one, baseline }));
  const { blocks } = styled(
    'bdn',
    onlyCase({ ...run, record: { ...run.record, cases } }),
    run.record.settings,
  );
  return renderTerminal(blocks, { width: 200, color: false });
}

test('the page is whole, and its figures agree with each other', () => {
  const editions = ['2022-08-28', '2022-12-16', '2023-02-26'];
  assert.deepEqual(
    editions.map((name) => page.filter(({ edition }) => edition === name).length),
    [744, 384, 894],
  );
  const rows = groupBy(page, ({ edition, table, serializer }) => `${edition}, ${table}, ${serializer}`);
  const figureOf = (row: string, metric: string) =>
    rows.get(row)!.find((one) => one.metric === metric)?.value;
  for (const row of rows.keys()) {
    const [least, mean, most, ...collections] = ['minimum', 'mean', 'maximum', 'gen0', 'gen1', 'gen2'].map(
      (metric) => figureOf(row, metric)!,
    );
    assert.ok(least! <= mean! && mean! <= most!, row);
    // A collection of a generation counts for the younger ones, too.
    assert.deepEqual(
      collections.toSorted((a, b) => b - a),
      collections,
      row,
    );
    const base = row.replace(/[^/]+$/, 'system-text-json');
    for (const [metric, ratio, error] of [
      ['mean', 'ratio', 0.03],
      ['allocated', 'allocated-ratio', 0.0055],
    ] as const) {
      const told = figureOf(row, ratio);
      // Its times were of two kinds, and the page's ratio is of the faster one.
      if (told === undefined || row === '2023-02-26, JSON serialize small, dotnet/jil') continue;
      assert.ok(Math.abs(figureOf(row, metric)! / figureOf(base, metric)! - told) < error, `${row} ${ratio}`);
    }
  }
});

test("the page's figures have the page's units and decimals", () => {
  const tables = ['serialize', 'deserialize'].map((task) => `${task}\n${tablesOf(task)}`);
  isGolden(import.meta.dirname, 'bdn-page.golden.txt', tables.join('\n'));
});
