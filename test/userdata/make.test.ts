import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { DatasetSize } from '../../src/define/types.ts';
import { makeUserDataset } from '../../src/userdata/make.ts';
import { DOUBLE, INT32, listOf, recordOf as recordSchema, STRING } from '../schema/schemas.ts';
import { ORDER, order, orders, userDataset } from './user-dataset.ts';

const linesIn = (folder: string): string[] =>
  readFileSync(join(folder, 'documents.ndjson'), 'utf8').trimEnd().split('\n');

describe('a dataset made of user data', () => {
  it('times four fifths in their order, and holds back the rest', async (context) => {
    const { folder, definition } = await userDataset(context, orders(200));
    const files = readdirSync(definition.folder).sort();
    assert.deepEqual(files, ['dataset.toml', 'documents.ndjson', 'schema.json']);
    assert.deepEqual(readdirSync(join(folder, 'datasets')), ['orders'], 'nothing is left aside');
    const [{ name, documents }, ...more] = definition.sizes as [DatasetSize, ...DatasetSize[]];
    assert.deepEqual([name, documents, more], ['sample', 160, []]);
    const lines = linesIn(definition.folder);
    const all = Array.from({ length: 200 }, (_, index) => JSON.stringify(order(index)));
    assert.deepEqual([...lines].sort(), [...all].sort(), 'each is there once, as it was written');
    const inOrder = (some: string[]) => some.toSorted((a, b) => all.indexOf(a) - all.indexOf(b));
    const [timed, held] = [lines.slice(0, 160), lines.slice(160)];
    assert.deepEqual(timed, inOrder(timed));
    assert.notDeepEqual(held, inOrder(held), 'those held back come as they are drawn');
  });

  it('times all documents if there are fewer than five', async (context) => {
    for (const [count, timed] of Object.entries({ 1: 1, 4: 4, 5: 4, 9: 8, 10: 8 })) {
      const { definition } = await userDataset(context, orders(Number(count)));
      assert.equal(definition.sizes[0]!.documents, timed);
    }
  });

  it('has each document byte by byte', async (context) => {
    const schema = recordSchema({ a: DOUBLE, b: STRING });
    const content = '{\r\n\t"a": 1.50e0,\r\n\t"b": "x\\n  y"\r\n}\n';
    const { definition } = await userDataset(context, content, { schema, file: 'one.json' });
    assert.equal(readFileSync(join(definition.folder, 'documents.ndjson'), 'utf8'), content);
  });

  it('has a title that is legal in TOML, for any file name', async (context) => {
    const { definition } = await userDataset(context, orders(1), { title: 'a "b" \\ \n\x7f é' });
    assert.equal(definition.title, 'a "b" \\    é');
  });

  it('is refused for a schema with hidden or computed fields', async (context) => {
    const schema = structuredClone(ORDER);
    Object.assign(schema.properties.note, { writeOnly: true });
    const made = userDataset(context, orders(2), { schema });
    await assert.rejects(made, /leave "writeOnly" and "x-computed" out/);
  });

  it('is refused if its folder exists, and for an illegal name', async (context) => {
    const { folder, definition } = await userDataset(context, orders(2));
    const again = { ...definition, schema: '{}', taken: null! };
    const make = (name: string) => makeUserDataset(join(folder, 'datasets'), { ...again, name });
    await assert.rejects(make('orders'), /orders: already exists/);
    await assert.rejects(make('../x'), /not a name for a dataset/);
    mkdirSync(join(folder, 'datasets/empty'));
    await assert.rejects(make('empty'), /already exists/);
  });

  it('refuses two resources with the same id in a document', async (context) => {
    const post = recordSchema({ id: INT32, text: STRING }, { title: 'Post', 'x-resource': 'posts' });
    const schema = recordSchema({ posts: listOf(post) });
    const content = '{"posts": [{"id": 1, "text": "a"}, {"id": 1, "text": "b"}]}\n';
    const made = userDataset(context, content, { schema });
    await assert.rejects(made, /two different records Post of a document have the id 1/);
  });
});
