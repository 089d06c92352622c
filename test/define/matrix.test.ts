/** Each key of each definition × what somebody may put there: refused at its place, or taken, and nothing else. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { readDataset } from '../../src/define/dataset.ts';
import { DefinitionError } from '../../src/define/error.ts';
import { readRunner } from '../../src/define/runner.ts';
import { readSuite } from '../../src/define/suite.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import { folderWith } from './place.ts';
import { changed, NAMED, pathsIn, Raw, SCHEMA, toml, VALID, valueAt } from './valid.ts';

const OTHER_KIND: Readonly<Record<string, unknown>> = {
  string: true,
  number: 'x',
  boolean: 'x',
  object: true,
};

/** What is never right, wherever it stands. */
const WRONG: Readonly<Record<string, (value: unknown) => unknown>> = {
  'another kind': (value) => OTHER_KIND[typeof value],
  'a NUL': () => 'a\u0000b',
  'a text too long': () => 'x'.repeat(10_001),
  'a text beyond the parser': () => 'x'.repeat(130_000),
  'lists within lists': () => new Raw('['.repeat(101) + ']'.repeat(101)),
  'tables within tables': () => new Raw(`${'{a='.repeat(101)}1${'}'.repeat(101)}`),
  'a list too long': () => new Raw(`[${'1,'.repeat(1_001)}]`),
  infinity: () => new Raw('inf'),
  'no number': () => new Raw('nan'),
  'a date': () => new Raw('2020-01-01'),
};

/** What may be right somewhere. */
const EXTREME: readonly unknown[] = [
  ...['', ' ', 'x', '../../../../etc/passwd', '.', '/', '\u202e', 'a\nb'],
  ...['*'.repeat(150), '{a,b}/'.repeat(20)],
  ...[[], {}, [[]], ['x', 'x'], true, -1, 0, 1.5, 1e9, 2 ** 53, 1e300],
  ...['0x7fffffffffffffff', '9'.repeat(400), '-0', '1e400'].map((text) => new Raw(text)),
];

const READERS: { readonly [file in keyof typeof VALID]: (file: string) => unknown } = {
  'people/dataset.toml': (file) => readDataset(dirname(file)),
  'all.toml': readSuite,
  'runner.toml': readRunner,
};

/** The error that it is refused with; null where it is taken. */
function refusal(read: () => unknown): DefinitionError | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof DefinitionError) return error;
    throw error;
  }
}

for (const [name, valid] of Object.entries(VALID)) {
  describe(name, () => {
    const read = READERS[name as keyof typeof VALID];
    const paths = pathsIn(valid).slice(1);

    for (const [what, make] of Object.entries(WRONG))
      it(`refuses ${what} in each key`, (context) => {
        const file = join(folderWith(context, { ...NAMED, [name]: '' }), name);
        for (const path of paths) {
          writeFileSync(file, toml(changed(valid, path, make(valueAt(valid, path)))));
          const found = refusal(() => read(file));
          assert.ok(found, `${path.join('.')} takes ${what}`);
          assert.ok(found.message.startsWith(file), found.message);
          // The parser itself gives up here, and doesn't say where; a file beyond its bytes isn't read.
          const beyond = what === 'a text beyond the parser' || /not TOML|levels, and/.test(found.message);
          if (!beyond) assert.ok(found.key?.startsWith(String(path[0])), found.message);
          assert.ok(found.message.length < 2_000 && !found.message.includes('null,'), found.message);
        }
      });

    it('takes or refuses what is extreme', (context) => {
      const file = join(folderWith(context, { ...NAMED, [name]: '' }), name);
      for (const path of paths)
        for (const value of EXTREME) {
          writeFileSync(file, toml(changed(valid, path, value)));
          const found = refusal(() => read(file));
          assert.ok(!/found (null|Infinity|NaN)/.test(found?.message ?? ''), found?.message);
        }
    });
  });
}

describe('schema.json', () => {
  const read = (text: string) => refusal(() => parseSchema(text, 'schema.json'));
  const values = [
    ...EXTREME.filter((value) => !(value instanceof Raw)),
    ...[null, 'x'.repeat(10_001), 'x'.repeat(200_000), 'a\u0000b', '\ud800', Array(1_001).fill('x')],
    JSON.parse('['.repeat(101) + ']'.repeat(101)) as unknown,
    JSON.parse(`${'{"items":'.repeat(60)}1${'}'.repeat(60)}`) as unknown,
  ];

  it('takes what is valid', () => assert.equal(read(JSON.stringify(SCHEMA)), null));

  it('takes or refuses whatever stands in each place', () => {
    for (const path of pathsIn(SCHEMA))
      for (const value of values) read(JSON.stringify(changed(SCHEMA, path, value)));
  });

  it('refuses what its parser has no room for', () => {
    for (const text of [
      '['.repeat(100_000),
      '{"a":'.repeat(100_000),
      `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    ])
      assert.match(read(text)?.message ?? '', /at most 100 levels are read|not JSON/);
  });
});
