import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { DefinitionError } from '../../src/define/error.ts';
import { readRunner } from '../../src/define/runner.ts';
import type { Task } from '../../src/define/types.ts';
import { folderWith } from './place.ts';
import { toml } from './valid.ts';

interface Row {
  readonly id?: string;
  readonly format: string;
  readonly tasks: readonly Task[];
  readonly reader?: string;
}

function reading(context: TestContext): (row: Row) => DefinitionError | null {
  const file = join(folderWith(context, { 'main.lua': '' }), 'runner.toml');
  const others: Row[] = [
    { id: 'json', format: 'json', tasks: ['serialize', 'deserialize'] },
    { id: 'reads', format: 'own:kryo', tasks: ['serialize', 'deserialize'] },
    { id: 'writes', format: 'own:kryo', tasks: ['serialize'], reader: 'reads' },
    { id: 'other', format: 'own:fory', tasks: ['serialize', 'deserialize'] },
  ];
  return (row) => {
    const serializer = [...others, { id: 'self', ...row }];
    const all = serializer.map((one) => ({ output: 'bytes', file: 'main.lua', ...one }));
    writeFileSync(file, toml({ runtime: 'lua', start: ['lua'], serializer: all }));
    try {
      readRunner(file);
      return null;
    } catch (error) {
      assert.ok(error instanceof DefinitionError, String(error));
      return error;
    }
  };
}

it('an own format is named own: and a word of small letters, digits and "-"', (context) => {
  const read = reading(context);
  const both = ['serialize', 'deserialize'] as const;
  for (const format of ['own:kryo', 'own:k', 'own:kryo-5'])
    assert.equal(read({ format, tasks: both }), null, format);
  const wrong = ['own:', 'own:Kryo', 'own:5', 'own:-a', 'own:a b', 'own:a\n', 'own:a_b', 'own:a.b', 'own:é'];
  for (const format of [...wrong, 'own', 'OWN:a', ' own:a', 'xown:a', 'own:own:a', '']) {
    const { key, message } = read({ format, tasks: both })!;
    assert.equal(key, 'serializer[4].format', format);
    assert.ok(message.includes(`small letters, digits and "-"; found ${JSON.stringify(format)}`));
  }
});

it('a row of an own format deserializes it itself, or names a reader that does', (context) => {
  const read = reading(context);
  for (const reader of ['self', 'reads'])
    assert.equal(read({ format: 'own:kryo', tasks: ['serialize', 'deserialize'], reader }), null);
  assert.equal(read({ format: 'own:kryo', tasks: ['to-tree'], reader: 'reads' }), null);
  for (const task of ['deserialize', 'parse-tree'] as const)
    assert.equal(read({ format: 'own:kryo', tasks: [task] })?.key, 'serializer[4].tasks');
});

it('an own format that no row writes or reads is refused with a fix', (context) => {
  const read = reading(context);
  const told = (row: Partial<Row>) => read({ format: 'own:kryo', tasks: ['serialize'], ...row })!.message;
  const alone = /: no other row writes own:kryo for it: add "serialize"$/;
  assert.match(told({ tasks: ['deserialize'] }), alone);
  assert.match(told({}), /: nothing reads own:kryo back: add "deserialize", or .* with reader = "ID"$/);
  assert.match(told({ format: 'json', reader: 'json' }), /: wiremark reads json itself: leave it out$/);
  for (const [reader, hint] of [
    ['read', 'Did you mean "reads"?'],
    ['writes', 'There is "reads".'],
    ['other', 'There is "reads".'],
  ] as const) {
    const message = `no row "${reader}" here deserializes own:kryo. ${hint}`;
    assert.ok(told({ reader }).endsWith(`: ${message}`), told({ reader }));
  }
});
