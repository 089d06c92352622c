/** Models of resources, and their documents. */
import { type Field, type Presence, recordOf, type SchemaModel, type Type } from '../../src/schema/model.ts';
import type { RecordValue, Value } from '../../src/schema/value.ts';

export function field(name: string, type: Type | Type['kind'], presence: Presence = 'required'): Field {
  return { name, type: (typeof type === 'string' ? { kind: type } : type) as Type, presence };
}

export const hidden = (name: string, type: Type | Type['kind'], presence?: Presence): Field => ({
  ...field(name, type, presence),
  hidden: true,
});

export const record = (name: string): Type => ({ kind: 'record', name });
export const list = (element: Type): Type => ({ kind: 'list', element });

export function modelOf(root: Type, ...records: readonly ReturnType<typeof recordOf>[]): SchemaModel {
  return {
    root,
    records: new Map(records.map((one) => [one.name, one])),
    enums: new Map([['State', { name: 'State', values: ['open', 'closed'] }]]),
  };
}

const fullName: Field = {
  ...field('full_name', 'string'),
  computed: { kind: 'text', pieces: [{ field: 'first_name' }, { text: ' ' }, { field: 'last_name' }] },
};

const ticket = recordOf(
  'Ticket',
  [
    field('title', 'string'),
    field('id', 'int64'),
    field('labels', { kind: 'map', value: { kind: 'string' } }),
    field('place', record('Place'), 'optional'),
    field('boards', { kind: 'map', value: record('Person') }),
    field('author', record('Person')),
    field('assignee', record('Person'), 'nullable'),
    field('reviewer', record('Person'), 'optional'),
    field('watchers', list(record('Person')), 'optional'),
    field('former', list(record('Person')), 'nullable'),
    field('comments', list(record('Comment'))),
    field('related', list(record('Ticket'))),
    hidden('secret', 'string'),
    hidden('owner', record('Person'), 'optional'),
    hidden('owners', list(record('Person')), 'nullable'),
  ],
  'ticket',
);

const others = [
  recordOf('Place', [field('city', 'string'), field('keeper', record('Person')), hidden('code', 'int32')]),
  recordOf(
    'Person',
    [field('id', 'uuid'), field('first_name', 'string'), hidden('last_name', 'string'), fullName],
    'person',
  ),
  recordOf(
    'Comment',
    [field('id', 'string'), field('author', record('Person')), field('replies', list(record('Comment')))],
    'comment',
  ),
];

/** Resources with each kind of relationship, hidden fields, other records, and repeated resources. */
export const tickets = modelOf(record('Ticket'), ticket, ...others);

function person(number: number, first: string, last: string): RecordValue {
  const id = `${String(number).padStart(8, '0')}-0000-4000-8000-abcdefabcdef`;
  return { id, first_name: first, last_name: last, full_name: `${first} ${last}` };
}

const ann = person(1, 'Ann', 'Lee');
const bob = person(2, '"Bob\\', 'Größe 😀');
const eve = person(3, '', '');

const comment = (id: string, author: RecordValue, ...replies: Value[]) => ({ id, author, replies });

function plainTicket(id: bigint): RecordValue {
  return {
    ...{ title: `Ticket ${id}`, id, labels: new Map(), boards: new Map(), author: ann, assignee: null },
    ...{ former: null, comments: [], related: [], secret: 'hush', owners: null },
  };
}

const full: RecordValue = {
  ...plainTicket(9223372036854775807n),
  labels: new Map(Object.entries({ id: 'x', '': 'type', constructor: 'links' })),
  place: { city: 'Ürzig', keeper: eve, code: 7 },
  boards: new Map(Object.entries({ a: ann, b: bob })),
  assignee: ann,
  reviewer: bob,
  watchers: [],
  former: [bob, ann, bob],
  comments: [comment('', bob, comment('a/b~"', eve), comment('0', ann, comment('😀', bob)))],
  related: [{ ...plainTicket(-2n), related: [plainTicket(0n)], author: eve }, plainTicket(0n)],
  owner: eve,
  owners: [eve, bob],
};

export const ticketDocuments: readonly RecordValue[] = [
  full,
  plainTicket(1n),
  { ...plainTicket(1n), former: [] },
  { ...plainTicket(1n), watchers: [ann], owners: [] },
  { ...plainTicket(1n), assignee: bob },
  { ...full, id: -9223372036854775808n, comments: [], author: bob },
];
