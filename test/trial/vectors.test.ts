/**
 * The files in docs/protocol are made by wiremark's own code, and runners answer them.
 * UPDATE_GOLDEN=1 writes them.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { codecs } from '../../src/oracle/codecs.ts';
import { encodeFixture } from '../../src/oracle/fixture.ts';
import { emitModel } from '../../src/schema/emit/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import type { Value } from '../../src/schema/value.ts';

const home = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(home, 'docs/protocol');

const SCHEMA = `{
  "title": "Order", "type": "object", "required": ["id", "count", "note", "state", "key", "placed", "prices"],
  "properties": {
    "id": { "type": "integer", "format": "int64" },
    "count": { "type": "integer", "format": "int32" },
    "note": { "type": ["string", "null"] },
    "state": { "type": "string", "enum": ["new", "paid in full"] },
    "key": { "type": "string", "format": "uuid" },
    "placed": { "type": "string", "format": "date-time" },
    "prices": { "type": "array", "items": { "type": "number" } },
    "paid": { "type": "boolean" }
  }
}
`;
const model = parseSchema(SCHEMA, 'order.schema.json');
const order = (id: bigint, rest: Record<string, Value>): Value => ({
  ...{ id, count: -3, note: null, state: 'new', key: '0f0e0d0c-0b0a-4908-8706-050403020100' },
  ...{ placed: 1_700_000_000_123n, prices: [], ...rest },
});
const SETS = {
  documents: [
    order(7n, { note: 'é😀', prices: [0.5, 2.5, -12.25], paid: true }),
    order(-2n, { state: 'paid in full' }),
  ],
  more: [
    order(0n, { note: '"\\\n' }),
    order(9007199254740991n, { count: 2147483647 }),
    order(1n, { note: '', prices: [1e300], paid: false }),
  ],
};

const files = new Map<string, Uint8Array>([
  ['order.schema.json', Buffer.from(SCHEMA)],
  ['order.model', Buffer.from(emitModel({ dataset: 'order', model }))],
  ...Object.entries(SETS).flatMap(([name, documents]) => [
    [`${name}.fixture`, encodeFixture(model, documents)] as const,
    [
      `${name}.json`,
      Buffer.from(
        documents.map((one) => `${Buffer.from(codecs.json.encode(model, one)).toString()}\n`).join(''),
      ),
    ] as const,
  ]),
]);

for (const [name, content] of files)
  test(`docs/protocol/${name} is what the code makes`, () => {
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(join(folder, name), content);
    assert.deepEqual(new Uint8Array(readFileSync(join(folder, name))), new Uint8Array(content));
  });

const played = (...words: string[]) => {
  const program = join(folder, 'play.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'plain', ...words], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
};

const perl = spawnSync('perl', ['-MJSON::PP', '-MMIME::Base64', '-MTime::HiRes', '-e', 'use v5.26']);
test('the runner beside the page answers them', {
  skip: perl.status !== 0 && 'there is no Perl 5.26',
}, () => {
  played('bytes', 'perl', join(home, 'docs/perl-runner/runner.pl'));
});

test('the template of `new runner` answers them, as far as it serializes', () => {
  const template = join(home, 'templates/runner/main.mjs');
  played('text', '--task', 'serialize', process.execPath, template);
});
