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
import { parsePublished } from '../../src/define/published.ts';
import { readRunner } from '../../src/define/runner.ts';
import { readSuite } from '../../src/define/suite.ts';
import { dotted, parseToml } from '../../src/define/toml.ts';
import { openPlan } from '../../src/run/definitions.ts';
import { parseSchema } from '../../src/schema/parse.ts';
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
  const parse = (text: string) => parseToml(text, 'x.toml');

  it('has its most bytes, as UTF-8', (context) => {
    const file = (bytes: number) => `${toml(SUITE)}#`.padEnd(bytes, 'x');
    const told = /all\.toml: can't be read: it has 131073 bytes, and at most 131072 bytes/;
    bounded(MOST.toml, (bytes) => READ.suite(context, file(bytes)), told);
  });

  it('has its most levels, entries and characters', () => {
    const bounds: [most: number, text: (count: number) => string, told: RegExp][] = [
      [MOST.nesting, (count) => `a = ${'['.repeat(count)}${']'.repeat(count)}`, /:1: a: at most 100 levels/],
      [MOST.nesting, (count) => `${'a.'.repeat(count - 1)}a = 1`, /at most 100 levels/],
      [MOST.nesting, (count) => `[${'a.'.repeat(count - 2)}a]\nb = 1`, /:[12]: a: at most 100 levels/],
      [MOST.entries, (count) => `a = [${'1,\n'.repeat(count)}]`, /:1001: a\[1000\]: at most 1,000 entries/],
      [MOST.entries, (count) => '[[a]]\n'.repeat(count), /:1001: a\[1000\]: at most 1,000 entries/],
      [MOST.entries, (count) => many(count, (i) => `k${i} = 1\n`).join(''), /:1001: k1000: at most/],
      [MOST.text, (count) => `\na = "${'x'.repeat(count)}"`, /:2: a: at most 10,000 characters/],
    ];
    for (const [most, text, told] of bounds) bounded(most, (count) => parse(text(count)), told);
    for (const text of [`a = "${'x'.repeat(130_000)}"`, `a = ${'['.repeat(50_000)}${']'.repeat(50_000)}`])
      assert.throws(() => parse(text), definitionError(null, null, /nested too deep, or a text too long/));
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

it("each number has a range, and what isn't in it is named as it is written", (context) => {
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
    const others = ['inf', '-inf', 'nan', '9_007_199_254_740_993', '1e400', '2020-01-01'];
    for (const wrong of [...others, `${most + 1}`, `${least - 1}`])
      assert.throws(
        () => at(new Raw(wrong)),
        ({ message }: Error) => message.includes(key) && message.endsWith(`found ${wrong}`),
        `${key} = ${wrong}`,
      );
  }
});

it('a suite has its most cases and patterns, which are planned', (context) => {
  const home = fileURLToPath(new URL('../..', import.meta.url));
  const entry = { dataset: 'record', sizes: ['single'], tasks: ['serialize'] };
  const cases = (count: number) =>
    many(count, (i) => ({ ...entry, serializers: [`*/json${'*'.repeat(i % 9)}`] }));
  const planned = (value: object) => {
    const file = join(
      folderWith(context, { 'most.toml': toml({ ...SUITE, baseline: PLAIN, ...value }) }),
      'most.toml',
    );
    return openPlan(home, { suite: file, filters: {}, limits: true }).plan;
  };
  const withCases = (all: object[]) => suite(context, { ...SUITE, case: all });
  bounded(MOST.entries, (count) => withCases(cases(count)), /at most 1,000 entries/);
  const large = { ...entry, sizes: many(500, String), tasks: ['serialize', 'deserialize'] };
  bounded(1_000, (count) => withCases([large, ...cases(count - 1_000)]), /case\[1\]: at most 1,000 cases/);
  const patterns = (count: number) => many(count, (i) => `${PLAIN.replace('/', '/{')},${i}}`);
  const most = planned({ serializers: patterns(MOST.entries), case: many(1_000, () => entry) });
  assert.equal(most.cases.length, 1_000);
  const tooMany = () => planned({ serializers: ['*/*'], case: many(1_000, () => entry) });
  assert.throws(tooMany, definitionError(9, 'case', /at most 20,000 of the \d+ rows/));
});

describe('names, paths and patterns', () => {
  it('have their most characters', (context) => {
    const x = (count: number) => 'x'.repeat(count);
    const id = (count: number) =>
      changed(changed(RUNNER, ['serializer', 0, 'id'], x(count)), ['limits', 'host'], x(count));
    const pattern = (text: string) => suite(context, { ...SUITE, serializers: [text] });
    const generator = (count: number) =>
      dataset(context, changed(DATASET, ['generate', '/name'], '#'.repeat(count)));
    bounded(MOST.name, (count) => runner(context, id(count)), /limits\.host: expected at most 80 letters/);
    bounded(MOST.word, (count) => pattern(`x/${x(count - 2)}`), /serializers\[0\]: expected at most 200/);
    const braces = (count: number) => pattern(`{${','.repeat(count - 1)}}x/x`);
    bounded(MOST.alternatives, braces, /serializers\[0\]: expected at most 100 alternatives/);
    bounded(MOST.word, generator, /generate\."\/name": expected at most 200 letters/);
  });

  it('lead to what a runner has', (context) => {
    const files = ['r/main.py', 'r/more.py', 'kit/x', 'secret', 'r/kit/y'];
    const place = folderWith(context, Object.fromEntries(files.map((name) => [name, ''])));
    const folder = join(place, 'r');
    symlinkSync('/', join(folder, 'root'));
    symlinkSync('../secret', join(folder, 'out'));
    symlinkSync('main.py', join(folder, 'in'));
    symlinkSync('loop', join(folder, 'loop'));
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
      [file, ['../secret', '../../../../../../../etc/passwd', 'out', '../kit/x'], /is outside/],
      [file, ['.', 'kit', 'pipe'], /is not a regular file/],
      [['serializer', 0, 'sources', 0], ['out', '../secret'], /is outside/],
      [code, ['..', '../..', 'root', 'root/etc'], /is outside/],
      [code, ['pipe'], /is not a file or folder/],
      [code, ['loop', `${'x'.repeat(190)}/../y`, 'main.py/x'], /can't be read|there is no/],
      [code, ['none'], /there is no "none"/],
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

it("a runner's code has its most bytes, and no links are followed", (context) => {
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

describe('a schema', () => {
  const parse = (value: unknown) => parseSchema(JSON.stringify(value), 'schema.json');
  const fields = (count: number, of: unknown = STRING) =>
    Object.fromEntries(many(count, (i) => [`f${i}`, of]));

  it('has its most levels, entries, characters and fields', () => {
    // The root, its properties, and each list; the innermost has no object for its type.
    const lists = (count: number) => {
      let schema: unknown = true;
      for (let i = 2; i < count; i++) schema = listOf(schema);
      return parse({ type: 'object', properties: { a: schema } });
    };
    bounded(MOST.nesting, lists, /schema\.json:1: \/properties\/a\/items.*: at most 100 levels/);
    bounded(MOST.entries, (count) => parse(recordOf(fields(count))), /\/properties: at most 1,000 entries/);
    const choice = (count: number) => parse(recordOf({ a: { enum: many(count, String) } }));
    bounded(MOST.entries, choice, /enum\/1000: at most 1,000 entries/);
    const described = (count: number) => parse(recordOf({ a: STRING }, { description: 'x'.repeat(count) }));
    bounded(MOST.text, described, /at most 10,000 characters/);
    /** Five fields that are records of 998 fields each, and the rest. */
    const wide = (count: number) => {
      const records = many(5, (i) => [`r${i}`, recordOf(fields(998), { title: `R${i}` })]);
      return recordOf({ ...Object.fromEntries(records), ...fields(count - 5 - 5 * 998) });
    };
    bounded(MOST.fields, (count) => parse(wide(count)), /at most 5,000 fields/);
  });

  it('has its most types within each other, through references too', () => {
    const links = [(next: object) => next, listOf, (next: object) => recordOf({ a: next })];
    for (const link of links) {
      const read = (count: number) => {
        const defs = many(count, (i) => [`d${i}`, i === count - 1 ? STRING : link(to(`d${i + 1}`))]);
        return parse(recordOf({ a: to('d0') }, { $defs: Object.fromEntries(defs) }));
      };
      read(100);
      for (const count of [MOST.types, MOST.entries])
        assert.throws(() => read(count), /at most 250 types within each other are read/);
    }
  });

  it('has its most places, of which hard documents are made', async (context) => {
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
});

it("a size's documents have their most values", async (context) => {
  const sized = (length: number) => {
    const size = `documents = 3\ndigest = "${DIGEST}"\nlengths = { "" = ${length} }`;
    return documentsOf(written(context, `[sizes.small]\n${size}\n`, listOf(BOOLEAN)));
  };
  assert.equal((await sized(MOST.values / 3 - 1)).length, 3);
  await assert.rejects(sized(MOST.values / 3), /sizes\.small: at most 3,000,000 values are made for a size/);
});

it('a published table has its most figures', () => {
  const head = 'table,serializer,label,dataset,size,task,work,metric,value,error,unit,note\n';
  const line = 't,ark/x,x,d,s,serialize,serialize,ips,1,,i/s,\n';
  const parse = (lines: string) => parsePublished(head + lines, 'x.csv');
  const told = /^x\.csv:5002: at most 5,000 figures are read$/;
  bounded(MOST.figures, (count) => parse(line.repeat(count)), told);
  assert.throws(() => parse(`"${'x'.repeat(50_000)}`), definitionError(2, null, /Max Record Size/));
});

it('each bound is told', () => {
  const text = readFileSync(new URL('../../docs/MANIFEST.md', import.meta.url), 'utf8').split(
    '## Bounds',
  )[1]!;
  for (const [name, most] of Object.entries(MOST))
    assert.ok(text.includes(most.toLocaleString('en')), `docs/MANIFEST.md has no ${name}: ${most}`);
});
