import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generateDocuments } from '../../src/dataset/generate.ts';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { makeDocuments, prepareDataset, readModel } from '../../src/dataset/prepare.ts';
import { unseenDocuments } from '../../src/dataset/unseen.ts';
import { readDataset } from '../../src/define/dataset.ts';
import type { DefinitionError } from '../../src/define/error.ts';
import { findDefinitions } from '../../src/define/found.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import { decodeFixture, encodeFixture } from '../../src/oracle/fixture.ts';
import { DIGEST } from '../define/minimal.ts';
import { definitionError, folderWith } from '../define/place.ts';
import { defined, written } from './definitions.ts';

function workplace(context: TestContext) {
  const { definition } = defined('datasets/every-kind');
  const folder = folderWith(context, {});
  const copy = join(folder, 'every-kind');
  cpSync(definition.folder, copy, { recursive: true });
  const [cache, whole] = [join(folder, 'cache'), readDataset(copy)];
  const prepare = (definition = whole, size = 'small') => prepareDataset(definition, size, cache);
  return { copy, cache, definition: whole, prepare };
}

function fileIn(cache: string): string {
  const [file, ...others] = readdirSync(cache);
  assert.deepEqual(others, []);
  return join(cache, file!);
}

describe('a prepared dataset', () => {
  it('has its timed documents on disk, with the pinned digest', async (context) => {
    const { cache, definition, prepare } = workplace(context);
    const prepared = await prepare();
    const documents = readFileSync(fileIn(cache));
    assert.ok(documents.equals(prepared.fixture));
    const hard = encodeFixture(prepared.model, prepared.hard);
    const sha256 = createHash('sha256').update(documents).update(hard).digest('hex');
    assert.equal(`sha256:${sha256}`, definition.sizes[0]!.digest);
    assert.equal(prepared.digest, definition.sizes[0]!.digest);
    const made = await generateDocuments(definition, prepared.model, prepared.size);
    assert.deepEqual(decodeFixture(documents), made);
    assert.deepEqual(prepared.documents, made);
    assert.deepEqual(prepared.hard, hardDocuments(prepared.model));
    assert.equal(prepared.beyond, null);
  });

  it('changes with a file that its schema refers to', async (context) => {
    const toml = `[sizes.small]\ndocuments = 1\ndigest = "${DIGEST}"\n`;
    const schema = { type: 'object', properties: { x: { $ref: 'x.json' } } };
    const { definition } = written(context, toml, schema, { 't/x.json': '{"type":"boolean"}' });
    const { folder } = definition;
    const size = definition.sizes[0]!;
    const { digest } = await makeDocuments(definition, readModel(definition), size);
    const right = { ...definition, sizes: [{ ...size, digest }] };
    await prepareDataset(right, 'small', join(folder, 'cache'));
    writeFileSync(join(folder, 'x.json'), '{"type":"string"}');
    await assert.rejects(prepareDataset(right, 'small', join(folder, 'cache')), /pins sha256/);
  });

  it('comes from the cache the second time', async (context) => {
    const { cache, prepare } = workplace(context);
    const first = await prepare();
    const inode = () => statSync(fileIn(cache), { bigint: true }).ino;
    const before = inode();
    const second = await prepare();
    assert.equal(inode(), before);
    assert.deepEqual(second.documents, first.documents);
    assert.equal(second.digest, first.digest);
  });

  it('is read once: later changes of its files have no effect', async (context) => {
    const { cache, prepare } = workplace(context);
    const made = await prepare();
    const file = fileIn(cache);
    assert.equal(statSync(file).mode & 0o333, 0);
    rmSync(file);
    writeFileSync(file, 'no fixture any more');
    assert.equal(made.documents.length, made.size.documents);
    assert.deepEqual(made.hard, hardDocuments(made.model));
    assert.ok((await unseenDocuments(made)).length > 0);
  });

  it('is refused for another digest; the message has both', async (context) => {
    const { copy, definition, prepare } = workplace(context);
    const file = join(copy, 'dataset.toml');
    const text = readFileSync(file, 'utf8');
    const line = text.split('\n').findIndex((row) => row.startsWith('digest')) + 1;
    const { digest } = definition.sizes[0]!;
    const other = `sha256:${'1'.repeat(64)}`;
    writeFileSync(file, text.replace(digest, other));
    await assert.rejects(prepare(readDataset(copy)), (error) => {
      assert.ok(definitionError(line, 'sizes.small.digest', /write the new digest here/)(error));
      const { message } = error as DefinitionError;
      return message.includes(other) && message.includes(digest);
    });
  });

  it('is refused for an unknown size, and without a schema', async (context) => {
    const { definition, prepare } = workplace(context);
    await assert.rejects(prepare(definition, 'smal'), /no size "smal". Did you mean "small"/);
    const without = { ...definition, schemaFile: join(definition.folder, 'no.json') };
    const unread = definitionError(null, null, /can't be read/);
    await assert.rejects(prepare(without), unread);
  });
});

describe('the digests in this repository', () => {
  for (const folder of findDefinitions(fileURLToPath(new URL('../..', import.meta.url))).datasets) {
    const definition = readDataset(folder);
    const model = readModel(definition);
    for (const size of definition.sizes) {
      it(`are right for ${definition.name}/${size.name}`, async () => {
        const { digest } = await makeDocuments(definition, model, size);
        assert.equal(digest, size.digest, 'after a change on purpose, run script/digests.ts');
      });
    }
  }
});

it('documents of test-object have the sizes that its published page states', async () => {
  const { definition, model } = defined('datasets/test-object');
  const size = { ...definition.sizes[0]!, documents: 5 };
  for (const document of await generateDocuments(definition, model, size)) {
    const json = codecs.json.encode(model, document).length;
    const protobuf = codecs.protobuf.encode(model, document).length;
    assert.ok(Math.abs(json - 33_380) < 300, `${json} bytes of JSON`);
    assert.ok(Math.abs(protobuf - 12_005) < 150, `${protobuf} bytes of protobuf`);
  }
});
