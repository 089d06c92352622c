import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { plainView } from '../../src/dataset/plain.ts';
import { prepareDataset } from '../../src/dataset/prepare.ts';
import { decodeFixture } from '../../src/oracle/fixture.ts';
import { documentsFor } from '../../src/trial/workbench.ts';
import { plain as row } from '../contract/shipped.ts';
import { INSTANT, INT64, recordOf, STRING, UUID } from '../schema/schemas.ts';
import { userDataset } from '../userdata/user-dataset.ts';

const ID = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
const at = '2026-01-31T12:00:00.000Z';

test('plain documents have strings for dates and uuids, and no absent fields; integers beyond 2^53 have none', async (t) => {
  const schema = recordOf({ id: UUID, at: INSTANT, n: INT64, note: STRING }, { required: ['id', 'at', 'n'] });
  const viewOf = async (n: string) => {
    const content = `{"id":"${ID}","at":"${at}","n":${n}}`;
    const { folder, definition } = await userDataset(t, content, { schema });
    return plainView(await prepareDataset(definition, 'sample', join(folder, 'scratch')));
  };
  const view = (await viewOf('7'))!;
  assert.deepEqual(view.documents, [new Map<string, unknown>(Object.entries({ id: ID, at, n: 7 }))]);
  assert.deepEqual([view.model.root.kind, decodeFixture(view.fixture).length], ['any', 1]);
  assert.ok(view.hard.every((one) => one instanceof Map));
  assert.equal(await viewOf('9007199254740993'), null);
});

test('a row gets plain objects by default, or on request, or never, as its manifest says', async (t) => {
  const { folder, definition } = await userDataset(t, '{"id":1,"status":"NEW","note":null}');
  const typed = await prepareDataset(definition, 'sample', join(folder, 'scratch'));
  const takers = (plain?: 'default' | 'asked') => {
    const dataset = {
      ...typed,
      definition: { ...definition, ...(plain && { plain }) },
      plain: plainView(typed),
    };
    const rows = [true, 'on-request', false] as const;
    return rows.filter((kind) => documentsFor(dataset, { definition: { ...row, plain: kind } }) !== dataset);
  };
  assert.deepEqual([takers(), takers('default'), takers('asked')], [[], [true], [true, 'on-request']]);
});
