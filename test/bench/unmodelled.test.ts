/** A schema that can't be modelled is told by every verb, whether it makes documents or not. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { loadCatalog, openPlan } from '../../src/bench/definitions.ts';
import { place } from '../contract/place.ts';
import { PLAIN } from '../contract/shipped.ts';
import { definitionError, folderWith } from '../define/place.ts';

test('a schema that cannot be modelled', (context) => {
  const folder = folderWith(context, {});
  const working = process.cwd();
  process.chdir(folder);
  context.after(() => process.chdir(working));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const toml = `title = "Orders"\nseed = 1\n[sizes.small]\ndocuments = 1\ndigest = "sha256:${'0'.repeat(64)}"\n`;
  write('datasets/orders/dataset.toml', toml);
  write('datasets/orders/schema.json', '{"type":"object","properties":{"a":{"type":"strng"}}}');
  write(
    'suites/mine.toml',
    `title = "Mine"\nbaseline = "${PLAIN}"\nserializers = ["${PLAIN}"]\n[[case]]\ndataset = "orders"\nsizes = ["small"]\ntasks = ["serialize"]\n`,
  );
  const expected = definitionError(1, '/properties/a/type', /orders\/schema\.json:1: .*unknown type "strng"/);
  const { datasets, unread } = loadCatalog(place.home);
  assert.ok(!datasets.has('orders'), 'list shows why instead');
  assert.ok(expected(unread.get('datasets orders')));
  const open = (suite: string) => () => openPlan(place.home, { suite, filters: {}, limits: false });
  assert.throws(open('mine'), expected);
  // The folder that the working folder would have been is named by its file.
  assert.throws(open(join(folder, 'suites/mine.toml')), expected);
  write('datasets/orders/schema.json', '{"type":"object","properties":{"a":{"type":"string"}}}');
  assert.equal(open('mine')().plan.cases[0]!.dataset, 'orders');
});
