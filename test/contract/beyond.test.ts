import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { INT64, recordOf as schemaOf } from '../schema/schemas.ts';
import { recordOf, rowsIn, runIn, scratchFolder, succeeds, wiremark } from './command.ts';
import { suiteToml, writeDataset, writeNodeRunner } from './definitions.ts';

const scratch = scratchFolder('beyond');
/** A secret: every document has it as an enum value. */
const WORD = 'zyzzyva';

const SCHEMA = schemaOf({
  id: { ...INT64, minimum: 0, maximum: 9007199254740991 },
  status: { enum: [WORD, `${WORD}-2`] },
});

/** Changes that each row makes to a document before it writes or returns it. */
const CHANGES: Record<string, string> = {
  honest: '',
  near: 'document = { ...document, id: BigInt(Number(document.id)) };',
  throws: "if (document.id > 2n ** 53n) throw new RangeError('too large: ' + document.status);",
  wrong: "document = { ...document, status: document.status + 's' };",
};

/** Writes the dataset, a runner with these rows, and a suite. @returns the folder, and words that select the suite */
async function folderWith(name: string, rows: readonly string[]) {
  const cwd = scratch(name);
  await writeDataset(join(cwd, 'datasets/orders'), SCHEMA, '[sizes.sample]\ndocuments = 20\n');
  const sourceOf = (id: string) => `import { appendFileSync } from 'node:fs';
export default { version: '1', create() {
  appendFileSync(${JSON.stringify(join(cwd, `${id}.started`))}, '.');
  const changed = (document) => { ${CHANGES[id]} return document; };
  return {
    serialize(document) {
      const { id, status } = changed(document);
      return '{"id":' + id + ',"status":' + JSON.stringify(status) + '}';
    },
    deserialize: (text) => changed({ ...JSON.parse(text), id: BigInt(/-?\\d+/.exec(text)[0]) }),
  };
} };\n`;
  const tasks = ['serialize', 'deserialize'];
  const sources = Object.fromEntries(rows.map((id) => [id, sourceOf(id)]));
  const manifest = writeNodeRunner(join(cwd, 'mine'), { runtime: 'mine', tasks, rows: sources });
  const suite = { serializers: ['mine/honest', 'mine/*'], dataset: 'orders', size: 'sample', tasks };
  writeFileSync(join(cwd, 'mine.toml'), suiteToml(suite));
  return { cwd, words: ['mine.toml', '--runner', manifest] };
}

function outputsOf(cwd: string): string[] {
  const run = runIn(cwd);
  const [page, exported] = [join(cwd, 'page.html'), join(cwd, 'run.wiremark')];
  assert.ok([0, 1].includes(wiremark(cwd, ['report', '--html', page]).status!));
  succeeds(cwd, ['runs', 'export', 'last', '--out', exported]);
  const reports = ['terminal', 'json'].map((format) => wiremark(cwd, ['report', '--format', format]).stdout);
  assert.ok(reports.every((text) => text.length > 100));
  return [
    ...readdirSync(run).map((name) => readFileSync(join(run, name), 'latin1')),
    ...reports,
    readFileSync(page, 'utf8'),
    gunzipSync(readFileSync(exported)).toString('latin1'),
  ];
}

test("a row that fails only outside its data's range is ok, ranked, and has a note", async () => {
  const { cwd, words } = await folderWith('range', ['honest', 'near', 'throws']);
  const flags = '-t serialize --quick --rounds 2 --format json'.split(' ');
  const { stdout } = succeeds(cwd, ['run', ...words, ...flags]);
  const rows = rowsIn(stdout).filter(({ rank }) => rank !== null);
  const notes = Object.fromEntries(rows.map((row) => [row.serializer, row.beyond]));
  assert.deepEqual(Object.keys(notes).sort(), ['honest', 'near', 'throws']);
  assert.equal(notes.honest, null);
  assert.equal(notes.near, "can't hold integers above 2⁵³; your data has none");
  assert.match(notes.throws!, /^outside your data's range: .*too large/);
  // One process verifies, one tries values outside the range, and each round has its own.
  assert.equal(readFileSync(join(cwd, 'near.started'), 'utf8').length, 4);
  assert.equal(recordOf(runIn(cwd)).outcomes.filter((one) => one.beyond !== undefined).length, 2);
  for (const format of ['terminal', 'summary'])
    assert.match(
      wiremark(cwd, ['report', '--format', format]).stdout.replace(/\s+/g, ' '),
      /mine\/near: can't hold integers above 2⁵³; your data has none\./,
    );
});

test('--redact keeps the content of documents out of checks, reports and files', async () => {
  const { cwd, words } = await folderWith('redacted', ['honest', 'near', 'throws', 'wrong']);
  const secret = new RegExp(WORD);
  const checked = wiremark(cwd, ['check', ...words, '--redact']);
  assert.equal(checked.status, 1, checked.stderr);
  assert.match(checked.stdout, /deserialize/);
  const told = /mine\/near ok outside your data's range: \/id: expected an integer of/;
  assert.match(checked.stdout.replace(/\s+/g, ' '), told);
  assert.doesNotMatch(checked.stdout, secret);
  const open = wiremark(cwd, ['check', ...words]);
  assert.match(open.stdout, new RegExp(`expected "${WORD}`), 'without --redact');
  const flags = '-t serialize --quick --rounds 1 --redact'.split(' ');
  const run = wiremark(cwd, ['run', ...words, ...flags]);
  assert.equal(run.status, 1, run.stderr);
  assert.match(run.stdout, /mine\/wrong +mismatch/);
  for (const text of [run.stdout, run.stderr, ...outputsOf(cwd)]) assert.doesNotMatch(text, secret);
  assert.equal(recordOf(runIn(cwd)).request.redact, true);
});
