import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { repeatedResource } from '../../src/dataset/resources.ts';
import type { SchemaModel, Type } from '../../src/schema/model.ts';
import type { RecordValue, Value } from '../../src/schema/value.ts';
import { DIGEST } from '../define/minimal.ts';
import { toldAt } from '../define/place.ts';
import { INT32, INT64, listOf, recordOf as recordSchema, STRING, to, UUID } from '../schema/schemas.ts';
import { defined, documentsOf, modelOfSchema, recordOf, visit, written } from './definitions.ts';

/** Ids of the resources in an object, one for each occurrence. */
function idsIn(model: SchemaModel, object: Value): Map<string, Value[]> {
  const ids = new Map<string, Value[]>();
  const seen = (type: Type, value: Value): void => {
    const resource = type.kind === 'record' ? model.records.get(type.name)!.resource : undefined;
    if (resource === undefined) return;
    ids.set(resource, [...(ids.get(resource) ?? []), (value as RecordValue).id!]);
  };
  visit(model, model.root, object, seen, 'stored');
  return ids;
}

describe('hard documents', () => {
  it('have different ids for resources of a type', () => {
    for (const name of ['contract-resources', 'organisations', 'post', 'posts', 'user']) {
      const { model } = defined(join('datasets', name));
      let most = 0;
      for (const document of hardDocuments(model)) {
        for (const [resource, ids] of idsIn(model, document)) {
          most = Math.max(most, ids.length);
          assert.equal(new Set(ids).size, ids.length, `${name}: ${resource}`);
        }
      }
      assert.ok(most > 1, `${name} has several of a resource`);
    }
  });

  it('have different ids even if there are more resources than hard values', () => {
    for (const id of [INT32, INT64, STRING, UUID]) {
      // Seventy records of one resource in every document: no deck of ids is as long.
      const names = Array.from({ length: 70 }, (_, index) => `f${index}`);
      const fields = Object.fromEntries(names.map((name) => [name, to('Leaf')]));
      const model = recordOf(fields, { $defs: { Leaf: recordSchema({ id }, { 'x-resource': 'leaf' }) } });
      const documents = hardDocuments(model);
      for (const document of documents) {
        const ids = idsIn(model, document).get('leaf')!;
        assert.equal(ids.length, 70);
        assert.equal(new Set(ids).size, 70);
      }
      assert.deepEqual(documents, hardDocuments(model), 'the same again');
    }
  });
});

const LIST = listOf(to('Post'));
const resource = (word: string, fields: Record<string, object>) =>
  recordSchema(fields, { 'x-resource': word });
const SCHEMA = {
  ...{ title: 'Blog', type: 'object', required: ['posts', 'chief'] },
  properties: { posts: LIST, chief: to('User'), more: LIST },
  $defs: {
    Post: resource('post', { id: INT64, author: to('User'), comments: listOf(to('Comment')) }),
    Comment: recordSchema({ number: INT32, by: to('User'), tags: listOf(to('Tag')) }),
    User: resource('user', { id: INT32, name: STRING }),
    Tag: resource('tag', { id: UUID }),
  },
};

type Person = { id: number; name: string };
type Comment = { number: number; by: Person; tags: { id: string }[] };
type Blog = { posts: { id: bigint; author: Person; comments: Comment[] }[]; chief: Person };

async function blogs(context: TestContext, size: string, generate: string): Promise<Blog[]> {
  const toml = `[generate]
${generate}
[sizes.one]
documents = 3
digest = "${DIGEST}"
${size}
[sizes.one.lengths]
"/posts" = 3
"/posts/*/comments" = 4
"/posts/*/comments/*/tags" = 2
`;
  return (await documentsOf(written(context, toml, SCHEMA))) as unknown as Blog[];
}

const NUMBERED = `"/posts/*/id" = "serial"
"/more/*/id" = "integer(100,10000000)"
"/posts/*/author/id" = "serial"
"/posts/*/comments/*/by/id" = "integer(1000,2000000000)"
"/posts/*/comments/*/number" = "serial"
"/chief/id" = "integer(-9,-1)"`;

describe('serial', () => {
  it('counts through the whole document at each place', async (context) => {
    for (const { posts } of await blogs(context, '', NUMBERED)) {
      assert.equal(posts.map(({ id }) => id).join(), '1,2,3');
      assert.equal(posts.map(({ author }) => author.id).join(), '1,2,3');
      const numbers = posts.flatMap(({ comments }) => comments.map(({ number }) => number));
      assert.equal(numbers.join(), '1,2,3,4,5,6,7,8,9,10,11,12');
    }
  });

  it('is refused for other types, and with arguments', async (context) => {
    for (const [generate, place, words] of [
      ['"/chief/name" = "serial"', '4: generate."/chief/name"', '"serial" makes int32 or int64'],
      ['"/chief/id" = "serial(5)"', '4: generate."/chief/id"', 'expected serial'],
    ] as const)
      await assert.rejects(blogs(context, '', generate), toldAt(place, words));
  });
});

describe('shared records', () => {
  it('are used in turn within each element of the enclosing list', async (context) => {
    const shared = 'shared = { "/posts/*/comments/*/by" = 2, "/posts/*/author" = 1 }';
    for (const { posts } of await blogs(context, shared, NUMBERED)) {
      for (const { comments } of posts) {
        const [first, second, third, fourth] = comments.map(({ by }) => by);
        assert.notDeepEqual(first, second);
        assert.deepEqual([third, fourth], [first, second]);
      }
      assert.notDeepEqual(posts[0]!.comments[0]!.by, posts[1]!.comments[0]!.by);
      const author = { ...posts[0]!.author, id: 1n };
      for (const post of posts) assert.deepEqual(post.author, author);
    }
  });

  it('in lists are shared with sibling lists', async (context) => {
    const shared = 'shared = { "/posts/*/comments/*/tags/*" = 3 }';
    for (const { posts } of await blogs(context, shared, NUMBERED)) {
      for (const { comments } of posts) {
        const ids = comments.flatMap(({ tags }) => tags.map(({ id }) => id));
        const [a, b, c] = ids;
        assert.equal(new Set([a, b, c]).size, 3);
        assert.deepEqual(ids, [a, b, c, a, b, c, a, b]);
      }
    }
  });
});

describe('two different resources', () => {
  it('of one id are refused, and the message says what to do', async (context) => {
    const same = blogs(context, '', NUMBERED.replace('"serial"', '"integer(5,5)"'));
    const told = 'two different records Post of a document have the id 5: ';
    await assert.rejects(same, toldAt('3: generate', told));
  });

  it('are different records with the same type and id in a document', () => {
    const model = modelOfSchema(SCHEMA);
    const blog = (ann: object, bob: object, chief: object): Value => {
      const comment = { number: 1, by: bob, tags: [] };
      return { posts: [{ id: 1n, author: ann, comments: [comment] }], chief } as unknown as Value;
    };
    const ann = { id: 1, name: 'Ann' };
    assert.equal(repeatedResource(model, blog(ann, { ...ann }, { id: 2, name: 'Ann' })), undefined);
    const bob = blog(ann, { ...ann, name: 'Bob' }, ann);
    assert.match(repeatedResource(model, bob)!, /User of a document have the id 1/);
    assert.match(repeatedResource(model, blog(ann, ann, { id: 1, name: 'ann' }))!, /User/);
  });
});
