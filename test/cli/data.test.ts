import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readDataset } from '../../src/define/dataset.ts';
import { scratchFolder } from '../contract/command.ts';
import { here, patternHere } from '../contract/shipped.ts';
import { wiremark as inProcess, refuses, succeeds } from './in-process.ts';

const before = process.cwd();
const folder = scratchFolder('own')('here');
process.chdir(folder);
after(() => process.chdir(before));

const order = (id: number) => ({
  id,
  status: id % 2 ? 'open' : 'paid',
  total: id / 4,
  customer: { name: `n${id}` },
});
const orders = Array.from({ length: 50 }, (_, id) => order(id));
writeFileSync('orders.ndjson', orders.map((one) => `${JSON.stringify(one)}\n`).join(''));
writeFileSync('list.json', JSON.stringify(orders));

const printed = (...argv: string[]) => inProcess('.', argv);

const LIST = ['run', '--list', '-r', here.runtime, '-s', 'json'];

test('documents are announced in three lines, and planned without a suite', async () => {
  const { stdout, stderr } = await succeeds('.', [...LIST, '--data', 'orders.ndjson']);
  assert.deepEqual(
    stderr
      .replace(/see it: .* infer/, 'see it: wiremark infer')
      .split('\n')
      .slice(0, -1),
    [
      'wiremark: orders.ndjson: 50 documents, one a line (NDJSON). 40 are used for timing, 10 are held out.',
      'wiremark: Schema: 5 fields in 2 records; see it: wiremark infer orders.ndjson',
      'wiremark: /status is taken as an enum of 2 values (--as /status=string keeps it text; protobuf and avro write an enum as a number).',
    ],
  );
  assert.match(
    stdout,
    patternHere(/^orders\/sample, serialize\n {2}HERE\/json {2}\(baseline\)\norders\/sample, deserialize\n/),
  );
  assert.equal(existsSync('.wiremark'), false);
});

test('without names or formats the usual few rows of a language are planned, and all on request', async () => {
  const planned = async (...flags: string[]) => {
    const words = `run --list -t serialize -r ${here.runtime} --data orders.ndjson`.split(' ');
    const { stdout } = await succeeds('.', [...words, ...flags]);
    return { rows: stdout.split('\n').filter((line) => line.startsWith('  ')).length, stdout };
  };
  const usual = await planned();
  assert.ok(usual.rows >= 3 && usual.rows <= 5, usual.stdout);
  assert.match(usual.stdout, /not measured unless asked for: every other serializer: --all\n/);
  const all = await planned('--all');
  assert.ok(all.rows > 2 * usual.rows);
  assert.doesNotMatch(all.stdout, /unless asked for/);
  assert.equal((await planned('-f', 'bson')).rows, 1, 'a format chooses among all rows');
});

test('a list at the root is read as its elements, or as one document on request', async () => {
  const told = async (...flags: string[]) => (await printed(...LIST, '--data', 'list.json', ...flags)).stderr;
  assert.match(
    await told(),
    /list\.json: 50 documents, the elements of a list \(--documents root reads it as one\)\. 40/,
  );
  const expected = /list\.json: 1 JSON document\. It is timed; similar ones are generated for the checks\./;
  assert.match(await told('--documents', 'root'), expected);
});

test('the announced command shows the schema, with the same flags', async () => {
  writeFileSync("Bill's orders.json", JSON.stringify(orders));
  const flags = ['--documents', 'root', '--as', '/*/total=double'];
  const { stderr } = await printed(...LIST, '--data', "Bill's orders.json", ...flags);
  const words = "'Bill'\\''s orders.json' --documents root --as '/*/total=double'\n";
  assert.ok(stderr.includes(` infer ${words}`), stderr);
});

test('with a suite, its rows are planned; --schema replaces the inferred schema', async () => {
  await succeeds('.', ['infer', 'orders.ndjson', '--out', 'orders.json']);
  const suite = ['run', 'quickstart', '--list', '-r', here.runtime, '--no-limits'];
  const { stdout, stderr } = await printed(...suite, '--data', 'orders.ndjson', '--schema', 'orders.json');
  assert.match(stderr, /Schema: 5 fields in 2 records, from orders\.json\n/);
  assert.match(
    stdout,
    patternHere(/^orders\/sample, serialize\n {2}HERE\/json {2}\(baseline\)\n {2}HERE\/hand-written\n/),
  );
  const schema = JSON.parse(readFileSync('orders.json', 'utf8'));
  schema.$defs.Customer.properties.name.maxLength = 2;
  writeFileSync('short.json', JSON.stringify(schema));
  const wrong = [...LIST, '--data', 'orders.ndjson', '--schema', 'short.json'];
  await refuses('.', wrong, /^wiremark: orders\.ndjson:11 \(\/customer\/name\): .*\n$/);
});

test('types that change the results, and bytes of any type, are announced', async () => {
  const event = { id: '123e4567-e89b-12d3-a456-426614174000', meta: [1, 'a', null, 'bcdefgh'], gone: null };
  writeFileSync('event.json', JSON.stringify(event));
  const { stderr } = await printed(...LIST, '--data', 'event.json');
  const types = '/id is taken as a uuid (--as /id=string keeps it text), /gone as a string (always null).';
  const share = "20 % of the bytes are of any type (/meta/*): Avro can't hold them";
  for (const line of [types, share]) assert.ok(stderr.includes(`\nwiremark: ${line}`), stderr);
});

test('flags that exclude each other, and files instead of names, are refused in one line', async () => {
  const own = '--data orders.ndjson';
  writeFileSync('empty.json', '[]');
  for (const [argv, line] of [
    ['run --schema orders.json', /--schema needs --data FILE/],
    ['run --keep-data', /--keep-data needs --data FILE/],
    [`run league ${own} --all`, /--all is for --data alone: suite league has its own rows/],
    ['run --as /id=string', /--as needs --data/],
    ['new dataset x --as /id=string', /--as needs --from FILE/],
    [`run ${own} -d users`, /-d users matches no dataset or size of the rows for orders\./],
    [
      `check ${own} -s proto`,
      /-s proto matches no serializer of the rows for orders\. Did you mean "protobuf"\?/,
    ],
    [`run ${own} --resume`, /option '--resume \[run\]' cannot be used with option '--data <file>'/],
    [`run ${own} --as /id=text`, /--as \/id=text: unknown kind "text"/],
    ['run --data x --schema y --as /id=string', /option '--schema <file>' cannot be used with option '--as/],
    ['run orders.ndjson', /"orders\.ndjson" is a file, not a name\. Did you mean --data orders\.ndjson\?/],
    ['run -d orders.ndjson', /"orders\.ndjson" is a file, not a name\. Did you mean --data orders\.ndjson\?/],
    ['run --data none.ndjson', /none\.ndjson/],
    [`run ${own} -s hand-written --objects plain`, /--objects plain: these rows need typed objects\./],
    ['infer ', /the path of the documents is empty/],
    [
      'run --data empty.json',
      /empty\.json: its document is empty \(\[\] or \{\}\), so there is nothing to measure/,
    ],
  ] as const) {
    const errors = await refuses('.', argv.split(' '), line);
    const told = errors.replace(/^wiremark: (orders\.ndjson: |Schema: |\/status ).*\n/gm, '');
    assert.equal(told.replace('(--help explains)\n', '').split('\n').length, 2, errors);
  }
});

test('infer prints decisions and schema; in a pipe and with --format json the schema alone', async () => {
  const { stdout } = await printed('infer', 'orders.ndjson');
  assert.equal(JSON.parse(stdout).title, 'orders');
  assert.equal((await printed('infer', 'orders.ndjson', '--format', 'json')).stdout, stdout);
  const table = await printed('infer', 'orders.ndjson', '--format', 'terminal', '--as', '/id=string');
  assert.equal(table.status, 2);
  assert.match(table.stderr, /--as \/id=string: orders\.ndjson:1 has a number there/);
  const decided = (await printed('infer', 'orders.ndjson', '--format', 'md', '--as', '/id=double')).stdout;
  assert.match(decided, /\| \/total +\| double +\|/);
  assert.match(decided, /\| \/id +\| double +\|/);
  assert.match(decided, /## Schema\n\n```json\n\{\n/);
});

test('new dataset --from keeps documents in the working folder, once', async () => {
  const make = ['new', 'dataset', 'mine', '--from', 'orders.ndjson'];
  await succeeds('.', make);
  const { title, documents, sizes } = readDataset(join('datasets', 'mine'));
  const facts = [title, documents, sizes[0]!.documents];
  assert.deepEqual(facts, ['mine: your 50 documents', 'documents.ndjson', 40]);
  await refuses('.', make, /there is already a dataset "mine", in /);
  assert.match((await printed('list', '-d', 'mine')).stdout, /mine/);
});
