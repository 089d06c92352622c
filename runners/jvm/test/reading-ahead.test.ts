/** A row in Java that reads ahead (test/contract/runtime/reading-ahead.ts). */
import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { scratchFolder } from '../../../test/contract/command.ts';
import { rowToml, writeFiles } from '../../../test/contract/definitions.ts';
import { testReadingAhead } from '../../../test/contract/runtime/reading-ahead.ts';
import { found, runners } from '../../../test/contract/shipped.ts';

const folder = scratchFolder('ahead-jvm')('run');

const { serializers } = found(runners, ({ runtime }) => runtime === 'jvm');
const honest = found(serializers, ({ id }) => id === 'hand-written-java');
const parts = [honest.file, ...honest.sources];
for (const file of ['test/ahead/Spy.java', ...parts])
  copyFileSync(join(import.meta.dirname, '..', file), join(folder, basename(file)));

const more = `sources = ${JSON.stringify(parts.map((file) => basename(file)))}
options = { emit = "java-hand-written", argument = "new wiremark.handwritten.{package}.Codec()" }
`;
const row = { id: 'spy', file: 'Spy.java', tasks: ['deserialize'], runtime: 'jvm', more };
writeFiles(folder, { 'row.toml': rowToml(row) });
testReadingAhead(folder);
