/** script/look.ts, which compares each kit's timed loop with the shortest possible loop. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { execa } from 'execa';
import { place } from './place.ts';
import { here, runners } from './shipped.ts';

test('script/look.ts measures the loops of all kits', async (t) => {
  const script = join(import.meta.dirname, '../../script/look.ts');
  const { stdout } = await execa(process.execPath, ['--import', 'tsx', script, '--once'], {
    cwd: place.home,
  });
  const [, ...lines] = stdout.split('\n');
  assert.deepEqual(
    lines.map((line) => line.split('/')[0]).sort(),
    runners.map(({ runtime }) => runtime).sort(),
  );
  for (const line of lines) {
    const [name, , ...figures] = line.split(/ {2,}/);
    const isMeasured = figures.length === 4;
    assert.ok(isMeasured || !name!.startsWith(`${here.runtime}/`), line);
    // A loop that fails makes the script fail: only unavailable kits have no figures.
    if (!isMeasured) t.diagnostic(line);
  }
});
