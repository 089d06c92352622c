/** A row of the runtime here that reads ahead (test/contract/runtime/reading-ahead.ts). */
import { join } from 'node:path';
import { scratchFolder } from './command.ts';
import { rowToml, writeFiles } from './definitions.ts';
import { placesIn, testReadingAhead } from './runtime/reading-ahead.ts';
import { here, plain } from './shipped.ts';

const folder = scratchFolder('ahead')('run');
const { temporary, told } = placesIn(folder);

/** Looks before each operation, as another thread of it might at any time; a file stays known when it is gone. */
const SPY = `import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import json from ${JSON.stringify(join(here.folder, plain.file))};

const files = new Map();
const known = new Set();
function look() {
  for (const entry of readdirSync(${JSON.stringify(temporary)}, { recursive: true, withFileTypes: true })) {
    const path = entry.parentPath + '/' + entry.name;
    if (!entry.isFile() || files.has(path)) continue;
    try {
      files.set(path, readFileSync(path, 'latin1'));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
}

export default {
  ...json,
  create(given) {
    const made = json.create(given);
    return {
      deserialize(document) {
        if (!known.has(document)) {
          known.add(document);
          const bytes = Buffer.from(document).toString('latin1');
          const isThere = [...files.values()].some((text) => text.includes(bytes));
          appendFileSync(${JSON.stringify(told)}, JSON.stringify({ document, isThere, pid: process.pid }) + '\\n');
        }
        if (known.size % 10 === 0 || files.size === 0) look();
        return made.deserialize(document);
      },
    };
  },
};
`;

const row = { id: 'spy', tasks: ['deserialize'], runtime: here.runtime };
writeFiles(folder, { 'row.mjs': SPY, 'row.toml': rowToml(row) });
testReadingAhead(folder);
