/** A row in Python that reads ahead (test/contract/runtime/reading-ahead.ts). */
import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { scratchFolder } from '../../../test/contract/command.ts';
import { rowToml, writeFiles } from '../../../test/contract/definitions.ts';
import { testReadingAhead } from '../../../test/contract/runtime/reading-ahead.ts';

const folder = scratchFolder('ahead-python')('run');

for (const file of ['test/ahead/spy.py', 'serializers/json.py', 'serializers/plain_json.py'])
  copyFileSync(join(import.meta.dirname, '..', file), join(folder, basename(file)));

const more = 'sources = ["json.py", "plain_json.py"]\n';
const row = { id: 'spy', file: 'spy.py', tasks: ['deserialize'], runtime: 'python', more };
writeFiles(folder, { 'row.toml': rowToml(row) });
testReadingAhead(folder);
