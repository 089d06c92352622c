/** Rows that break only beyond the range of their data, and runs that tell no values, by the command itself. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { recordOf, rowsIn, runsIn, scratchFolder, succeeds, wiremark } from './command.ts';
import { suiteToml, writeDataset, writeNodeRunner } from './definitions.ts';

const scratch = scratchFolder('beyond');
/** Somebody's, in every document, as a value of an enum, a text and a key. */
const WORD = 'zyzzyva';

const SCHEMA = {
  type: 'object',
  properties: {
    id: { type: 'integer', format: 'int64', minimum: 0, maximum: 9007199254740991 },
    status: { enum: [WORD, `${WORD}-2`] },
  },
  required: ['id', 'status'],
  additionalProperties: false,
};

/** What each does to the document that it is given. */
const ROWS: Record<string, string> = {
  honest: '',
  near: 'document = { ...document, id: BigInt(Number(document.id)) };',
  throws: "if (document.id > 2n ** 53n) throw new RangeError('too large: ' + document.status);",
  wrong: "document = { ...document, status: document.status + 's' };",
};

/** A folder with a dataset whose integers have bounds, a runner of Node's kit with these rows, and a suite of all. */
async function folderWith(name: string, rows: readonly string[]) {
  const cwd = scratch(name);
  await writeDataset(join(cwd, 'datasets/orders'), SCHEMA, '[sizes.sample]\ndocuments = 20\n');
  const sourceOf = (id: string) => `import { appendFileSync } from 'node:fs';
export default { version: '1', create() {
  appendFileSync(${JSON.stringify(join(cwd, `${id}.started`))}, '.');
  const changed = (document) => { ${ROWS[id]} return document; };
  return {
    serialize(document) {
      const { id, status } = changed(document);
      return '{"id":' + id + ',"status":' + JSON.stringify(status) + '}';
    },
    deserialize: (text) => changed({ ...JSON.parse(text), id: BigInt(/-?\\d+/.exec(text)[0]) }),
  };
} };\n`;
  const tasks = ['serialize', 'deserialize'];
  writeNodeRunner(join(cwd, 'mine'), {
    ...{ runtime: 'mine', tasks },
    rows: Object.fromEntries(rows.map((id) => [id, sourceOf(id)])),
  });
  const suite = { serializers: ['mine/honest', 'mine/*'], dataset: 'orders', size: 'sample', tasks };
  writeFileSync(join(cwd, 'mine.toml'), suiteToml(suite));
  return { cwd, words: ['mine.toml', '--runner', 'mine/runner.toml'] };
}

/** Everything that is on disk of a run, and what can be made of it. */
function tellings(cwd: string): string[] {
  const [run] = runsIn(cwd);
  const page = join(cwd, 'page.html');
  const exported = join(cwd, 'run.wiremark');
  assert.ok([0, 1].includes(wiremark(cwd, ['report', '--html', page]).status!));
  succeeds(cwd, ['runs', 'export', 'last', '--out', exported]);
  const files = readdirSync(run!).map((name) => readFileSync(join(run!, name), 'latin1'));
  const reports = ['terminal', 'json'].map((format) => {
    const { stdout } = wiremark(cwd, ['report', '--format', format]);
    assert.ok(stdout.length > 100, format);
    return stdout;
  });
  return [
    ...files,
    ...reports,
    readFileSync(page, 'utf8'),
    gunzipSync(readFileSync(exported)).toString('latin1'),
  ];
}

test('a row that breaks only beyond the range of its data is ok, ranked, and has a note', async () => {
  const { cwd, words } = await folderWith('range', ['honest', 'near', 'throws']);
  const asked = '-t serialize --quick --rounds 2 --format json'.split(' ');
  const { stdout } = succeeds(cwd, ['run', ...words, ...asked]);
  const rows = rowsIn(stdout).filter(({ rank }) => rank !== null);
  const beyond = Object.fromEntries(rows.map((row) => [row.serializer, row.beyond]));
  assert.deepEqual(Object.keys(beyond).sort(), ['honest', 'near', 'throws']);
  assert.equal(beyond.honest, null);
  assert.equal(beyond.near, "can't hold integers above 2⁵³; your data has none");
  assert.match(beyond.throws!, /^outside your data's range: .*too large/);
  // A rehearsal, the process beyond, and one for each round.
  assert.equal(readFileSync(join(cwd, 'near.started'), 'utf8').length, 4);
  const [run] = runsIn(cwd);
  assert.equal(recordOf(run!).outcomes.filter((one) => one.beyond !== undefined).length, 2);
  for (const format of ['terminal', 'summary'])
    assert.match(
      wiremark(cwd, ['report', '--format', format]).stdout.replace(/\s+/g, ' '),
      /mine\/near: can't hold integers above 2⁵³; your data has none\./,
    );
});

test('check tells it too; what is redacted has no word of a document, wherever a row fails', async () => {
  const { cwd, words } = await folderWith('redacted', ['honest', 'near', 'throws', 'wrong']);
  const checked = wiremark(cwd, ['check', ...words, '--redact']);
  assert.equal(checked.status, 1, checked.stderr);
  assert.match(checked.stdout, /deserialize/);
  assert.match(
    checked.stdout.replace(/\s+/g, ' '),
    /mine\/near ok outside your data's range: \/id: expected an integer of/,
  );
  assert.doesNotMatch(checked.stdout, new RegExp(WORD));
  const open = wiremark(cwd, ['check', ...words]);
  assert.match(open.stdout, new RegExp(`expected "${WORD}`));
  const run = wiremark(cwd, ['run', ...words, '-t', 'serialize', '--quick', '--rounds', '1', '--redact']);
  assert.equal(run.status, 1, run.stderr);
  assert.match(run.stdout, /mine\/wrong +mismatch/);
  for (const text of [run.stdout, run.stderr, ...tellings(cwd)]) assert.doesNotMatch(text, new RegExp(WORD));
  assert.equal(recordOf(runsIn(cwd)[0]!).request.redact, true);
});
