import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { type PreparedDataset, prepareDataset } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import { decodeFixture, encodeFixture } from '../../src/oracle/fixture.ts';
import type { Value } from '../../src/schema/value.ts';
import { DIGEST } from '../define/minimal.ts';
import { definitionError } from '../define/place.ts';
import { orders, userDataset } from '../userdata/user-dataset.ts';

async function workplace(context: TestContext, content = orders(50)) {
  const { folder, definition } = await userDataset(context, content);
  const scratch = join(folder, 'scratch');
  const prepare = (changed = definition) => prepareDataset(changed, 'sample', scratch);
  return { definition, scratch, prepare, file: join(definition.folder, 'documents.ndjson') };
}

const spelled = ({ model }: PreparedDataset, value: Value): string =>
  Buffer.from(codecs.json.encode(model, value)).toString();

function rewritten(folder: string, from: string | RegExp, to: string) {
  const file = join(folder, 'dataset.toml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  return () => readDataset(folder);
}

describe('a dataset of user data', () => {
  it('times the first documents, holds back the rest, and has their bytes', async (context) => {
    const { scratch, prepare, file } = await workplace(context);
    const prepared = await prepare();
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const all = [...prepared.documents, ...prepared.heldBack].map((one) => spelled(prepared, one));
    assert.deepEqual(JSON.parse(`[${all}]`), JSON.parse(`[${lines}]`));
    assert.equal(prepared.documents.length, 40);
    assert.deepEqual(prepared.objects, prepared.documents);
    const found = prepared.own?.map(({ bytes }) => `${Buffer.from(bytes)}`);
    assert.deepEqual(found, lines);
    writeFileSync(file, readFileSync(file, 'utf8').replace(',', ' ,'));
    assert.notEqual((await prepare()).digest, prepared.digest, 'white space is timed, too');
    assert.deepEqual(decodeFixture(prepared.fixture), prepared.documents);
    assert.ok(!existsSync(scratch), 'nothing is written');
  });

  it('is read each time: the digest finds an edited document and names the file', async (context) => {
    const { prepare, file } = await workplace(context);
    await prepare();
    const lines = readFileSync(file, 'utf8').split('\n');
    const why = /If documents\.ndjson, the schema or this file was changed/;
    for (const at of [0, 49]) {
      writeFileSync(file, lines.with(at, lines[at]!.replace(/"id":\d+/, '"id":7777')).join('\n'));
      const prepared = prepare();
      await assert.rejects(prepared, definitionError(8, 'sizes.sample.digest', why));
    }
  });

  it('is refused for an invalid document, with its place', async (context) => {
    const { prepare, file } = await workplace(context);
    const text = readFileSync(file, 'utf8');
    for (const [wrong, message] of [
      ['{"id": 1, "status": "LOST", "note": null}', /documents\.ndjson:51 \(\/status\): /],
      ['{"id": 1, "status"', /documents\.ndjson:5[12].*the end of the document/],
    ] as const) {
      writeFileSync(file, `${text}${wrong}\n`);
      await assert.rejects(prepare(), { name: 'UserDataError', message });
    }
  });

  it('is refused without its file, for a file that is too large, and for too few documents', async (context) => {
    const { prepare, file } = await workplace(context);
    writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(0, 39).join('\n'));
    const told = (line: number, key: string, words: RegExp) =>
      assert.rejects(prepare(), definitionError(line, key, words));
    await told(7, 'sizes.sample.documents', /40 are timed, but documents\.ndjson has 39/);
    truncateSync(file, 64 * 2 ** 20 + 1);
    await told(4, 'documents', /documents\.ndjson can't be read: .*65 MiB/);
    rmSync(file);
    await told(4, 'documents', /can't be read/);
  });

  it("can't configure generators, and has one size", async (context) => {
    const { definition } = await workplace(context);
    const file = join(definition.folder, 'dataset.toml');
    const text = readFileSync(file, 'utf8');
    for (const [key, more] of [
      ['generate', '[generate]'],
      ['sizes.sample.lengths', '[sizes.sample.lengths]'],
      ['sizes.sample.shared', '[sizes.sample.shared]'],
      ['sizes.large', `[sizes.large]\ndocuments = 1\ndigest = "${DIGEST}"`],
      ['locales', '[locales]\nen_US = 1'],
    ] as const) {
      const refused = definitionError(10, key, /leave (it|this one) out/i);
      assert.throws(rewritten(definition.folder, /$/, `\n${more}\n`), refused);
      writeFileSync(file, text);
    }
    const elsewhere = rewritten(definition.folder, '"documents.ndjson"', '"../documents.ndjson"');
    assert.throws(elsewhere, definitionError(4, 'documents', /expected a name/));
  });
});

describe('hard documents of a schema with bounds', () => {
  it('are within them; hard documents beyond them are separate', async (context) => {
    const { prepare } = await workplace(context);
    const prepared = await prepare();
    assert.deepEqual(prepared.hard, hardDocuments(prepared.model, 'bounds'));
    assert.deepEqual(prepared.beyond, hardDocuments(prepared.model, 'strict'));
    assert.ok(encodeFixture(prepared.model, prepared.hard).length > 0);
  });

  it('go to the limits of the types with --hard strict, which changes the digest', async (context) => {
    const { definition, prepare } = await workplace(context);
    const usual = await prepare();
    const strict = await prepare({ ...definition, hard: 'strict' });
    assert.deepEqual(strict.hard, hardDocuments(strict.model, 'strict'));
    assert.equal(strict.beyond, null);
    assert.notEqual(strict.digest, usual.digest);
    assert.deepEqual(strict.documents, usual.documents);
  });
});
