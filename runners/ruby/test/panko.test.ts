/**
 * Tests Panko with types that aren't recursive. The row loads ActiveSupport's `as_json` for recursive types and for
 * records in maps; a test with both wouldn't notice if the row forgot to load it for maps.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readDataset } from '../../../src/define/dataset.ts';
import { checkRow } from '../../../src/trial/check.ts';
import { readyFor, suiteOf, writeDataset } from '../../../test/contract/definitions.ts';
import { whyNot } from '../../../test/contract/runtime/every-row.ts';
import { temporary } from '../../../test/machine/temporary.ts';

const SCHEMA = {
  type: 'object',
  required: ['places'],
  properties: { places: { type: 'object', additionalProperties: { $ref: '#/$defs/Place' } } },
  $defs: { Place: { type: 'object', required: ['street'], properties: { street: { type: 'string' } } } },
};

const folder = join(temporary('panko'), 'places');
await writeDataset(folder, SCHEMA, '[sizes.small]\ndocuments = 2\n');
const suite = suiteOf(['ruby/panko'], { dataset: 'places', sizes: ['small'], tasks: ['serialize'] });
const { plan, workbench } = await readyFor(suite, { places: readDataset(folder) });
const [planned] = plan.cases;
const [contender] = planned!.contenders;
const skip = whyNot(workbench.unavailable(planned!, contender!));

test('Panko writes records in a map, without recursion', { skip }, async () => {
  assert.deepEqual((await checkRow(workbench, planned!, contender!)).verdict, { verdict: 'ok' });
});
