import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporary } from '../../../test/machine/temporary.ts';
import { licensesOf } from '../build/environments.mjs';

test('a license expression counts before classifiers, and these before `License`; dependencies are left out', async () => {
  const folder = temporary('python-licenses');
  const packages = {
    'new_lib-1.0': 'License-Expression: MIT OR Apache-2.0\nLicense: MIT',
    'classified-2.0': 'License: text of it\n  and more\nClassifier: License :: OSI Approved :: BSD License',
    'old-0.1': 'License: ISC\n\nLicense: in the description',
    'silent-1.0': 'Summary: nothing',
    'dependency-1.0': 'License: GPL',
  };
  for (const [name, head] of Object.entries(packages)) {
    const place = join(folder, 'lib/python3.11/site-packages', `${name}.dist-info`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'METADATA'), `Metadata-Version: 2.1\nName: ${name.split('-')[0]}\n${head}\n`);
  }
  const asked = ['New.Lib==1.0', 'classified==2.0', 'old@file:/x#sha256-0', 'silent==1.0'];
  assert.deepEqual(await licensesOf(folder, asked), {
    ...{ 'new-lib': 'MIT OR Apache-2.0', classified: 'BSD License', old: 'ISC', silent: '' },
  });
});
