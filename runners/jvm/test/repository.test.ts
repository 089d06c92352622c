import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporary } from '../../../test/machine/temporary.ts';
import { damagedFile, licensesOf } from '../build/maven-repository.mjs';

const folder = temporary('repository');

test('a damaged jar is found by the SHA-1 that Maven stores beside it, if there is one', async () => {
  const files = ['whole', 'damaged', 'unknown'].map((name) => join(folder, `${name}.jar`));
  for (const file of files) writeFileSync(file, 'abc');
  const sha1 = 'a9993e364706816aba3e25717850c26c9cd0d89d';
  writeFileSync(`${files[0]}.sha1`, `${sha1}  whole.jar\n`);
  writeFileSync(`${files[1]}.sha1`, sha1.toUpperCase());
  assert.equal(await damagedFile(files), null);
  writeFileSync(files[1]!, 'abd');
  assert.equal(await damagedFile(files), files[1]);
});

test("an artifact's license is that of its POM, else of the nearest parent that states one", async () => {
  const write = (group: string, artifact: string, xml: string) => {
    const place = join(folder, group.replaceAll('.', '/'), artifact, '1.0');
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, `${artifact}-1.0.pom`), `<project>\n${xml}\n</project>`);
    return join(place, `${artifact}-1.0.jar`);
  };
  const parent = '<groupId>org.base</groupId><artifactId>parent</artifactId><version> 1.0 </version>';
  const license = (name: string) => `<license>\n<name>\n${name}</name></license>`;
  write('org.base', 'parent', `<licenses>${license('MIT')}${license('EPL 2.0')}</licenses>`);
  const jars = [
    write('org.a', 'own', `<parent>${parent}</parent><licenses>${license('Apache-2.0')}</licenses>`),
    write('org.a', 'inherits', `<parent>${parent}</parent><name>Inherits</name>`),
    write('org.a', 'silent', ''),
  ];
  const packages = ['org.a:own:1.0', 'org.a:inherits:1.0', 'org.a:silent:1.0', 'org.a:absent:1.0'];
  assert.deepEqual(await licensesOf(packages, jars), {
    ...{ own: 'Apache-2.0', inherits: 'MIT, EPL 2.0', silent: '' },
  });
});
