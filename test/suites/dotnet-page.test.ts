/** The style that is named after BenchmarkDotNet prints the figures of the .NET page as the page's own table does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parsePublished } from '../../src/define/published.ts';
import { styled } from '../../src/report/styles/styles.ts';
import { renderTerminal } from '../../src/report/text/terminal.ts';
import { groupBy } from '../../src/stats/group-by.ts';
import { studentCritical } from '../../src/stats/student.ts';
import { isGolden } from '../report/golden.ts';
import { known, memory, namedRun, onlyCase } from '../report/small-run.ts';

const file = join(import.meta.dirname, '../../suites/dotnet.published.csv');
const EDITION = '2022-08-28';
const page = parsePublished(readFileSync(file, 'utf8'), file, [EDITION, '2022-12-16', '2023-02-26']);

/** Times with the mean, error, standard deviation and extremes of a row of the page, in µs. */
function timesOf(mean: number, error: number, deviation: number, least: number, most: number): number[] {
  // The error is t·s/√n: only one number of times gives it.
  const off = (count: number) =>
    Math.abs((studentCritical(0.999, count - 1) * deviation) / Math.sqrt(count) - error);
  const count = Array.from({ length: 40 }, (_, i) => i + 6).sort((a, b) => off(a) - off(b))[0]!;
  const pairs = Math.floor((count - 2) / 2);
  const middle = (count * mean - least - most) / (count - 2);
  const extremes = (least - mean) ** 2 + (most - mean) ** 2;
  const squares = (count - 1) * deviation ** 2 - extremes - (count - 2) * (middle - mean) ** 2;
  const apart = Math.sqrt(Math.max(0, squares) / (2 * pairs));
  const both = Array.from({ length: pairs }, () => [middle - apart, middle + apart]).flat();
  return [least, most, ...both, ...(count % 2 === 0 ? [] : [middle])];
}

test("the page's figures have the page's units and decimals", () => {
  const own = page.filter(
    (one) => one.edition === EDITION && one.size === 'small' && one.task === 'serialize',
  );
  const rows = [...groupBy(own, ({ serializer }) => serializer)].map(([name, figures]) => {
    const of = (metric: string) => figures.find((one) => one.metric === metric)!;
    const [deviation, least, most] = ['stddev', 'minimum', 'maximum'].map((one) => of(one).value);
    const { value: mean, error, table } = of('mean');
    const generations = ['gen0', 'gen1', 'gen2'].map((one) => [one, known(of(one).value)]);
    const row = {
      ns: timesOf(mean, error!, deviation!, least!, most!).map((time) => time * 1000),
      memory: memory({
        collections: Object.fromEntries(generations),
        allocated: known(of('allocated').value),
      }),
      format: table.startsWith('JSON') ? ('json' as const) : ('own:page' as const),
    };
    return [name.replace('dotnet', 'page'), row] as const;
  });
  const isBaseline = ([name]: (typeof rows)[number]) => name === 'page/system-text-json';
  const run = namedRun(Object.fromEntries(rows.toSorted((a, b) => +isBaseline(b) - +isBaseline(a))));
  const { blocks } = styled('bdn', onlyCase(run), run.record.settings);
  isGolden(import.meta.dirname, 'bdn-page.golden.txt', renderTerminal(blocks, { width: 200, color: false }));
});
