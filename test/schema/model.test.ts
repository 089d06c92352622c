import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readModel, UnsupportedWord } from '../../runners/build-kit/model.mjs';
import { readModel as datasetModel } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import { findDefinitions } from '../../src/define/found.ts';
import { emitModel } from '../../src/schema/emit/model.ts';
import { isWhole, recordOf, type SchemaModel, type Type } from '../../src/schema/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import { field, list, modelOf, record } from '../oracle/resources.ts';
import { computed, INT64, listOf, recordOf as recordSchema, SCALARS, STRING, to } from './schemas.ts';

const home = fileURLToPath(new URL('../..', import.meta.url));

/** The model as a kit reads it. */
function throughLines(dataset: string, model: SchemaModel): ReturnType<typeof readModel> {
  return readModel(emitModel({ dataset, model }));
}

function assertSame(dataset: string, model: SchemaModel): void {
  assert.deepEqual(throughLines(dataset, model), {
    dataset,
    root: model.root,
    records: new Map([...model.records].map(([name, { fields }]) => [name, fields])),
    enums: new Map([...model.enums].map(([name, { values }]) => [name, values])),
  });
}

const protocol = readFileSync(join(home, 'docs/PROTOCOL.md'), 'utf8');
const [plain, second] = [...protocol.matchAll(/```\n(model 1\n[^`]*)```/g)].map(([, text]) => text);

describe('the model in lines', () => {
  for (const folder of findDefinitions(home).datasets) {
    const definition = readDataset(folder);
    const { name } = definition;
    const model = datasetModel(definition);
    const isPlain = [...model.records.values()].every(({ resource }) => resource === undefined);
    if (isPlain && isWhole(model)) it(`of ${name} is read as it was written`, () => assertSame(name, model));
    else
      it(`of ${name} is refused by kits without hidden and computed fields`, () =>
        assert.throws(() => throughLines(name, model), UnsupportedWord));
  }

  it('has a word for each kind, at any depth', () => {
    const types: Type[] = [
      ...[...Object.keys(SCALARS), 'any'].map((kind) => ({ kind }) as Type),
      { kind: 'record', name: 'T' },
      { kind: 'enum', name: 'State' },
      list({ kind: 'map', value: list({ kind: 'any' }) }),
      { kind: 'map', value: { kind: 'map', value: record('T') } },
    ];
    const presences = ['required', 'nullable', 'optional'] as const;
    const fields = types.flatMap((type, i) => presences.map((presence) => field(`f${i}`, type, presence)));
    for (const root of types) assertSame('kinds', modelOf(root, recordOf('T', fields)));
  });

  it('keeps any name and any value of an enum', () => {
    const odd = ['', ' ', '  two  ', 'int32 x', '\\n', '\\', 'a\nb\r\nc', '\u0000', '\u2028', '😀'];
    const names = [...odd, '__proto__', 'constructor'];
    const fields = names.map((name) => field(name, 'string'));
    const model = modelOf(record('T'), recordOf('T', fields));
    assertSame('names', { ...model, enums: new Map([['E', { name: 'E', values: names }]]) });
  });

  it('is the example of docs/PROTOCOL.md', () => {
    const { dataset, root, records, enums } = readModel(plain!);
    const model: SchemaModel = {
      root,
      records: new Map([...records].map(([name, fields]) => [name, recordOf(name, fields)])),
      enums: new Map([...enums].map(([name, values]) => [name, { name, values }])),
    };
    assert.equal(emitModel({ dataset, model }), plain);
  });

  it('is its second example, with hidden and computed fields', () => {
    const author = { ...to('Author'), writeOnly: true };
    const names = computed('comments[].author.full_name', listOf(STRING));
    const email = { type: ['string', 'null'], writeOnly: true };
    const greeting = computed('Hello, {full_name}!');
    const resource = (word: string, fields: object) =>
      recordSchema({ id: INT64, ...fields }, { 'x-resource': word });
    const $defs = {
      Post: resource('post', { title: STRING, author_names: names, comments: listOf(to('Comment')) }),
      Comment: resource('comment', { author }),
      Author: resource('author', { full_name: STRING, email, greeting }),
    };
    const model = parseSchema(JSON.stringify(listOf(to('Post'), { $defs })), 's.json');
    assert.equal(emitModel({ dataset: 'blog', model: { ...model, objects: 'activerecord' } }), second);
  });

  const unknown: [line: string, word: string][] = [
    ['model 2', 'model 2'],
    ['view T', 'view'],
    ['root list set string', 'set'],
    ['objects activerecord', 'objects'],
    ['field hidden string x', 'hidden'],
  ];
  for (const [line, word] of unknown) {
    it(`with "${line}" is refused for "${word}"`, () => {
      const read = () => readModel(`model 1\ndataset d\nroot string\nrecord T\n${line}\n`);
      assert.throws(read, (error) => error instanceof UnsupportedWord && error.word === word);
    });
  }
});
