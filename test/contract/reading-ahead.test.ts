/** A row that reads whatever lies in the temporary folder: of the documents that nobody has seen before, none lies there early. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratchFolder, succeeds } from './command.ts';
import { rowToml, writeFiles } from './definitions.ts';
import { here, nameOf, plain } from './shipped.ts';

/** What the row says of a document, in a line of JSON, when it is given that document for the first time. */
interface Told {
  readonly document: string;
  /** Whether it was in a file that the row had seen. */
  readonly isThere: boolean;
  readonly pid: number;
}

const folder = scratchFolder('ahead')('run');
const temporary = join(folder, 'temporary');
const told = join(folder, 'told');

/** Looks before each operation, as another thread of it might at any time; a file stays known when it is gone. */
const SPY = `import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import json from ${JSON.stringify(join(here.folder, plain.file))};

const files = new Map();
const known = new Set();
/** What of other processes goes while it is looked at isn't there. */
function unlessGone(look, otherwise) {
  try {
    return look();
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return otherwise;
  }
}
function look() {
  const list = () => readdirSync(${JSON.stringify(temporary)}, { recursive: true, withFileTypes: true });
  for (const entry of unlessGone(list, [])) {
    const path = entry.parentPath + '/' + entry.name;
    if (!entry.isFile() || files.has(path)) continue;
    files.set(path, unlessGone(() => readFileSync(path, 'latin1'), ''));
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

test('no document that is new to a row could be read before its turn', () => {
  mkdirSync(temporary);
  const row = { id: 'spy', tasks: ['deserialize'], runtime: here.runtime };
  writeFiles(folder, { 'row.mjs': SPY, 'row.toml': rowToml(row) });
  const words = ['-s', nameOf(here, plain), '-d', 'record/single', '-t', 'deserialize', '--no-limits'];
  succeeds(folder, ['run', 'quickstart', '--add', 'row.toml', ...words, '--quick', '--rounds', '1'], {
    TMPDIR: temporary,
  });
  const lines = readFileSync(told, 'utf8').trim().split('\n');
  const first = lines.map((line): Told => JSON.parse(line));
  // Those that are timed, and the hard ones, come again in each process; a new one only once.
  const isNew = ({ document }: Told) => first.filter((one) => one.document === document).length === 1;
  const fresh = first.filter(isNew);
  assert.equal(new Set(fresh.map(({ pid }) => pid)).size, 2, 'others in the rehearsal and in the round');
  assert.equal(fresh.filter(({ isThere }) => isThere).length, 0);
});
