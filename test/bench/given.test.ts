/** Files that runners are given to read: whatever one does to them, it is named, and the next finds them as they were. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Artifacts } from '../../src/bench/artifacts.ts';
import { keep } from '../../src/files/kept.ts';
import { DAMAGES } from '../files/damages.ts';
import { temporary } from '../files/temporary.ts';

const folder = temporary('given');

const CONTENT = 'WMFIX 2\nwhat is given';
let files = 0;

function given(): { readonly all: Artifacts; readonly path: string } {
  const all = new Artifacts();
  const path = join(folder, `file-${files++}`, 'content');
  keep(path, CONTENT);
  all.add(path, () => keep(path, CONTENT));
  return { all, path };
}

/** What root may do as well. */
function writable(path: string): void {
  chmodSync(path, 0o644);
}

const ALTERATIONS: Record<string, (path: string) => void> = {
  ...DAMAGES,
  'another byte, dated back': (path) => {
    writeFileSync(path, CONTENT.replace('g', 'G'));
    utimesSync(path, 1, 1);
  },
  'gone with its folder': (path) => rmSync(join(path, '..'), { recursive: true }),
  'a link to the same': (path) => {
    renameSync(path, `${path}-elsewhere`);
    symlinkSync(`${path}-elsewhere`, path);
  },
};

describe('a file that a runner was given to read', { skip: process.platform === 'win32' }, () => {
  for (const [what, alter] of Object.entries(ALTERATIONS))
    it(`is named and made again: ${what}`, () => {
      const { all, path } = given();
      const answered = all.asked([path]);
      writable(path);
      alter(path);
      assert.equal(answered(), path);
      assert.equal(readFileSync(path, 'utf8'), CONTENT);
      assert.equal(all.asked([path])(), null, 'told once');
    });

  it('is no matter as long as its content is what it was', () => {
    for (const touch of [
      (path: string) => utimesSync(path, 1, 1),
      writable,
      (path: string) => linkSync(path, `${path}-again`),
      (path: string) => keep(path, CONTENT),
    ]) {
      const { all, path } = given();
      const answered = all.asked([path]);
      touch(path);
      assert.equal(answered(), null);
      assert.equal(readFileSync(path, 'utf8'), CONTENT);
    }
  });

  it('is made again without a name when several runners were at work', () => {
    const { all, path } = given();
    const one = all.asked([path]);
    const other = all.asked([path]);
    rmSync(path);
    assert.equal(one(), null);
    assert.equal(readFileSync(path, 'utf8'), CONTENT);
    assert.equal(other(), null);
    const alone = all.asked([path]);
    rmSync(path);
    assert.equal(alone(), path);
  });

  it('is made again before the next is given it', () => {
    const { all, path } = given();
    rmSync(path);
    all.restore([path]);
    assert.equal(readFileSync(path, 'utf8'), CONTENT);
    assert.equal(all.asked([path])(), null);
  });
});
