import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentOf } from '../../src/dataset/computed.ts';
import type { Deviation } from '../../src/define/types.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import { compareDocument } from '../../src/oracle/compare.ts';
import type { Decoded } from '../../src/oracle/decoded.ts';
import { recordOf, type SchemaModel, type Type } from '../../src/schema/model.ts';
import type { Value } from '../../src/schema/value.ts';
import { defined } from '../dataset/definitions.ts';
import { plain } from './plain.ts';
import { field, hidden, list, modelOf, record } from './resources.ts';
import { PAGE } from './transmutation.ts';

const { decode, encode, unsupported } = codecs.jsonapi;

const read = (model: SchemaModel, text: string): Decoded => decode(model, Buffer.from(text));
const write = (model: SchemaModel, document: Value): string =>
  Buffer.from(encode(model, document)).toString();

function differenceOf(model: SchemaModel, expected: Value, found: Decoded, ...deviations: Deviation[]) {
  return compareDocument(model, expected, found, { source: 'jsonapi', deviations: new Set(deviations) });
}

/** For each dataset of the page, what jsonapi-serializer and our codec write. */
const WRITTEN = {
  organisation: {
    jsonapi:
      '{"data":{"id":"1","type":"organisation","attributes":{"id":1,"name":"Example Inc.","logo_url":"https://example.com/logos/companies/1"}}}',
    ours: '{"data":{"id":"1","type":"organisation","attributes":{"name":"Example Inc.","logo_url":"https://example.com/logos/companies/1"}}}',
  },
  post: {
    jsonapi:
      '{"data":{"id":"1","type":"post","attributes":{"id":1,"title":"Sample Post","body":"Sample Body"},"relationships":{"user":{"data":{"id":"1","type":"user"}}}},"included":[{"id":"1","type":"user","attributes":{"id":1,"first_name":"John","full_name":"John Doe"},"relationships":{"posts":{"data":[{"id":"1","type":"post"},{"id":"3","type":"post"}]}}}]}',
    ours: '{"data":{"id":"1","type":"post","attributes":{"title":"Sample Post","body":"Sample Body"},"relationships":{"user":{"data":{"id":"1","type":"user"}}}},"included":[{"id":"1","type":"user","attributes":{"first_name":"John","full_name":"John Doe"}}]}',
  },
  user: {
    jsonapi:
      '{"data":{"id":"1","type":"user","attributes":{"id":1,"first_name":"John","full_name":"John Doe"},"relationships":{"posts":{"data":[{"id":"1","type":"post"},{"id":"3","type":"post"}]}}},"included":[{"id":"1","type":"post","attributes":{"id":1,"title":"Post 1","body":"Sample body 1"},"relationships":{"user":{"data":{"id":"1","type":"user"}}}},{"id":"3","type":"post","attributes":{"id":3,"title":"Post 3","body":"Sample body 3"},"relationships":{"user":{"data":{"id":"1","type":"user"}}}}]}',
    ours: '{"data":{"id":"1","type":"user","attributes":{"first_name":"John","full_name":"John Doe"},"relationships":{"posts":{"data":[{"id":"1","type":"post"},{"id":"3","type":"post"}]}}},"included":[{"id":"1","type":"post","attributes":{"title":"Post 1","body":"Sample body 1"}},{"id":"3","type":"post","attributes":{"title":"Post 3","body":"Sample body 3"}}]}',
  },
} as const;

/** The model of a dataset, its document, and both texts. */
const published = (dataset: keyof typeof WRITTEN) => {
  const { model } = defined(`datasets/${dataset}`);
  const { object, json } = PAGE[dataset];
  return { model, document: documentOf(model, object), json, ...WRITTEN[dataset] };
};

describe("Transmutation's page", () => {
  for (const dataset of ['organisation', 'post', 'user'] as const)
    it(`gives the same document in JSON and JSON:API: ${dataset}`, () => {
      const { model, document, json, jsonapi, ours } = published(dataset);
      const found = read(model, jsonapi);
      assert.deepEqual(plain(found), plain(codecs.json.decode(model, Buffer.from(json))));
      assert.equal(differenceOf(model, document, found), null);
      assert.equal(differenceOf(model, document, read(model, ours)), null);
      assert.equal(write(model, document), ours);
    });

  it('compares relationships in hidden fields by their ids', () => {
    const { model, jsonapi, document } = published('post');
    for (const [found, expected] of [
      [',{"id":"4","type":"post"}', { pointer: '/user/posts/1', expected: '"3"', found: '"4"' }],
      ['', { pointer: '/user/posts', expected: 'a list of 2', found: 'a list of 1' }],
    ] as const) {
      const changed = jsonapi.replace(',{"id":"3","type":"post"}', found);
      assert.notEqual(changed, jsonapi);
      const difference = differenceOf(model, document, read(model, changed));
      assert.deepEqual(difference, { ...expected, undeclared: null });
    }
  });

  it('finds a hidden field in attributes', () => {
    const attributes = (more: string): string =>
      `{"data":{"id":"1","type":"post","attributes":{"title":"Sample Post","body":"Sample Body","user":{"id":1,"first_name":"John","full_name":"John Doe"${more}}}}}`;
    const { model, document } = published('post');
    assert.equal(differenceOf(model, document, read(model, attributes(''))), null);
    for (const more of [',"posts":[{"id":1},{"id":3}]', ',"last_name":"Doe"']) {
      const difference = differenceOf(model, document, read(model, attributes(more)))!;
      assert.deepEqual([difference.pointer, difference.expected], [`/user/${more.split('"')[1]}`, 'nothing']);
    }
  });
});

/** Ids of different kinds, and optional fields of each kind. */
const team = modelOf(
  record('Team'),
  recordOf(
    'Team',
    [
      field('id', 'int32'),
      field('lead', record('Member'), 'nullable'),
      field('deputy', record('Member'), 'optional'),
      field('members', list(record('Member')), 'nullable'),
      field('guests', list(record('Member')), 'optional'),
      field('rank', 'int32', 'optional'),
      hidden('founder', record('Member'), 'nullable'),
      hidden('sponsor', record('Sponsor'), 'optional'),
      hidden('sponsors', list(record('Sponsor')), 'optional'),
      hidden('budget', 'int32'),
    ],
    'team',
  ),
  recordOf('Member', [field('id', 'uuid'), field('boss', record('Member'), 'optional')], 'member'),
  recordOf('Sponsor', [field('id', 'string'), field('name', 'string')], 'sponsor'),
);
const A = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
const B = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
const bare = { id: 7, lead: null, members: null, founder: null, budget: 1 };

const identifier = (type: string, id: string): string => `{"type":"${type}","id":"${id}"}`;
/** A team with these relationships, and other members. */
const teamText = (relationships: string, more = '', attributes = ''): string =>
  `{"data":{"type":"team","id":"7"${attributes},"relationships":{${relationships}}}${more}}`;
const NONE = '"lead":{"data":null},"members":{"data":null}';
/** The first difference between a team and its text; undefined if there is none. */
const differs = (document: Value, text: string) => differenceOf(team, document, read(team, text))?.pointer;
const member = (id: string, boss = ''): string =>
  `{"type":"member","id":"${id}"${boss === '' ? '' : `,"relationships":{"boss":{"data":${identifier('member', boss)}}}`}}`;

describe('a missing value', () => {
  it('is null, empty or absent', () => {
    assert.equal(write(team, bare), `{"data":{"id":"7","type":"team","relationships":{${NONE}}}}`);
    assert.equal(differs(bare, teamText(NONE)), undefined);
    const empty = '"lead":{"data":null},"members":{"data":[]}';
    assert.equal(differs({ ...bare, members: [] }, teamText(empty)), undefined);
    assert.equal(differs(bare, teamText(empty)), '/members');
    const others = ['deputy', 'guests', 'founder', 'sponsor'].map((name) => `,"${name}":{"data":null}`);
    assert.equal(differs(bare, teamText(NONE + others.join(''), ',"included":[]')), undefined);
  });

  it('of a hidden field is compared', () => {
    const sponsors = [{ id: '1', name: 'y' }];
    const full = { ...bare, founder: { id: A }, sponsor: { id: '', name: 'x' }, sponsors };
    for (const [document, field, data, place] of [
      [full, 'founder', identifier('member', A.toUpperCase()), undefined],
      [full, 'sponsor', identifier('sponsor', ''), undefined],
      [full, 'sponsors', `[${identifier('sponsor', '1')}]`, undefined],
      [full, 'founder', identifier('member', B), '/founder'],
      [full, 'founder', 'null', '/founder'],
      [full, 'sponsors', 'null', '/sponsors'],
      [bare, 'founder', identifier('member', A), '/founder'],
      // A missing list equals an empty one: jsonapi-serializer writes nil as an empty list.
      [bare, 'sponsors', '[]', undefined],
      [{ ...bare, sponsors: [] }, 'sponsors', 'null', undefined],
    ] as const)
      assert.equal(differs(document, teamText(`${NONE},"${field}":{"data":${data}}`)), place);
  });
});

describe('an id', () => {
  const sponsor = modelOf(record('Sponsor'), team.records.get('Sponsor')!);
  const found = (id: string, attributes: string, ...deviations: Deviation[]) => {
    const data = `{"data":{"id":"${id}","type":"organisation","attributes":{${attributes}"name":"n","logo_url":"u"}}}`;
    const expected = { id: 9007199254740993n, name: 'n', logo_url: 'u' };
    const { model } = published('organisation');
    return differenceOf(model, expected, read(model, data), ...deviations);
  };

  it('is exactly the field as text', () => {
    assert.equal(found('9007199254740993', ''), null);
    for (const id of ['9007199254740992', '09007199254740993', '9007199254740993.0', 'x', ''])
      assert.equal(found(id, '')?.pointer, '/id', id);
  });

  it('may be repeated as an attribute with the same value', () => {
    assert.equal(found('9007199254740993', '"id":9007199254740993,'), null);
    const asText = '"id":"9007199254740993",';
    assert.equal(found('9007199254740993', asText)?.undeclared, 'int64-as-string');
    assert.equal(found('9007199254740993', asText, 'int64-as-string'), null);
    const exact = '9007199254740993e0';
    assert.equal(found(exact, `"id":${exact},`)?.pointer, '/id');
    const number = '{"data":{"id":"7","type":"sponsor","attributes":{"id":7,"name":"n"}}}';
    assert.equal(differenceOf(sponsor, { id: '7', name: 'n' }, read(sponsor, number))?.pointer, '/id');
  });

  it('may be any text', () => {
    for (const id of ['', '1', '-0', 'a/b~"😀']) {
      const document = { id, name: 'n' };
      assert.equal(differenceOf(sponsor, document, read(sponsor, write(sponsor, document))), null);
    }
  });
});

describe('resources', () => {
  it('are written once', () => {
    const [first, second] = [{ id: A }, { id: B, boss: { id: A } }];
    const document = { ...bare, lead: second, deputy: first, members: [first, second], guests: [] };
    const written = write(team, document);
    assert.deepEqual(JSON.parse(written).included, [
      { id: B, type: 'member', relationships: { boss: { data: { id: A, type: 'member' } } } },
      { id: A, type: 'member' },
    ]);
    assert.equal(differs(document, written), undefined);
  });

  it('may link to each other in primary data', () => {
    const members = modelOf(list(record('Member')), team.records.get('Member')!);
    const documents = [{ id: B, boss: { id: A } }, { id: A }];
    const written = `{"data":[{"id":"${B}","type":"member","relationships":{"boss":{"data":{"id":"${A}","type":"member"}}}},{"id":"${A}","type":"member"}]}`;
    assert.equal(write(members, documents), written);
    assert.equal(differenceOf(members, documents, read(members, written)), null);
    assert.throws(() => encode(members, [{ id: A }, { id: A }]), { name: 'UnsupportedByFormat' });
  });

  it('may be nested in attributes, some or all, as in JSON', () => {
    const document = { ...bare, lead: { id: A }, members: [{ id: B, boss: { id: A } }] };
    const nested = `,"attributes":{"members":[{"id":"${B}","boss":{"id":"${A}"}}]}`;
    const lead = `"lead":{"data":${identifier('member', A)}}`;
    const mixed = teamText(lead, `,"included":[${member(A)}]`, nested);
    assert.equal(differs(document, mixed), undefined);
    const all = `{"data":{"type":"team","id":"7","attributes":{"id":7,"lead":{"id":"${A}"},"members":[{"id":"${B}","boss":{"id":"${A}"}}]}}}`;
    assert.equal(differs(document, all), undefined);
  });
});

describe('JSON that is not JSON:API', () => {
  const one = `,"included":[${member(A)}]`;
  const lead = `"lead":{"data":${identifier('member', A)}}`;
  const chain = Array.from({ length: 1001 }, (_, i) => member(`${i}`, i < 1000 ? `${i + 1}` : ''));
  const both = [A, B].map((id) => identifier('member', id)).join();
  const cases: (readonly [text: string, message: string])[] = [
    ['{"data":', 'expected a value, found the end of the output at byte 8 (in /data)'],
    ['{}', 'the member "data" is missing'],
    [teamText(NONE, ',"meta":{}'), 'unexpected member "meta"'],
    [teamText(NONE, ',"included":{}'), 'expected an array, found an object (in /included)'],
    [teamText(NONE, ',"included":[true]'), 'expected an object, found a boolean (in /included/0)'],
    ['{"data":{"type":"team"}}', 'the member "id" is missing (in /data)'],
    ['{"data":{"id":"7"}}', 'the member "type" is missing (in /data)'],
    ['{"data":{"id":7,"type":"team"}}', 'expected a string, found a number (in /data/id)'],
    ['{"data":{"id":"7","type":"Team"}}', 'expected the type "team", found "Team" (in /data/type)'],
    [teamText(NONE, '', ',"links":{}'), 'unexpected member "links" (in /data)'],
    [teamText(NONE, '', ',"attributes":null'), 'expected an object, found null (in /data/attributes)'],
    ...['8', '7.0', 'null'].map((id): [string, string] => [
      teamText(NONE, '', `,"attributes":{"id":${id}}`),
      `the attribute "id" is ${id}, the resource's "7" (in /data/attributes/id)`,
    ]),
    [
      teamText(NONE, '', ',"attributes":{"lead":null}'),
      'a relationship and an attribute of the same name (in /data/relationships/lead)',
    ],
    [teamText('"boss":{"data":null}'), 'Team has no such relationship (in /data/relationships/boss)'],
    [teamText('"lead":{}'), 'the member "data" is missing (in /data/relationships/lead)'],
    [teamText('"lead":{"data":null,"links":{}}'), 'unexpected member "links" (in /data/relationships/lead)'],
  ];
  for (const [field, data, message, place = ''] of [
    ['lead', '[]', 'expected an object, found an array'],
    ['members', identifier('member', A), 'expected an array, found an object'],
    ['lead', `{"type":"member","id":"${A}","meta":{}}`, 'unexpected member "meta"'],
    ['lead', identifier('team', '7'), 'expected the type "member", found "team"', '/type'],
    ['sponsors', `[${identifier('sponsor', '1')},{"type":"sponsor"}]`, 'the member "id" is missing', '/1'],
    ['members', `[${both}]`, `member "${B}" is neither in "included" nor in "data"`, '/1'],
  ] as const)
    cases.push([
      teamText(`"${field}":{"data":${data}}`, one),
      `${message} (in /data/relationships/${field}/data${place})`,
    ]);

  const unled = `no field of the document leads to member "${A}"`;
  for (const [relationships, included, message, place] of [
    [lead, [member(A), member(A)], `member "${A}" appears twice`, '/1'],
    [NONE, ['{"type":"team","id":"7"}'], 'team "7" appears twice', '/0'],
    // Each of the two is linked by the other only.
    [NONE, [member(A, B), member(B, A)], unled, '/0'],
    [`${NONE},"founder":{"data":${identifier('member', A)}}`, [member(A)], unled, '/0'],
    [lead, [member(A, B), member(B, A)], `member "${A}" leads back to itself`, '/1/relationships/boss/data'],
    [lead.replace(A, '0'), chain, 'linked deeper than 1000 levels', '/998/relationships/boss/data'],
  ] as const)
    cases.push([teamText(relationships, `,"included":[${included}]`), `${message} (in /included${place})`]);

  for (const [text, message] of cases)
    it(`refuses ${text.slice(0, 200)}`, () =>
      assert.throws(() => read(team, text), { name: 'DecodeError', message }));
});

describe("a model that JSON:API can't express", () => {
  const member = team.records.get('Member')!;
  const resource = (...fields: Parameters<typeof recordOf>[1]) =>
    modelOf(record('Root'), recordOf('Root', [field('id', 'string'), ...fields], 'root'), member);

  it("has a root that isn't a resource", () => {
    const reason = "JSON:API's documents are resources, and the root is neither one nor a list of them";
    const roots: Type[] = [{ kind: 'string' }, { kind: 'map', value: record('Member') }, record('Plain')];
    for (const root of [...roots, list(list(record('Member')))])
      assert.equal(unsupported(modelOf(root, member, recordOf('Plain', [field('id', 'string')]))), reason);
    assert.equal(unsupported(team), null);
    assert.equal(unsupported({ ...team, root: list(record('Team')) }), null);
  });

  it('has a field with a reserved name', () => {
    for (const name of ['type', '', '_x', 'x_', ' x', 'a.b', '@id', 'a\u0000b', 'a+b']) {
      const reason = `JSON:API doesn't allow the name ${JSON.stringify(name)}, which a field of Root has`;
      assert.equal(unsupported(resource(field(name, 'string'))), reason);
      assert.equal(unsupported(resource(hidden(name, 'string'))), null);
    }
    for (const name of ['x', 'größe', 'a b-c_d', '😀', '2'])
      assert.equal(unsupported(resource(field(name, 'string'))), null, name);
  });

  it('has two records for one resource', () => {
    const twin = recordOf('Twin', [field('id', 'uuid'), field('name', 'string')], 'member');
    const twins = (second: ReturnType<typeof field>) => {
      const { root, records } = resource(field('a', list(record('Member'))), second);
      return unsupported({ root, records: new Map([...records, ['Twin', twin]]), enums: new Map() });
    };
    const told = 'JSON:API tells resources apart by type and id, and Member and Twin are both "member"';
    assert.equal(twins(field('b', record('Twin'))), told);
    // A record in attributes is no resource object, and a hidden one at most a link.
    assert.equal(twins(field('b', { kind: 'map', value: record('Twin') })), null);
    assert.equal(twins(hidden('b', record('Twin'))), null);
  });
});
