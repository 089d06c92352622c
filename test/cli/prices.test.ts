/** Prices are the reader's own: both or none, and nothing that is no price. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../../src/cli/errors.ts';
import { refuseLost } from '../../src/cli/print.ts';
import { recordedFolder } from '../report/make-recorded-run.ts';
import { refuses, wiremark } from './in-process.ts';

test('one price alone is refused before anything is measured or read', async () => {
  for (const prices of [{ priceCore: 0.04 }, { priceGb: 0 }])
    assert.throws(
      () => refuseLost({ format: 'json', ...prices }),
      new UsageError('--price-core and --price-gb: give both prices, 0 for what costs nothing'),
    );
  refuseLost({ format: 'json', priceCore: 0, priceGb: 0.04 });
  const free = { format: 'json', priceCore: 0, priceGb: 0 } as const;
  assert.throws(() => refuseLost(free), /at prices of 0 all rows cost the same/);
});

test('costs without prices are refused, with the flags that are missing', async () => {
  for (const asked of [
    ['--sort', '-cost'],
    ['--columns', 'name,cost'],
  ]) {
    const told = `: ${asked[0]} cost needs prices: add --price-core N and --price-gb N\n$`;
    await refuses('.', ['report', recordedFolder, ...asked], new RegExp(told));
  }
});

test('the flags of a report are prices, and rows may be sorted by what they cost', async () => {
  const sorted = '--price-core 0.04 --price-gb 0 --sort -cost --columns cost --format csv'.split(' ');
  const { stdout } = await wiremark('.', [
    'report',
    recordedFolder,
    '-d',
    'users',
    '-t',
    'serialize',
    ...sorted,
  ]);
  const [head, ...rows] = stdout.trim().split('\n');
  assert.equal(head, 'dataset,size,task,name,cost');
  const costs = rows.map((row) => row.split(',').at(-1)!).filter((cost) => cost !== '');
  assert.ok(costs.length > 2);
  assert.deepEqual(
    costs,
    costs.toSorted((a, b) => Number(b) - Number(a)),
  );
  const wrong = ['report', recordedFolder, '--price-core', '-1', '--price-gb', '0'];
  await refuses('.', wrong, /It takes a price of 0 or more, like 0\.04\./);
});
