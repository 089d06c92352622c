/** A row that reads whatever lies in the temporary folder: of the documents that nobody has seen before, none lies there early. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { wiremark } from '../command.ts';
import { here, nameOf, plain } from '../shipped.ts';

/** What the row says of a document, in a line of JSON, when it is given that document for the first time. */
interface Told {
  /** In any spelling that is its alone. */
  readonly document: string;
  /** Whether it was in a file that the row had seen. */
  readonly isThere: boolean;
  readonly pid: number;
}

/** Where the temporary folder is in a test's own folder, and beside it what the row has told. */
export const placesIn = (folder: string) => ({
  temporary: join(folder, 'temporary'),
  told: join(folder, 'told'),
});

/** @param folder has row.toml, the manifest of such a row; it looks in each operation, since any thread of it might */
export function testReadingAhead(folder: string): void {
  test('no document that is new to a row could be read before its turn', (context) => {
    const { temporary, told } = placesIn(folder);
    mkdirSync(temporary);
    const words = ['-s', nameOf(here, plain), '-d', 'record/single', '-t', 'deserialize', '--no-limits'];
    const { status, stdout, stderr } = wiremark(
      folder,
      ['run', 'quickstart', '--add', 'row.toml', ...words, '--quick', '--rounds', '1'],
      { TMPDIR: temporary },
    );
    const said = stdout + stderr;
    const missing = /^\S+\/spy: ([^;]+); fix: [^;.]*(?:install|repository)/m.exec(said);
    if (missing) return context.skip(missing[1]);
    assert.equal(status, 0, said);
    const lines = readFileSync(told, 'utf8').trim().split('\n');
    const first = lines.map((line): Told => JSON.parse(line));
    // Those that are timed, and the hard ones, come again in each process; a new one only once.
    const isNew = ({ document }: Told) => first.filter((one) => one.document === document).length === 1;
    const fresh = first.filter(isNew);
    assert.equal(new Set(fresh.map(({ pid }) => pid)).size, 2, 'others in the rehearsal and in the round');
    assert.equal(fresh.filter(({ isThere }) => isThere).length, 0);
  });
}
