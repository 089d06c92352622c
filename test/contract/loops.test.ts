import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { execa } from 'execa';
import { place } from './place.ts';
import { here, runners } from './shipped.ts';

const script = join(import.meta.dirname, '../../script/look.ts');

test('each kit’s loop can be looked at beside the barest one', async (t) => {
  const args = ['--import', 'tsx', script, '--once'];
  const { stdout } = await execa(process.execPath, args, { cwd: place.home });
  const [, ...lines] = stdout.split('\n');
  assert.deepEqual(
    lines.map((line) => line.split('/')[0]).sort(),
    runners.map(({ runtime }) => runtime).sort(),
  );
  for (const line of lines) {
    const [name, , ...figures] = line.split(/ {2,}/);
    const isThere = figures.length === 4;
    assert.ok(isThere || !name!.startsWith(`${here.runtime}/`), line);
    // A look that fails throws: what has no figures is said not to be there.
    if (!isThere) t.diagnostic(line);
  }
});
