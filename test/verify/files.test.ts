import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { FORMATS } from '../../src/define/types.ts';
import { keepMade } from '../../src/files/kept.ts';
import {
  FramesError,
  inputsFileName,
  prepareInputs,
  splitFrames,
  writeFrames,
} from '../../src/verify/frames.ts';
import { type Verification, VerifiedDumps, verifyDump } from '../../src/verify/outputs.ts';
import { documents, dumpFrames, formats, jsonOutputs, outputs, people, temporaryFolder } from './people.ts';

const folder = temporaryFolder();

describe('frames', () => {
  it('are a length and as many bytes', async () => {
    const bytes = Uint8Array.of(0, 0, 0, 2, 7, 8, 0, 0, 0, 0, 0, 0, 0, 1, 9);
    assert.deepEqual(splitFrames(bytes), [Uint8Array.of(7, 8), new Uint8Array(), Uint8Array.of(9)]);
    assert.deepEqual(splitFrames(new Uint8Array()), []);
  });

  it('are refused where they are cut off', async () => {
    const cut =
      (...bytes: number[]) =>
      () =>
        splitFrames(Uint8Array.from(bytes));
    assert.throws(cut(0, 0, 0), new FramesError('frame 0 at byte 0: its length is cut off'));
    assert.throws(cut(0, 0, 0, 1), new FramesError('frame 0 at byte 0 says it has 1 bytes, 0 are left'));
    assert.throws(
      cut(0, 0, 0, 0, 255, 255, 255, 255, 1),
      new FramesError('frame 1 at byte 4 says it has 4294967295 bytes, 1 are left'),
    );
  });

  it('come back as they were written', async () => {
    const frames = [Uint8Array.of(1), new Uint8Array(), new Uint8Array(100_000).fill(3)];
    const file = join(folder, 'frames');
    writeFrames(file, frames);
    assert.deepEqual(splitFrames(new Uint8Array(readFileSync(file))), frames);
  });

  it('leave nothing behind if they fail to be made', async () => {
    const before = readdirSync(folder);
    const failing = function* () {
      yield Uint8Array.of(1);
      throw new Error('no second frame');
    };
    const make = (aside: string) => writeFrames(aside, failing());
    assert.throws(() => keepMade(join(folder, 'failed'), make), new Error('no second frame'));
    assert.deepEqual(readdirSync(folder), before);
  });
});

describe('inputs', () => {
  for (const format of formats) {
    it(`of ${format} are what the serializer should have put out`, async () => {
      const file = join(folder, inputsFileName('sha256:ab', 'documents', format));
      prepareInputs(people, format, documents, file);
      const dump = {
        model: people,
        format,
        deviations: [],
        expected: documents,
        file,
        set: 'documents',
      } as const;
      assert.deepEqual((await verifyDump('serialize', dump)).verdict, { verdict: 'ok' });
    });
  }

  it('are kept once they are there', async () => {
    const file = join(folder, 'kept');
    const inode = () => statSync(file, { bigint: true }).ino;
    prepareInputs(people, 'json', documents, file);
    const before = inode();
    prepareInputs(people, 'json', documents, file);
    assert.equal(inode(), before);
  });

  it('are called by all that they depend on, in letters that every file system takes', async () => {
    const names = new Set<string>();
    for (const digest of ['sha256:aa', 'sha256:bb']) {
      for (const set of ['documents', 'hard'] as const) {
        for (const format of FORMATS) names.add(inputsFileName(digest, set, format));
      }
    }
    assert.equal(names.size, 4 * FORMATS.length);
    for (const name of names) assert.match(name, /^[a-z0-9.-]+$/);
  });
});

describe('what was verified before', () => {
  const dump = (file: string) =>
    ({ model: people, format: 'json', deviations: [], expected: documents, file, set: 'documents' }) as const;

  it('is not decoded again for the same bytes, contender, case and set', async () => {
    const dumps = new VerifiedDumps();
    const bytes = Buffer.from('the same');
    let looked = 0;
    const verify = async (): Promise<Verification> => {
      looked++;
      return { verdict: { verdict: 'ok' }, used: new Set() };
    };
    const first = await dumps.lookUp('node/json record/single/serialize', bytes, verify);
    assert.equal(
      await dumps.lookUp('node/json record/single/serialize', Buffer.from('the same'), verify),
      first,
    );
    assert.equal(looked, 1);
    await dumps.lookUp('node/json record/single/serialize', Buffer.from('another'), verify);
    await dumps.lookUp('node/other record/single/serialize', bytes, verify);
    assert.equal(looked, 3);
  });

  it('does not make a later fault ok', async () => {
    const memory = { dumps: new VerifiedDumps(), key: 'node/json record/single/serialize' };
    const good = dumpFrames(folder, outputs('json'));
    const bad = dumpFrames(
      folder,
      jsonOutputs((text) => text.replace('Ada', 'Bob')),
    );
    const verdicts: string[] = [];
    for (const file of [good, good, bad, bad])
      verdicts.push((await verifyDump('serialize', dump(file), memory)).verdict.verdict);
    assert.deepEqual(verdicts, ['ok', 'ok', 'mismatch', 'mismatch']);
  });

  it('keeps apart what is expected of the two sets', async () => {
    const memory = { dumps: new VerifiedDumps(), key: 'node/json record/single/serialize' };
    const file = dumpFrames(folder, outputs('json'));
    assert.equal((await verifyDump('serialize', dump(file), memory)).verdict.verdict, 'ok');
    const hard = { ...dump(file), set: 'hard', expected: documents.slice(1) } as const;
    assert.equal((await verifyDump('serialize', hard, memory)).verdict.verdict, 'mismatch');
    assert(existsSync(file));
  });
});
