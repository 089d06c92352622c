import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { documentOf } from '../../src/dataset/computed.ts';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { prepareDataset } from '../../src/dataset/prepare.ts';
import { unseenDocuments } from '../../src/dataset/unseen.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import { decodeFixture, encodeFixture } from '../../src/oracle/fixture.ts';
import type { SchemaModel } from '../../src/schema/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import type { RecordValue, Value } from '../../src/schema/value.ts';
import { leaves } from '../contract/runtime/lengths.ts';
import { folderWith } from '../define/place.ts';
import { PAGE } from '../oracle/transmutation.ts';
import {
  computed,
  INT32,
  INT64,
  listOf,
  mapOf,
  recordOf as recordSchema,
  to,
  UUID,
} from '../schema/schemas.ts';
import { defined, modelOfSchema } from './definitions.ts';

const json = (model: SchemaModel, object: Value): string =>
  Buffer.from(codecs.json.encode(model, documentOf(model, object))).toString();

describe("the objects of Transmutation's page", () => {
  const { object: organisation, json: one } = PAGE.organisation;
  const organisations = { object: Array(30).fill(organisation), json: `[${Array(30).fill(one).join()}]` };
  const published = { ...PAGE, organisations };
  for (const [dataset, { object, json: document }] of Object.entries(published)) {
    it(`of ${dataset} give its documents`, () => {
      const { model } = defined(`datasets/${dataset}`);
      assert.equal(json(model, object), document);
      assert.deepEqual(decodeFixture(encodeFixture(model, [object])), [object]);
    });
  }
});

it("Alba's documents have the name of each comment's author, in order, and no author", () => {
  const [john, jane] = ['John', 'Jane'].map((name, at) => ({ id: BigInt(at), name }));
  const comment = (id: bigint, commenter: RecordValue) => ({ id, body: `c${id}`, commenter });
  const posts = [
    { id: 1n, body: 'a', comments: [comment(1n, john!), comment(2n, jane!), comment(3n, john!)] },
    { id: 2n, body: 'b', comments: [] },
  ];
  const names = '["John","Jane","John"]';
  const comments = [1, 2, 3].map((id) => `{"id":${id},"body":"c${id}"}`);
  const rest = '{"id":2,"body":"b","names":[],"comments":[]}';
  const expected = `[{"id":1,"body":"a","names":${names},"comments":[${comments.join()}]},${rest}]`;
  for (const [dataset, key] of [
    ['posts', 'commenter_names'],
    ['posts-camel', 'commenterNames'],
  ] as const)
    assert.equal(json(defined(`datasets/${dataset}`).model, posts), expected.replaceAll('names', key));
});

const held = (type: object) => ({ ...type, writeOnly: true });
const nested = modelOfSchema({
  title: 'Team',
  type: 'object',
  required: ['code', 'level', 'key', 'groups', 'marks', 'tags', 'heads'],
  properties: {
    code: held(UUID),
    level: { enum: ['low', 'high'] },
    key: computed('{level}:{code}'),
    groups: listOf(to('Group')),
    more: mapOf(to('Group')),
    marks: computed('groups[].members[].marks[]', listOf(INT32)),
    tags: computed('groups[].any', listOf({})),
    heads: computed('groups[].head', listOf(to('Member'))),
  },
  $defs: {
    Group: recordSchema({ any: held({}), head: held(to('Member')), members: listOf(to('Member')) }),
    Member: recordSchema({ id: INT64, label: computed('no. {id}'), marks: held(listOf(INT32)) }),
  },
});

describe('a computed field', () => {
  const member = (id: bigint, ...marks: number[]) => ({ id, marks });
  const group = (any: Value, ...members: Value[]) => ({ any, head: member(-9n), members });
  const code = '00112233-4455-6677-8899-aabbccddeeff';
  const team = {
    ...{ code, level: 'high' },
    groups: [group([1, [2]], member(1n, 5, 6), member(2n)), group(null), group('x', member(3n, 7))],
    more: new Map([['a', group(true, member(4n, 8))]]),
  };

  it('flattens nested lists, also within maps and other computed fields', () => {
    const labelled = (id: number) => `{"id":${id},"label":"no. ${id}"}`;
    const groups = [[1, 2], [], [3]].map((ids) => `{"members":[${ids.map(labelled).join()}]}`);
    const heads = Array(3).fill(labelled(-9));
    assert.equal(
      json(nested, team),
      // A list that a value of any type is stays one.
      `{"level":"high","key":"high:${code}","groups":[${groups.join()}],"more":{"a":{"members":[${labelled(4)}]}},` +
        `"marks":[5,6,7],"tags":[[1,[2]],null,"x"],"heads":[${heads.join()}]}`,
    );
  });

  it('is not in the fixture, even if the object has it', () => {
    const document = documentOf(nested, team) as RecordValue;
    assert.notDeepEqual(document, team);
    assert.deepEqual(encodeFixture(nested, [document]), encodeFixture(nested, [team]));
  });

  it('can have the name of a method', () => {
    const model = parseSchema(
      `{ "title": "T", "type": "object", "required": ["__proto__", "constructor"], "properties": {
        "__proto__": { "type": "string" },
        "constructor": { "type": "string", "readOnly": true, "x-computed": "<{__proto__}>" } } }`,
      's.json',
    );
    const [object] = decodeFixture(encodeFixture(model, hardDocuments(model).slice(0, 1)));
    assert.match(json(model, object!), /^\{"__proto__":"(.*)","constructor":"<\1>"\}$/);
  });
});

it('a dataset with hidden and computed fields has documents with computed ones, and fixtures without', async (context) => {
  const { definition } = defined('datasets/user');
  const prepared = await prepareDataset(definition, 'has-many', folderWith(context, {}));
  const { model, documents, objects } = prepared;
  const unseen = await unseenDocuments(prepared);
  for (const document of [...documents, ...prepared.hard, ...unseen] as RecordValue[])
    assert.equal(document.full_name, `${document.first_name} ${document.last_name}`);
  const made = objects.map((object) => documentOf(model, object));
  assert.deepEqual(documents, made);
  assert.deepEqual(Object.keys(objects[0]!), ['id', 'first_name', 'last_name', 'posts']);
  // id and both names; of each post id, title, body and the user's id.
  assert.deepEqual(new Set(objects.map(leaves)), new Set([3 + 2 * 4]));
});

it('fixtures of datasets with computed fields have all stored fields and no computed ones', () => {
  for (const name of ['contract-resources', 'organisation', 'organisations', 'post', 'posts', 'user']) {
    const { model } = defined(join('datasets', name));
    const documents = hardDocuments(model);
    const objects = decodeFixture(encodeFixture(model, documents));
    assert.notDeepEqual(objects, documents, name);
    const made = objects.map((object) => documentOf(model, object));
    assert.deepEqual(made, documents, name);
  }
});
