/**
 * Writes the digests of all datasets into their dataset.toml files, after an intended change of a schema, a definition or the
 * generator:
 *
 *     node --import tsx script/digests.ts [FOLDER OF A DATASET…]
 *
 * By default it handles all datasets in datasets/ and test/data/.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserDataError } from '../src/dataset/document.ts';
import { makeDocuments, readModel } from '../src/dataset/prepare.ts';
import { readDataset } from '../src/define/dataset.ts';
import { DefinitionError } from '../src/define/error.ts';
import { readToml } from '../src/define/toml.ts';

const home = join(import.meta.dirname, '..');
const given = process.argv.slice(2);
const folders =
  given.length > 0
    ? given
    : ['datasets', 'test/data']
        .flatMap((place) => readdirSync(join(home, place)).map((name) => join(home, place, name)))
        .filter((folder) => existsSync(join(folder, 'dataset.toml')));

/** Adds a placeholder digest to sizes without one. */
function addMissing(file: string): void {
  const toml = readToml(file);
  const sizes = Object.keys((toml.value as { sizes?: object }).sizes ?? {});
  const lines = readFileSync(file, 'utf8').split('\n');
  const missing = sizes
    .filter((size) => toml.has(['sizes', size, 'documents']) && !toml.has(['sizes', size, 'digest']))
    .map((size) => toml.lineOf(['sizes', size, 'documents']));
  for (const line of missing.sort((a, b) => b - a))
    lines.splice(line, 0, `digest = "sha256:${'0'.repeat(64)}"`);
  if (missing.length > 0) writeFileSync(file, lines.join('\n'));
}

async function write(folder: string): Promise<void> {
  const file = join(folder, 'dataset.toml');
  addMissing(file);
  const definition = readDataset(folder);
  const model = readModel(definition);
  for (const size of definition.sizes) {
    const { digest } = await makeDocuments(definition, model, size);
    console.log(`${definition.name}/${size.name} ${digest}${digest === size.digest ? '' : ' (new)'}`);
    const lines = readFileSync(file, 'utf8').split('\n');
    const line = readToml(file).lineOf(['sizes', size.name, 'digest']) - 1;
    lines[line] = lines[line]!.replace(size.digest, digest);
    writeFileSync(file, lines.join('\n'));
  }
}

for (const folder of folders) {
  try {
    await write(folder);
  } catch (error) {
    if (!(error instanceof DefinitionError || error instanceof UserDataError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
