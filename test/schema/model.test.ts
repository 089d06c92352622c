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
import { field, hidden, list, modelOf, record } from '../oracle/resources.ts';

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

const string: Type = { kind: 'string' };

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
    const plain = [
      'boolean',
      'int32',
      'int64',
      'double',
      'string',
      'uuid',
      'instant',
      'bytes',
      'any',
    ] as const;
    const types: Type[] = [
      ...plain.map((kind) => ({ kind })),
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
    const document = readFileSync(join(home, 'docs/PROTOCOL.md'), 'utf8');
    const text = /```\n(model 1\n[^`]*)```/.exec(document)![1]!;
    const { dataset, root, records, enums } = readModel(text);
    const model: SchemaModel = {
      root,
      records: new Map([...records].map(([name, fields]) => [name, recordOf(name, fields)])),
      enums: new Map([...enums].map(([name, values]) => [name, { name, values }])),
    };
    assert.equal(emitModel({ dataset, model }), text);
  });

  it('is its second example, with hidden and computed fields', () => {
    const [, text] = [
      ...readFileSync(join(home, 'docs/PROTOCOL.md'), 'utf8').matchAll(/```\n(model 1\n[^`]*)```/g),
    ];
    const id = field('id', 'int64');
    const path = { kind: 'path', steps: ['comments', 'author', 'full_name'] } as const;
    const pieces = [{ text: 'Hello, ' }, { field: 'full_name' }, { text: '!' }];
    const post = [
      field('title', 'string'),
      { ...field('author_names', list(string)), computed: path },
      field('comments', list(record('Comment'))),
    ];
    const author = [
      field('full_name', 'string'),
      hidden('email', 'string', 'nullable'),
      { ...field('greeting', 'string'), computed: { kind: 'text', pieces } as const },
    ];
    const model = modelOf(
      list(record('Post')),
      recordOf('Post', [id, ...post], 'post'),
      recordOf('Comment', [id, hidden('author', record('Author'))], 'comment'),
      recordOf('Author', [id, ...author], 'author'),
    );
    assert.equal(
      emitModel({ dataset: 'blog', model: { ...model, enums: new Map(), objects: 'activerecord' } }),
      text![1],
    );
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
