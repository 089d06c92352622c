/** A jar that was damaged in Maven's own repository is told from a library that doesn't do the work. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporary } from '../../../test/files/temporary.ts';
import { damagedFile } from '../build/maven-repository.mjs';

const folder = temporary('repository');

test('by the digest that Maven keeps beside it, where it keeps one', async () => {
  const files = ['whole', 'damaged', 'unknown'].map((name) => join(folder, `${name}.jar`));
  for (const file of files) writeFileSync(file, 'abc');
  const sha1 = 'a9993e364706816aba3e25717850c26c9cd0d89d';
  writeFileSync(`${files[0]}.sha1`, `${sha1}  whole.jar\n`);
  writeFileSync(`${files[1]}.sha1`, sha1.toUpperCase());
  assert.equal(await damagedFile(files), null);
  writeFileSync(files[1]!, 'abd');
  assert.equal(await damagedFile(files), files[1]);
});
