/** Each bound: what is at its maximum works, and what is one above it is refused with its place. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { codeDigest } from '../../src/build/code.ts';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { MOST } from '../../src/define/bounds.ts';
import type { DefinitionError } from '../../src/define/error.ts';
import { readRunner } from '../../src/define/runner.ts';
import { readSuite } from '../../src/define/suite.ts';
import { dotted } from '../../src/define/toml.ts';
import { openPlan } from '../../src/run/definitions.ts';
import { PLAIN } from '../contract/shipped.ts';
import { documentsOf, written } from '../dataset/definitions.ts';
import { BOOLEAN, listOf, recordOf, STRING, to } from '../schema/schemas.ts';
import { DIGEST } from './minimal.ts';
import { definitionError, folderWith } from './place.ts';
import { changed, NAMED, type Path, Raw, READ, toml, VALID } from './valid.ts';

const DATASET = VALID['people/dataset.toml'];
const SUITE = VALID['all.toml'];
const RUNNER = VALID['runner.toml'];

const dataset = (context: TestContext, value: object): unknown => READ.dataset(context, toml(value));
const suite = (context: TestContext, value: object): unknown => READ.suite(context, toml(value));
const runner = (context: TestContext, value: object): unknown => READ.runner(context, toml(value));

const many = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** At `most` something is taken, and with one more it is refused. */
function bounded(most: number, read: (count: number) => unknown, what: RegExp): void {
  read(most);
  assert.throws(() => read(most + 1), { name: 'DefinitionError', message: what });
}

describe('any TOML', () => {
  it('has at most 131,072 bytes of UTF-8', (context) => {
    const file = (bytes: number) => `${toml(SUITE)}#`.padEnd(bytes, 'x');
    const told = /all\.toml: can't be read: it has 131073 bytes, and at most 131072 bytes/;
    bounded(MOST.toml, (bytes) => READ.suite(context, file(bytes)), told);
  });

  it('may begin with a byte order mark, and is refused in other encodings', (context) => {
    const text = toml({ ...SUITE, title: 'Größe' });
    const written: [content: Buffer, byte: number | null][] = [
      [Buffer.from(`\ufeff${text}`), null],
      [Buffer.from(text, 'latin1'), text.indexOf('ö') + 1],
      [Buffer.from(`\ufeff${text}`, 'utf16le'), 1],
      [Buffer.from(`\ufeff${text}`, 'utf16le').swap16(), 1],
      [Buffer.concat([Buffer.from(text), Buffer.from([0xe2, 0x82])]), Buffer.byteLength(text) + 1],
    ];
    for (const [content, byte] of written) {
      const file = join(folderWith(context, {}), 'all.toml');
      writeFileSync(file, content);
      if (byte === null) assert.equal(readSuite(file).title, 'Größe');
      else
        assert.throws(() => readSuite(file), {
          message: `${file}: not UTF-8 (byte ${byte}): save it as UTF-8`,
        });
    }
  });

  it('is refused where it is no regular file', (context) => {
    const file = join(folderWith(context, {}), 'all.toml');
    execFileSync('mkfifo', [file]);
    assert.throws(() => readSuite(file), definitionError(null, null, /a pipe \(FIFO\), not a regular file/));
  });
});

it('each number has a range, and the error shows a number outside of it', (context) => {
  const ranges: [read: typeof dataset, valid: object, path: Path, least: number, most: number][] = [
    [dataset, DATASET, ['seed'], 0, 2 ** 32 - 1],
    [dataset, DATASET, ['sizes', 'small', 'documents'], 1, 100_000],
    [dataset, DATASET, ['sizes', 'small', 'lengths', '/pets'], 0, 1_000_000],
    [dataset, DATASET, ['sizes', 'small', 'shared', '/town'], 1, 1_000_000],
    [suite, SUITE, ['batch'], 1, 100_000],
    [runner, RUNNER, ['memory'], 16, 2 ** 20],
    [runner, RUNNER, ['blocks'], 1, 100],
    [runner, RUNNER, ['warmup', 'maximum'], 1, 600_000],
    [runner, RUNNER, ['variant', 0, 'memory'], 16, 2 ** 20],
  ];
  for (const [read, valid, path, least, most] of ranges) {
    const at = (value: unknown) => read(context, changed(valid, path, value));
    if (path[0] !== 'warmup') at(least);
    at(most);
    const key = dotted(path);
    const others = {
      inf: 'Infinity',
      nan: 'NaN',
      '9_007_199_254_740_993': '9007199254740992',
      '1e400': 'Infinity',
    };
    const limits = [most + 1, least - 1].map((wrong) => [`${wrong}`, `${wrong}`]);
    for (const [wrong, shown] of [...Object.entries(others), ['2020-01-01', 'a date'], ...limits])
      assert.throws(
        () => at(new Raw(wrong!)),
        ({ message }: Error) => message.includes(key) && message.endsWith(`found ${shown}`),
        `${key} = ${wrong}`,
      );
  }
});

it('a plan has at most 20,000 rows', (context) => {
  const home = fileURLToPath(new URL('../..', import.meta.url));
  const entry = { dataset: 'record', sizes: ['single'], tasks: ['serialize'] };
  const cases = many(1_000, () => entry);
  const file = (value: object) =>
    join(folderWith(context, { 'most.toml': toml({ ...SUITE, baseline: PLAIN, ...value }) }), 'most.toml');
  const planned = (serializers: string[]) =>
    openPlan(home, { suite: file({ serializers, case: cases }), filters: {}, limits: true }).plan;
  assert.equal(planned([PLAIN]).cases.length, 1_000);
  assert.throws(() => planned(['*/*']), definitionError(9, 'case', /at most 20,000 of the \d+ rows/));
});

describe('names, paths and patterns', () => {
  it('have a maximum of characters', (context) => {
    const x = (count: number) => 'x'.repeat(count);
    const id = (count: number) =>
      changed(changed(RUNNER, ['serializer', 0, 'id'], x(count)), ['limits', 'host'], x(count));
    const pattern = (text: string) => suite(context, { ...SUITE, serializers: [text] });
    const generator = (count: number) =>
      dataset(context, changed(DATASET, ['generate', '/name'], '#'.repeat(count)));
    bounded(MOST.name, (count) => runner(context, id(count)), /limits\.host: expected at most 80 letters/);
    bounded(MOST.word, (count) => pattern(`x/${x(count - 2)}`), /serializers\[0\]: expected at most 200/);
    bounded(MOST.word, generator, /generate\."\/name": expected at most 200 letters/);
  });

  it('lead to what a runner has', (context) => {
    const files = ['r/main.py', 'r/more.py', 'kit/x', 'secret', 'r/kit/y'];
    const place = folderWith(context, Object.fromEntries(files.map((name) => [name, ''])));
    const folder = join(place, 'r');
    symlinkSync('main.py', join(folder, 'in'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const read = (path: Path, value: string) => {
      writeFileSync(join(folder, 'runner.toml'), toml(changed(RUNNER, path, value)));
      return readRunner(join(folder, 'runner.toml'));
    };
    const code = ['code', 0];
    const file = ['serializer', 0, 'file'];
    for (const good of ['kit', 'main.py', '../kit', '../secret', 'in', '.'])
      codeDigest(read(code, good), read(code, good).serializers[0]!, null);
    for (const good of ['main.py', 'in', 'kit/../main.py', 'kit/y']) read(file, good);
    const wrong: [path: Path, values: string[], message: RegExp][] = [
      [file, ['../secret', '../../../../../../../etc/passwd', '../kit/x', '.'], /is outside/],
      [file, ['kit', 'pipe'], /is not a regular file/],
      [['serializer', 0, 'sources', 0], ['../secret'], /is outside/],
      [code, ['..', '../..'], /is outside/],
      [code, ['pipe'], /is not a file or folder/],
      [code, ['none', 'main.py/x'], /there is no "/],
    ];
    for (const [path, values, message] of wrong)
      for (const value of values)
        assert.throws(
          () => read(path, value),
          ({ key, line, message: told }: DefinitionError) =>
            key === dotted(path) && line !== null && message.test(told),
          value,
        );
  });
});

it("a runner's code has a maximum of bytes, and no links are followed", (context) => {
  const text = toml({ ...RUNNER, code: ['kit'] });
  const folder = folderWith(context, { ...NAMED, 'runner.toml': text, 'kit/a': 'a' });
  const digest = () => {
    const read = readRunner(join(folder, 'runner.toml'));
    return codeDigest(read, read.serializers[0]!, null);
  };
  const before = digest();
  symlinkSync('/', join(folder, 'kit/root'));
  execFileSync('mkfifo', [join(folder, 'kit/pipe')]);
  assert.equal(digest(), before);
  writeFileSync(join(folder, 'kit/b'), '');
  truncateSync(join(folder, 'kit/b'), MOST.codeBytes);
  assert.throws(digest, /runner\.toml: code: .*kit: at most 20,000 files are read, of 512 MiB in all/);
});

it('a schema has at most 10,000 places for values', async (context) => {
  const fields = (count: number, of: unknown = STRING) =>
    Object.fromEntries(many(count, (i) => [`f${i}`, of]));
  const generate = async (count: number) => {
    const schema = recordOf(fields(10, listOf(listOf(to('r')))), { $defs: { r: recordOf(fields(count)) } });
    const made = written(context, `[sizes.one]\ndocuments = 1\ndigest = "${DIGEST}"\n`, schema);
    await documentsOf(made);
    return hardDocuments(made.model);
  };
  // A root, and in each of ten lists of lists a record with its fields.
  await generate((MOST.places - 31) / 10 - 0.9);
  await assert.rejects(generate(MOST.places / 10), /schema\.json: has more than 10,000 places/);
});

it('the documents of a size have at most 3,000,000 values', async (context) => {
  const sized = (length: number) => {
    const size = `documents = 3\ndigest = "${DIGEST}"\nlengths = { "" = ${length} }`;
    return documentsOf(written(context, `[sizes.small]\n${size}\n`, listOf(BOOLEAN)));
  };
  assert.equal((await sized(MOST.values / 3 - 1)).length, 3);
  await assert.rejects(sized(MOST.values / 3), /sizes\.small: at most 3,000,000 values are made for a size/);
});

it('docs/MANIFEST.md names each bound', () => {
  const text = readFileSync(new URL('../../docs/MANIFEST.md', import.meta.url), 'utf8').split(
    '## Bounds',
  )[1]!;
  for (const [name, most] of Object.entries(MOST))
    assert.ok(text.includes(most.toLocaleString('en')), `docs/MANIFEST.md has no ${name}: ${most}`);
});
