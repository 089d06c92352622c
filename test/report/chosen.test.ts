import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyze, runRows } from '../../src/analysis/analyze.ts';
import { columnCalled, dataIds, RESULT_COLUMNS, resultColumn } from '../../src/analysis/columns.ts';
import type { ReportFormat } from '../../src/report/formats.ts';
import { csvLines } from '../../src/report/text/csv.ts';
import { RECORDED } from './recorded.ts';
import { type Asked, csvRows, namedRun, reported, smallRun } from './small-run.ts';

const run = namedRun({
  'mill/a': { ns: 1000, bytes: 300 },
  'ark/b': { ns: 500, bytes: 400 },
  'ark/c': { ns: 2000, bytes: 100, format: 'avro', output: 'bytes' },
});

const rendered = ({ format = 'md', ...options }: Asked & { readonly format?: ReportFormat }) =>
  reported(run, format, options);
const wanted = (...words: string[]) =>
  words.map((word) => ({ id: columnCalled(word.replace('+', ''))!, more: word.startsWith('+') }));
const head = (text: string) =>
  /^\| #.*/m
    .exec(text)![0]
    .replace(/^\| | +\|$/g, '')
    .split(/ +\| +/);

test('the ranking has the requested columns, or the usual columns and these', async () => {
  assert.deepEqual(head(await rendered({ columns: wanted('ratio', 'ops/s', 'MB/s', 'version') })), [
    ...['#', 'serializer', 'ratio', 'ops/s', 'MB/s', 'version'],
  ]);
  const more = head(await rendered({ columns: wanted('+ops_per_s', '+MB/s') }));
  assert.deepEqual(more.slice(-2), ['ops/s', 'MB/s']);
  assert.ok(more.includes('finding') && more.includes('time'));
});

test('the head of a column finds that column', () => {
  for (const { id } of RESULT_COLUMNS) assert.ok(dataIds(columnCalled(id)!).includes(id), id);
});

test('requested columns are shown in a narrow terminal, too', async () => {
  const text = await reported(run, 'terminal', { width: 40, columns: wanted('interval', 'gzip') });
  assert.match(text, /^# +serializer +98 % interval +gzip$/m);
});

test('the important columns stay in a terminal of 80 columns, and hidden ones are named', async () => {
  const text = await reported(RECORDED, 'terminal', {
    ...{ width: 80, choice: { filters: { dataset: ['record/single'], task: ['serialize'] } } },
  });
  assert.match(text, /^# +serializer +time +ratio +finding +bytes +gzip$/m);
  assert.match(text, /^hidden: 98 % interval, zstd, × walk, % of hand; show one: --columns \+interval$/m);
});

test('the serializer is shown once, though it is requested', async () => {
  assert.deepEqual(head(await rendered({ columns: wanted('serializer', 'bytes') })), [
    '#',
    'serializer',
    'bytes',
  ]);
});

test('megabytes per second divide the size of a document by its time', () => {
  const rows = runRows(analyze(run)).map((row) => `${row.name} ${row.megabytesPerSecond?.toFixed(6)}`);
  assert.deepEqual(rows, ['ark/b 800.000000', 'mill/a 300.000000', 'ark/c 50.000000']);
});

test('rows have the requested order in every format, and keep their ranks', async () => {
  const by = (word: string, descending: boolean) => ({
    choice: { order: { column: resultColumn(columnCalled(word) as 'bytes'), descending } },
  });
  const order = (text: string) =>
    [...text.matchAll(/^\| (?:\*\*)?\d\S* +\| \S*?(.\/\w)/gm)].map(([, name]) => name);
  assert.deepEqual(order(await rendered(by('bytes', false))), ['k/c', 'l/a', 'k/b']);
  const rows = (await csvRows(run, by('ops/s', false))).map(({ name, rank }) => `${name} ${rank}`);
  assert.deepEqual(rows, ['ark/c 3', 'mill/a 2', 'ark/b 1']);
});

test('CSV has the requested columns, and the name of the row', async () => {
  const text = await rendered({ format: 'csv', columns: wanted('interval', 'MB/s') });
  assert.match(text, /^dataset,size,task,name,ratio_low,ratio_high,mb_per_s\n/);
});

test('filters leave rows out and change no figure of the others', async () => {
  const choice = { filters: { runtime: ['ark'] } };
  const json = JSON.parse(await rendered({ format: 'json', choice }));
  const all = JSON.parse(await rendered({ format: 'json' }));
  const ofArk = ({ runtime }: { runtime: string }) => runtime === 'ark';
  assert.deepEqual(json.rows, all.rows.filter(ofArk));
  assert.ok(json.answers[0].runtimes.length === 1 && json.answers[0].runtimes.every(ofArk));
  const avro = await rendered({ choice: { filters: { wireFormat: ['avro'] } } });
  assert.match(avro, /ark\/c is the only library shown: 2\.00× slower than/);
});

test('text that a spreadsheet would run gets an apostrophe; negative numbers get none', async () => {
  const hostile = ['=cmd|x!A1', '+1', '-2+3', '@SUM(A1)', '\tx', 'fine'];
  const rows = await csvRows(smallRun(hostile.map((title, i) => ({ ns: 100 + i, title }))));
  const titles = rows.map(({ title }) => title);
  assert.deepEqual(titles.sort(), hostile.map((title) => (title === 'fine' ? title : `'${title}`)).sort());
  assert.equal(csvLines([[-1, -2.5, '-x', null, true]]), "-1,-2.5,'-x,,true\n");
});
