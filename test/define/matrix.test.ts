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

/** Values that are wrong for every key. */
const WRONG: Readonly<Record<string, (value: unknown) => unknown>> = {
  'another kind': (value) => OTHER_KIND[typeof value],
  'a NUL': () => 'a\u0000b',
  infinity: () => new Raw('inf'),
  'no number': () => new Raw('nan'),
  'a date': () => new Raw('2020-01-01'),
};

const READERS: { readonly [file in keyof typeof VALID]: (file: string) => unknown } = {
  'people/dataset.toml': (file) => readDataset(dirname(file)),
  'all.toml': readSuite,
  'runner.toml': readRunner,
};

/** The error; null for an accepted definition. */
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
          assert.ok(found, `${path.join('.')} accepts ${what}`);
          assert.ok(found.message.startsWith(file), found.message);
          // The parser rejects a NUL itself, with line and column.
          if (!found.message.includes('not TOML'))
            assert.ok(found.key?.startsWith(String(path[0])), found.message);
          assert.ok(found.message.length < 2_000 && !found.message.includes('null,'), found.message);
        }
      });
  });
}

describe('schema.json', () => {
  const read = (text: string) => refusal(() => parseSchema(text, 'schema.json'));
  const values = [
    ...['', ' ', 'x', '../../../../etc/passwd', '.', '/', 'a\nb', 'a\u0000b', '\ud800'],
    ...[[], {}, [[]], ['x', 'x'], null, true, -1, 0, 1.5, 2 ** 53, 1e300],
  ];

  it('accepts a valid schema', () => assert.equal(read(JSON.stringify(SCHEMA)), null));

  it('accepts or refuses any value in each place', () => {
    for (const path of pathsIn(SCHEMA))
      for (const value of values) read(JSON.stringify(changed(SCHEMA, path, value)));
  });
});
