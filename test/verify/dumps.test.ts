/** Dumps that are no files, or longer than documents can be: nothing hangs, nothing fills the memory, nothing is blamed on who can't help it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { encodeFixture, openFixture } from '../../src/dataset/fixture.ts';
import { DocumentTooLarge, MOST_VALUES } from '../../src/format/decoded.ts';
import { codecs } from '../../src/format/index.ts';
import type { Verdict } from '../../src/plan/verdict.ts';
import { recordOf, type SchemaModel } from '../../src/schema/model.ts';
import type { Value } from '../../src/schema/value.ts';
import { roomFor } from '../../src/verify/dump.ts';
import { VerifiedDumps, verifyDump, verifyLimit } from '../../src/verify/outputs.ts';
import { documents, dumpFrames, outputs, people, temporaryFolder } from './people.ts';

const folder = temporaryFolder();
const skip = process.platform === 'win32';
const MIB = 2 ** 20;
/** Of the largest dumps here: most of it holes, which take no room on a disk and are zeros when they are read. */
const SPARSE = 1900 * MIB;

const dumpAt = (file: string, expected: readonly Value[] = documents) =>
  ({ model: people, format: 'json', deviations: [], expected, file, set: 'hard' }) as const;

/** By everything that reads a dump. */
const VERIFIERS = {
  serialize: (dump: ReturnType<typeof dumpAt>) => verifyDump('serialize', dump),
  deserialize: (dump: ReturnType<typeof dumpAt>) => verifyDump('deserialize', dump),
  limit: (dump: ReturnType<typeof dumpAt>) => verifyLimit(dump),
};

async function verdictsOf(file: string, expected?: readonly Value[]): Promise<[string, Verdict][]> {
  const found: [string, Verdict][] = [];
  for (const [name, verify] of Object.entries(VERIFIERS))
    found.push([name, (await verify(dumpAt(file, expected))).verdict]);
  return found;
}

let sparse = 0;

/** A file that begins so and goes on with zeros. */
function sparseFile(begin: Uint8Array, size = SPARSE): string {
  const file = join(folder, `sparse-${sparse++}`);
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, begin);
  ftruncateSync(descriptor, size);
  closeSync(descriptor);
  return file;
}

function u32(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * at);
  return bytes;
}

const MAGIC = Buffer.from('WMFIX 1\n');

/** What this process has read of files so far; null where the system doesn't tell. */
function bytesRead(): number | null {
  if (process.platform !== 'linux') return null;
  return Number(/^rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))![1]);
}

const text = (length: number): Value => ({
  person: { name: 'x'.repeat(length), gender: 'Male', height: 1, account: 1n, ssn: null },
  hobbies: [],
});

test('what is no regular file is a mismatch at once', { skip }, async (context) => {
  const at = (name: string) => join(folder, name);
  execFileSync('mkfifo', [at('pipe')]);
  mkdirSync(at('directory'));
  writeFileSync(at('target'), '');
  for (const [name, target] of [
    ['zero', '/dev/zero'],
    ['dangling', at('nowhere')],
    ['link', at('target')],
  ] as const)
    symlinkSync(target, at(name));
  const server = createServer().listen(at('socket'));
  context.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  for (const [file, why] of [
    [at('pipe'), 'it is a pipe (FIFO), not a regular file'],
    [at('directory'), 'it is a folder, not a regular file'],
    [at('socket'), 'it is a socket, not a regular file'],
    ['/dev/zero', 'it is a device, not a regular file'],
    [at('zero'), 'it is a link, not a regular file'],
    [at('dangling'), 'it is a link, not a regular file'],
    [at('link'), 'it is a link, not a regular file'],
    [at('nowhere'), `ENOENT: no such file or directory, lstat '${at('nowhere')}'`],
  ] as const) {
    const reason = `hard documents: the dump can't be read: ${why}`;
    for (const [name, verdict] of await verdictsOf(file))
      assert.deepEqual(verdict, { verdict: 'mismatch', reason }, name);
  }
});

test('a dump that is longer than its documents can be is a mismatch with both figures, and is not read', async () => {
  const shapes: Record<string, Uint8Array> = {
    'frames of length 0': new Uint8Array(),
    'one frame of all': u32(SPARSE - 4),
    'a frame that is cut off': u32(2 ** 32 - 1),
    'a fixture of 4 billion documents': Buffer.concat([MAGIC, u32(2 ** 32 - 1)]),
    'a fixture of the right number': Buffer.concat([MAGIC, u32(documents.length)]),
    'a whole dump, and more': readFileSync(dumpFrames(folder, outputs('json'))),
    'a whole fixture, and more': encodeFixture(people, documents),
  };
  for (const [shape, begin] of Object.entries(shapes)) {
    const file = sparseFile(begin);
    const before = bytesRead();
    for (const [name, verdict] of await verdictsOf(file))
      assert.deepEqual(
        verdict,
        {
          verdict: 'mismatch',
          reason: 'hard documents: the dump has 1900 MiB, and 3 documents take 17 MiB at most',
        },
        `${shape}, ${name}`,
      );
    if (before !== null) assert.ok(bytesRead()! - before < MIB, shape);
  }
});

test('a dump that its documents can take is looked at no further than it is wrong', async () => {
  const large = [text(MIB), ...documents];
  const most = 60 * MIB;
  const shapes: readonly [begin: Uint8Array, by: keyof typeof VERIFIERS, reason: RegExp][] = [
    [new Uint8Array(), 'serialize', /documents: 5 results or more for 4 documents$/],
    [new Uint8Array(), 'limit', /documents: 5 results or more for 4 documents$/],
    [new Uint8Array(), 'deserialize', /not a valid fixture: .* does not begin with "WMFIX 1"/],
    [u32(most - 4), 'serialize', /documents: 1 results for 4 documents$/],
    [u32(most), 'serialize', /frame 0 at byte 0 says it has 62914560 bytes, 62914556 are left$/],
    [Buffer.concat([MAGIC, u32(most - 12)]), 'deserialize', /documents: 62914548 results for 4 documents$/],
    [Buffer.concat([MAGIC, u32(4)]), 'deserialize', /not a valid fixture: unknown tag 0x00 at byte 12/],
    [Buffer.concat([MAGIC, u32(2 ** 32 - 1)]), 'deserialize', /4294967295 documents don't fit/],
    [Buffer.concat([MAGIC, u32(4), Buffer.from('['), u32(2 ** 31)]), 'deserialize', /2147483648 elements/],
    [
      Buffer.concat([MAGIC, u32(4), Buffer.from('s'), u32(most)]),
      'deserialize',
      /62914560 bytes of a string/,
    ],
  ];
  for (const [begin, by, reason] of shapes) {
    const file = sparseFile(begin, most);
    const before = bytesRead();
    const { verdict } = await VERIFIERS[by](dumpAt(file, large));
    assert.equal(verdict.verdict, 'mismatch');
    assert.match((verdict as { reason: string }).reason, reason);
    if (before !== null) assert.ok(bytesRead()! - before < most + MIB, 'read once');
  }
});

test('what is beyond our own limits is not called a mismatch', async () => {
  // It could be right: documents like these may take so much.
  const many = new Array<Value>(20).fill(text(12 * MIB));
  for (const [, verdict] of await verdictsOf(sparseFile(new Uint8Array()), many)) {
    assert.equal(verdict.verdict, 'unsupported');
    assert.match(
      (verdict as { reason: string }).reason,
      /can't verify so much \(it has 1900 MiB, and at most 255 MiB are read\): take a smaller size/,
    );
  }
  for (const [, verdict] of await verdictsOf(sparseFile(new Uint8Array()), many.slice(0, 2))) {
    assert.equal(verdict.verdict, 'mismatch');
    assert.match(
      (verdict as { reason: string }).reason,
      /the dump has 1900 MiB, and 2 documents take 1553 MiB at most/,
    );
  }
});

test('a document of more values than memory has room for is not decoded to its end', async () => {
  const empty = Buffer.alloc(MOST_VALUES + 10, 0xc0);
  empty.set([0xdd, ...u32(empty.length - 5)]);
  const file = dumpFrames(folder, [empty]);
  assert.throws(
    () => codecs.json.decode(people, Buffer.alloc(2 * MOST_VALUES + 4, ',0').fill('[', 0, 1)),
    DocumentTooLarge,
  );
  const fixture = Buffer.concat([MAGIC, u32(1), Buffer.from('['), u32(empty.length), empty.fill('N')]);
  assert.throws(() => [...openFixture(fixture).documents], DocumentTooLarge);
  const dump = { ...dumpAt(file, [text(MIB)]), format: 'msgpack' } as const;
  const { verdict } = await verifyDump('serialize', dump);
  assert.equal(verdict.verdict, 'unsupported');
  assert.match((verdict as { reason: string }).reason, /can't verify so much \(.*8388608 are decoded\)/);
});

test('documents have room however wordily they are written', async () => {
  const wide: SchemaModel = {
    root: { kind: 'list', element: { kind: 'record', name: 'Wide' } },
    records: new Map([
      [
        'Wide',
        recordOf(
          'Wide',
          Array.from({ length: 100 }, (_, at) => ({
            name: `the-field-number-${at}`,
            type: { kind: 'double' } as const,
            presence: 'optional' as const,
          })),
        ),
      ],
    ]),
    enums: new Map(),
  };
  // Of all that is absent a null each, a line each, far to the right.
  const absent = new Array<Value>(1000).fill({});
  const nulls = absent.map(() =>
    Object.fromEntries([...wide.records.get('Wide')!.fields].map(({ name }) => [name, null])),
  );
  const wordy = Buffer.from(JSON.stringify(nulls, null, 10));
  assert.ok(wordy.length > 3 * MIB);
  const dump = { ...dumpAt(dumpFrames(folder, [wordy]), [absent]), model: wide };
  assert.deepEqual((await verifyDump('serialize', dump)).verdict, { verdict: 'ok' });
  // As escapes, each unit of a text is six bytes.
  const escaped = text(MIB);
  const [frame] = [Buffer.from(codecs.json.encode(people, escaped)).toString().replaceAll('x', '\\u0078')];
  assert.deepEqual(
    (await verifyDump('serialize', dumpAt(dumpFrames(folder, [Buffer.from(frame!)]), [escaped]))).verdict,
    { verdict: 'ok' },
  );
});

test('an integer that is a megabyte long is no integer, without a search through its zeros for each of them', async () => {
  const frames = outputs('json').map((frame) =>
    Buffer.from(
      Buffer.from(frame)
        .toString()
        .replace('"account":1,', `"account":1${'0'.repeat(MIB)}1,`),
    ),
  );
  const { verdict } = await verifyDump(
    'serialize',
    dumpAt(dumpFrames(folder, frames), [text(MIB), ...documents].slice(1)),
  );
  assert.equal(verdict.verdict, 'mismatch');
  const { reason } = verdict as { reason: string };
  assert.ok(reason.length < 2000);
});

test('what a reason quotes of a dump is cut', async () => {
  const key = 'k'.repeat(MIB / 4);
  for (const fault of [`{"${key}":1,"${key}":2}`, `{"person":null,"${key}":1}`]) {
    const file = dumpFrames(folder, [Buffer.from(fault), ...outputs('json').slice(1)]);
    const { verdict } = await verifyDump('serialize', dumpAt(file));
    assert.equal(verdict.verdict, 'mismatch');
    assert.ok(JSON.stringify(verdict).length < 4000);
  }
});

test('an interrupt is heard while a dump is read, looked up and verified', async () => {
  const large = new Array<Value>(20_000).fill(documents[0]!);
  const frame = codecs.json.encode(people, large[0]!);
  const file = dumpFrames(
    folder,
    large.map(() => frame),
  );
  for (const before of [undefined, { dumps: new VerifiedDumps(), key: '' }]) {
    const controller = new AbortController();
    // Whatever else waits for its turn gets it meanwhile.
    setImmediate(() => controller.abort(new Error('interrupted')));
    const verifying = verifyDump('serialize', { ...dumpAt(file, large), signal: controller.signal }, before);
    await assert.rejects(verifying, new Error('interrupted'));
  }
  assert.deepEqual((await verifyDump('serialize', dumpAt(file, large))).verdict, { verdict: 'ok' });
});

test('dumps are read and decoded one after another', async () => {
  const large = new Array<Value>(20_000).fill(documents[0]!);
  const frame = codecs.json.encode(people, large[0]!);
  const file = dumpFrames(
    folder,
    large.map(() => frame),
  );
  let isFree = false;
  const watched = (one: Value) =>
    new Proxy([one], {
      get(target, key) {
        if (key === 'length') assert.ok(isFree);
        return Reflect.get(target, key);
      },
    });
  const first = verifyDump('serialize', dumpAt(file, large)).then(() => {
    isFree = true;
  });
  const small = dumpFrames(folder, [frame]);
  assert.deepEqual((await verifyDump('serialize', dumpAt(small, watched(large[0]!)))).verdict, {
    verdict: 'ok',
  });
  await first;
});

test('room is counted no further than it is wanted', async () => {
  let looked = 0;
  const watched = new Proxy([text(MIB), ...documents], {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looked++;
      return Reflect.get(target, key);
    },
  });
  assert.ok((await roomFor(people, watched, 17 * MIB)) >= 16 * MIB);
  assert.ok(looked <= 2);
});

test('that no file handles are left is no fault of the runner', {
  skip: process.platform !== 'linux',
}, () => {
  const file = join(folder, 'large-enough');
  const dump = JSON.stringify({ expected: [], file, set: 'documents' });
  const script = `
    import { openSync } from 'node:fs';
    import { readDump } from ${JSON.stringify(new URL('../../src/verify/dump.ts', import.meta.url).href)};
    try { for (;;) openSync('/dev/null'); } catch {}
    try { await readDump(${dump}); } catch (error) {
      process.stdout.write(error.name + ' ' + error.code);
    }`;
  writeFileSync(file, '');
  const words = ['--import', 'tsx', '--input-type=module', '-e', script];
  const command = `ulimit -n 64; exec "$@"`;
  const output = execFileSync('bash', ['-c', command, 'bash', process.execPath, ...words], {
    encoding: 'utf8',
  });
  assert.equal(output, 'Error EMFILE');
});
