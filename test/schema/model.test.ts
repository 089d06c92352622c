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
import { type Field, isWhole, recordOf, type SchemaModel, type Type } from '../../src/schema/model.ts';

const home = fileURLToPath(new URL('../..', import.meta.url));

/** What a kit reads from what the core writes. */
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

const string: Type = { kind: 'string' };

function fieldsModel(...fields: Field[]): SchemaModel {
  return {
    root: { kind: 'record', name: 'T' },
    records: new Map([['T', recordOf('T', fields)]]),
    enums: new Map(),
  };
}

describe('the model in lines', () => {
  for (const folder of findDefinitions(home).datasets) {
    const definition = readDataset(folder);
    const { name } = definition;
    const model = datasetModel(definition);
    const isPlain = [...model.records.values()].every(({ resource }) => resource === undefined);
    if (isPlain && isWhole(model)) it(`of ${name} is read as it was written`, () => assertSame(name, model));
    else {
      it(`of ${name} is refused by who knows objects that are their documents only`, () => {
        assert.throws(() => throughLines(name, model), UnsupportedWord);
      });
    }
  }

  it('has a word for each kind, in any depth', () => {
    const types: Type[] = [
      ...(['boolean', 'int32', 'int64', 'double', 'string', 'uuid', 'instant', 'bytes', 'any'] as const).map(
        (kind) => ({ kind }),
      ),
      { kind: 'record', name: 'T' },
      { kind: 'enum', name: 'E' },
      { kind: 'list', element: { kind: 'map', value: { kind: 'list', element: { kind: 'any' } } } },
      { kind: 'map', value: { kind: 'map', value: { kind: 'record', name: 'T' } } },
    ];
    const presences = ['required', 'nullable', 'optional'] as const;
    const fields = types.flatMap((type, i) =>
      presences.map((presence) => ({ name: `f${i}`, type, presence })),
    );
    const model = fieldsModel(...fields);
    for (const root of types)
      assertSame('kinds', { ...model, root, enums: new Map([['E', { name: 'E', values: ['a'] }]]) });
  });

  it('keeps any name and any text of an enum', () => {
    const names = [
      '',
      ' ',
      '  two  ',
      'int32 x',
      '__proto__',
      'constructor',
      '\\n',
      '\\',
      'a\nb\r\nc',
      '\u0000',
      '\u2028',
      '😀',
    ];
    const model = fieldsModel(...names.map((name): Field => ({ name, type: string, presence: 'required' })));
    assertSame('names', { ...model, enums: new Map([['E', { name: 'E', values: names }]]) });
  });

  it('is the text that docs/MODEL.md shows', () => {
    const document = readFileSync(join(home, 'docs/MODEL.md'), 'utf8');
    const text = /```\n(model 1\n[^`]*)```/.exec(document)![1]!;
    const { dataset, root, records, enums } = readModel(text);
    const model: SchemaModel = {
      root,
      records: new Map([...records].map(([name, fields]) => [name, recordOf(name, fields)])),
      enums: new Map([...enums].map(([name, values]) => [name, { name, values }])),
    };
    assert.equal(emitModel({ dataset, model }), text);
  });

  it('is the other text there, too, where objects are not their documents', () => {
    const [, text] = [
      ...readFileSync(join(home, 'docs/MODEL.md'), 'utf8').matchAll(/```\n(model 1\n[^`]*)```/g),
    ];
    const required = { presence: 'required' } as const;
    const id: Field = { name: 'id', type: { kind: 'int64' }, ...required };
    const of = (name: string): Type => ({ kind: 'record', name });
    const list = (element: Type): Type => ({ kind: 'list', element });
    const path = { kind: 'path', steps: ['comments', 'author', 'full_name'] } as const;
    const pieces = [{ text: 'Hello, ' }, { field: 'full_name' }, { text: '!' }];
    const post: Field[] = [
      { name: 'title', type: string, ...required },
      { name: 'author_names', type: list(string), ...required, computed: path },
      { name: 'comments', type: list(of('Comment')), ...required },
    ];
    const author: Field[] = [
      { name: 'full_name', type: string, ...required },
      { name: 'email', type: string, presence: 'nullable', hidden: true },
      { name: 'greeting', type: string, ...required, computed: { kind: 'text', pieces } },
    ];
    const comment: Field = { name: 'author', type: of('Author'), ...required, hidden: true };
    const records = [
      recordOf('Post', [id, ...post], 'post'),
      recordOf('Comment', [id, comment], 'comment'),
      recordOf('Author', [id, ...author], 'author'),
    ];
    const model: SchemaModel = {
      root: list(of('Post')),
      records: new Map(records.map((record) => [record.name, record])),
      enums: new Map(),
      objects: 'activerecord',
    };
    assert.equal(emitModel({ dataset: 'blog', model }), text![1]);
  });

  const unknown: [line: string, word: string][] = [
    ['model 2', 'model 2'],
    ['view T', 'view'],
    ['root decimal', 'decimal'],
    ['root list set string', 'set'],
    ['objects activerecord', 'objects'],
    ['resource post', 'resource'],
    ['hidden required string x', 'hidden'],
    ['computed required string x', 'computed'],
    ['field hidden string x', 'hidden'],
    ['field required computed string x', 'computed'],
  ];
  for (const [line, word] of unknown) {
    it(`with "${line}" is refused for "${word}"`, () => {
      const read = () => readModel(`model 1\ndataset d\nroot string\nrecord T\n${line}\n`);
      assert.throws(read, (error) => error instanceof UnsupportedWord && error.word === word);
    });
  }
});
