/** Runs that earlier versions recorded, opened by every verb that reads runs. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runsFolder } from '../../src/store/locate.ts';
import { scratchFolder, wiremark } from '../contract/command.ts';

const kept = join(import.meta.dirname, '..', 'store');
const RUNS = [
  { name: 'first', from: 'schema-1', row: 'node/json', refused: /is over/ },
  { name: 'finished', from: 'schema-2/finished', row: 'node/protobufjs', refused: /is over/ },
  {
    ...{ name: 'killed', from: 'schema-2/killed', row: 'node/protobufjs' },
    refused: /the runner's code of node\/json and 1 more was not recorded/,
  },
] as const;

const root = scratchFolder('golden-runs')('runs');
mkdirSync(runsFolder(root), { recursive: true });
for (const { name, from } of RUNS)
  cpSync(join(kept, from), join(runsFolder(root), name), { recursive: true });

function well(args: readonly string[], status = [0]): string {
  const found = wiremark(root, args);
  assert.ok(status.includes(found.status!), `${args.join(' ')}: ${found.stderr}`);
  return found.stdout;
}

for (const { name, row, refused } of RUNS)
  test(`the ${name} run opens in a report and as a page, and says what it can't`, () => {
    const path = join(runsFolder(root), name);
    const csv = well(['report', path, '--format', 'csv'], [0, 1]);
    assert.match(csv, new RegExp(`,${row.replace('/', ',,')},`));
    const page = join(root, `${name}.html`);
    well(['report', path, '--html', page], [0, 1]);
    assert.ok(existsSync(page) && readFileSync(page, 'utf8').includes(row.split('/')[1]!));
    const { status, stderr } = wiremark(root, ['run', '--resume', path]);
    assert.equal(status, 2);
    assert.match(stderr, refused);
  });

test('they can be compared and asked in SQL, variants being what they could not know', () => {
  const path = (name: string) => join(runsFolder(root), name);
  const compared = JSON.parse(well(['compare', path('finished'), path('finished'), '--format', 'json']));
  assert.ok(compared.rows.length >= 6);
  assert.ok(compared.rows.every((one: { variant: null }) => one.variant === null));
  const query = `select r.runtime || '/' || r.serializer as row, r.variant, count(s.ops) as slices
    from results r join samples s using (run, dataset, size, task, runtime, serializer)
    where phase = 'block' and rank is not null group by all order by all`;
  const rows = JSON.parse(well(['sql', query, '--format', 'json']));
  assert.ok(rows.some(({ row }: { row: string }) => row === 'node/protobufjs'));
  assert.ok(rows.every((one: { variant: null; slices: number }) => one.variant === null && one.slices > 0));
});
