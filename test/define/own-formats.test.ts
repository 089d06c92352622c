/** Formats that only a library knows: how they are called, and that whatever is written in one can be read back. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { DefinitionError } from '../../src/define/error.ts';
import { readRunner } from '../../src/define/runner.ts';
import { TASKS, type Task } from '../../src/define/types.ts';
import { folderWith } from './place.ts';
import { toml } from './valid.ts';

interface Row {
  readonly id?: string;
  readonly format: string;
  readonly tasks: readonly Task[];
  readonly reader?: string;
}

/** What a row must never be to be read: by the side of others, each right by itself. */
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

it('is called own: and a name of small letters, digits and "-"', (context) => {
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

it('has each row that writes it read by a row that can, and each that reads it written by itself', (context) => {
  const read = reading(context);
  const subsets = Array.from({ length: 2 ** TASKS.length - 1 }, (_, bits) =>
    TASKS.filter((_, i) => ((bits + 1) >> i) & 1),
  );
  for (const tasks of subsets)
    for (const reader of [undefined, 'self', 'reads', 'writes', 'other', 'json', 'gone'])
      for (const format of ['own:kryo', 'json']) {
        const does = (task: Task) => tasks.includes(task);
        const isWritten = does('serialize') || !(does('deserialize') || does('parse-tree'));
        const isRead = reader === undefined || reader === 'self' ? does('deserialize') : reader === 'reads';
        const fault =
          format === 'json'
            ? reader && 'reader'
            : !isWritten || (reader === undefined && !isRead)
              ? 'tasks'
              : !isRead && 'reader';
        const found = read({ format, tasks, ...(reader && { reader }) });
        const what = `${format}, ${tasks}, ${reader}`;
        assert.equal(found?.key, fault ? `serializer[4].${fault}` : undefined, what);
      }
});

it('is refused with what to do', (context) => {
  const read = reading(context);
  const told = (row: Partial<Row>) => read({ format: 'own:kryo', tasks: ['serialize'], ...row })!.message;
  const alone = /: nobody else writes own:kryo for it to read: add "serialize"$/;
  assert.match(told({ tasks: ['deserialize'] }), alone);
  assert.match(told({}), /: nobody reads own:kryo back: add "deserialize", or .* with reader = "ID"$/);
  assert.match(told({ format: 'json', reader: 'json' }), /: wiremark reads json itself: leave it out$/);
  const name = 'name a row here that deserializes own:kryo.';
  for (const [reader, message] of [
    ['read', `there is no serializer "read" here: ${name} Did you mean "reads"?`],
    ['writes', `"writes" doesn't deserialize: ${name} There is "reads".`],
    ['other', `"other" reads own:fory: ${name} There is "reads".`],
  ] as const)
    assert.ok(told({ reader }).endsWith(`: ${message}`), told({ reader }));
});
