import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emitModel } from '../../src/schema/emit/model.ts';
import { isWhole, type SchemaModel } from '../../src/schema/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import { toldAt } from '../define/place.ts';
import {
  computed,
  INT32 as INT,
  listOf as list,
  mapOf,
  NULL,
  recordOf as record,
  STRING,
  to,
} from './schemas.ts';

/** A post with fields of each kind and another field `x`, required by default. */
function schemaText(x: object, more: object = {}): string {
  const properties = {
    id: INT,
    title: STRING,
    ratio: { type: 'number' },
    tags: list(STRING),
    grid: list(list(STRING)),
    byName: mapOf(STRING),
    author: { ...to('Author'), writeOnly: true },
    comments: list(to('Comment')),
    editor: { anyOf: [to('Author'), NULL] },
    shout: computed('{title}!'),
    x,
  };
  const $defs = {
    Author: record({ name: STRING, loud: computed('{name}!') }),
    Comment: record({ author: to('Author'), marks: list(INT) }),
  };
  return JSON.stringify({ ...record(properties), title: 'Post', $defs, ...more }, null, 1);
}

const parse = (x: object, more: object = {}): SchemaModel => parseSchema(schemaText(x, more), 's.json');
const xOf = (x: object) =>
  parse(x)
    .records.get('Post')!
    .properties.find(({ name }) => name === 'x')!;

describe('a field', () => {
  it('can be hidden with any type and presence', () => {
    const model = parse({ ...STRING, writeOnly: true }, { required: ['id', 'title', 'shout'] });
    const post = model.records.get('Post')!;
    const without = (...left: string[]) => post.properties.filter(({ name }) => !left.includes(name));
    assert.deepEqual(post.fields, without('author', 'x'));
    assert.deepEqual(post.stored, without('shout'));
    const x = { name: 'x', type: { kind: 'string' }, presence: 'optional', hidden: true };
    assert.deepEqual(post.properties.at(-1), x);
    assert.equal(isWhole(model), false);
  });

  it('is in object and document by default, in one list', () => {
    const comment = parse(STRING).records.get('Comment')!;
    assert.equal(comment.fields, comment.properties);
    assert.equal(comment.stored, comment.properties);
    assert.equal(xOf({ ...STRING, writeOnly: false, readOnly: true }).hidden, undefined);
    assert.equal(xOf({ ...STRING, readOnly: true }).computed, undefined);
    assert.ok(isWhole(parseSchema(JSON.stringify(record({ a: STRING }, { title: 'A' })), 's.json')));
  });

  it('can be computed as a text', () => {
    const known: [source: string, pieces: unknown[]][] = [
      ['{title}', [{ field: 'title' }]],
      ['{id}{title}', [{ field: 'id' }, { field: 'title' }]],
      ['a/{id}?.[]b', [{ text: 'a/' }, { field: 'id' }, { text: '?.[]b' }]],
    ];
    for (const [source, pieces] of known)
      assert.deepEqual(xOf(computed(source)).computed, { kind: 'text', pieces });
  });

  it('can be computed by a path that gives its declared type', () => {
    const known: [source: string, type: object][] = [
      ['title', STRING],
      ['author', to('Author')],
      ['author.name', STRING],
      ['tags[]', list(STRING)],
      ['comments[].author.name', list(STRING)],
      ['comments[].marks[]', list(INT)],
      ['byName', mapOf(STRING)],
    ];
    for (const [source, type] of known) {
      const steps = source.replaceAll('[]', '').split('.');
      assert.deepEqual(xOf(computed(source, type)).computed, { kind: 'path', steps }, source);
    }
  });
});

describe('a field is refused', () => {
  const fields: [x: object, key: string, words: string][] = [
    [{ ...STRING, writeOnly: 'yes' }, 'writeOnly', 'true or false'],
    [{ ...STRING, 'x-computed': 'title' }, 'x-computed', '"readOnly": true beside'],
    [{ ...computed('title'), writeOnly: true }, 'x-computed', 'document alone'],
    [list({ ...STRING, writeOnly: true }), 'items/writeOnly', 'belongs to a property'],
    [list(computed('title')), 'items/x-computed', 'belongs to a property'],
    [{ ...STRING, writeonly: true }, 'writeonly', 'Did you mean "writeOnly"'],
    [{ ...STRING, 'x-resource': 'a' }, 'x-resource', 'an object with "properties"'],
    [{ ...to('Author'), 'x-resource': 'a' }, 'x-resource', 'belongs to the definition'],
  ];
  const sources: [source: unknown, words: string, type?: object][] = [
    [5, 'expected a text with fields'],
    ['{title', 'expected a text with fields'],
    ['{titel}', 'no field "titel". Did you mean "title"'],
    ['{ratio}', '"ratio" is double; a text is made of string'],
    ['{shout}', '"shout" is computed itself'],
    ['{id}', 'the schema has int32', INT],
    ['author.nam', 'Author has no field "nam"'],
    ['editor.name', '"editor" may be missing'],
    ['title.name', 'no path leads through string to "name"'],
    ['grid[]', 'is a list of lists', list(STRING)],
    ['author.loud', '"loud" is computed itself'],
    ['comments.author.name', 'write "comments[].author.name"', list(STRING)],
    ['id', 'gives int32, but the schema has string'],
    ['title', 'list it in "required"', { type: ['string', 'null'] }],
  ];
  const all = [
    ...fields,
    ...sources.map(([source, words, type]) => [computed(source, type), 'x-computed', words] as const),
  ];
  for (const [x, key, words] of all) {
    it(`that is ${JSON.stringify(x)}`, () => {
      const text = schemaText(x);
      const from = text.indexOf('"x": {');
      const at = text.indexOf(`"${key.split('/').at(-1)}"`, from);
      const line = text.slice(0, at).split('\n').length;
      assert.throws(() => parseSchema(text, 's.json'), toldAt(`${line}: /properties/x/${key}`, words));
    });
  }

  it('that is computed and optional', () => {
    const text = schemaText(computed('title'), { required: ['title', 'shout'] });
    assert.throws(() => parseSchema(text, 's.json'), /x.x-computed: .* list it in "required"/);
  });

  it('by a definition that is hidden', () => {
    const $defs = { Author: record({ name: STRING }, { writeOnly: true }), Comment: record({ a: STRING }) };
    assert.throws(() => parse(STRING, { $defs }), toldAt('89: /$defs/Author/writeOnly', 'beside its "$ref"'));
  });
});

describe('a resource', () => {
  const resource = (word: unknown, properties: Record<string, object>, more: object = {}): string =>
    JSON.stringify({ ...record(properties, { 'x-resource': word }), title: 'T', ...more });

  it('has an id of one of four kinds', () => {
    for (const id of [INT, { type: 'integer' }, STRING, { type: 'string', format: 'uuid' }]) {
      const model = parseSchema(resource('blog-post', { id }), 's.json');
      assert.equal(model.records.get('T')!.resource, 'blog-post');
    }
  });

  it('is refused without a name, or without an id in object and document', () => {
    const wrong: [text: string, words: string][] = [
      [resource('', { id: INT }), 'a letter first'],
      [resource(1, { id: INT }), 'expected the name'],
      [resource('a', { key: INT }), 'has a field "id"'],
      [resource('a', { id: { type: 'number' } }), 'has a field "id"'],
      [resource('a', { id: { ...INT, minimum: 1 } }), 'without bounds'],
      [resource('a', { a: STRING, id: computed('{a}') }), 'has a field "id"'],
    ];
    for (const [text, words] of wrong)
      assert.throws(() => parseSchema(text, 's.json'), toldAt('1: /x-resource', words));
  });
});

it('the model keeps each character of a computed text', () => {
  const schema = record({ 'a\nb': STRING, c: STRING, x: computed('\\{a\nb}  {c} ') }, { title: 'T' });
  const text = emitModel({ dataset: 'd', model: parseSchema(JSON.stringify(schema), 's.json') });
  const pieces = ['text \\\\', 'field a\\nb', 'text   ', 'field c', 'text  '];
  const lines = ['computed required string x', ...pieces.map((one) => `piece ${one}`), ''];
  assert.ok(text.endsWith(lines.join('\n')), text);
});
