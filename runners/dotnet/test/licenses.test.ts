import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporary } from '../../../test/machine/temporary.ts';
import { licensesOf, NOTHING } from '../build/packages.mjs';

test('a license is an expression, a file of the package, or a URL', async () => {
  const root = temporary('nuget');
  const stated = {
    Expressed: '<license type="expression">MIT</license><licenseUrl>https://a.example/MIT</licenseUrl>',
    Filed: '<license type="file">LICENSE.txt</license><licenseUrl>https://a.example/none</licenseUrl>',
    Addressed: '<licenseUrl> https://a.example/terms </licenseUrl>',
    Silent: '',
  };
  const named = Object.keys(stated).map((name) => ({ name, version: '1.0.0-RC', spelled: name }));
  for (const [name, xml] of Object.entries(stated)) {
    const place = join(root, name.toLowerCase(), '1.0.0-rc');
    mkdirSync(place, { recursive: true });
    writeFileSync(
      join(place, `${name.toLowerCase()}.nuspec`),
      `<package><metadata>${xml}</metadata></package>`,
    );
  }
  assert.deepEqual(await licensesOf({ ...NOTHING, named }, root), {
    ...{ Expressed: 'MIT', Filed: 'LICENSE.txt', Addressed: 'https://a.example/terms', Silent: '' },
  });
});
