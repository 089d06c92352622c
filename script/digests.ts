/**
 * Writes the digests of all datasets into their dataset.toml files, after a change on purpose of a schema, a definition
 * or the generator:
 *
 *     node --import tsx script/digests.ts [FOLDER OF A DATASET…]
 *
 * Without folders: those in datasets/ and test/data/.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFixtures, readModel } from '../src/dataset/prepare.ts';
import { readDataset } from '../src/define/dataset.ts';
import { readToml } from '../src/define/toml.ts';

const home = join(import.meta.dirname, '..');
const given = process.argv.slice(2);
const folders =
  given.length > 0
    ? given
    : ['datasets', 'test/data']
        .flatMap((place) => readdirSync(join(home, place)).map((name) => join(home, place, name)))
        .filter((folder) => existsSync(join(folder, 'dataset.toml')));

for (const folder of folders) {
  const definition = readDataset(folder);
  const model = readModel(definition);
  const file = join(definition.folder, 'dataset.toml');
  for (const size of definition.sizes) {
    const { digest } = await makeFixtures(definition, model, size);
    console.log(`${definition.name}/${size.name} ${digest}${digest === size.digest ? '' : ' (new)'}`);
    const lines = readFileSync(file, 'utf8').split('\n');
    const line = readToml(file).lineOf(['sizes', size.name, 'digest']) - 1;
    lines[line] = lines[line]!.replace(size.digest, digest);
    writeFileSync(file, lines.join('\n'));
  }
}
