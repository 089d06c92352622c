import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Zstd } from '@hpcc-js/wasm-zstd';
import { decodeDocument, UserDataError } from '../../src/dataset/document.ts';
import { Splitter } from '../../src/dataset/split.ts';
import { type ReadOptions, readDocuments } from '../../src/userdata/read.ts';
import { source, wordsFor } from '../machine/script.ts';
import { temporary } from '../machine/temporary.ts';

const folder = temporary('given');
const zstd = await Zstd.load();

interface Read {
  readonly kind: string;
  readonly leftOut: readonly string[];
  readonly texts: readonly string[];
  /** Without the folder. */
  readonly places: readonly string[];
}

async function read(source: string, options: ReadOptions = {}): Promise<Read> {
  const { kind, leftOut, documents } = await readDocuments(source, options);
  const texts: string[] = [];
  const places: string[] = [];
  for await (const document of documents) {
    decodeDocument(document);
    texts.push(Buffer.from(document.bytes).toString());
    places.push(document.place.replace(`${folder}/`, ''));
  }
  return { kind, leftOut, texts, places };
}

function file(content: string | Uint8Array, name = 'data'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const DOCUMENTS = ['{"a":1,"b":"}{][\\\\\\"ü😀"}', '{"a":[],"c":{"d":[{}]}}', '{"a":2.5e1}'];
const [first, second, third] = DOCUMENTS as [string, string, string];

const TEXTS: readonly (readonly [text: string, kind: string, documents: readonly string[]])[] = [
  [first, 'values', [first]],
  [`\n \t${first}\r\n\n`, 'values', [first]],
  [`[${DOCUMENTS.join(' ,\n')}]\n`, 'elements', DOCUMENTS],
  [`${DOCUMENTS.join('\n')}\n`, 'values', DOCUMENTS],
  [`\n\n${DOCUMENTS.join('\n\n \n')}\n\n`, 'values', DOCUMENTS],
  // Lines of Windows.
  [`${DOCUMENTS.join('\r\n')}\r\n`, 'values', DOCUMENTS],
  [DOCUMENTS.join(''), 'values', DOCUMENTS],
  ['{\n"a":\n1}\n{"a":\n2}', 'values', ['{\n"a":\n1}', '{"a":\n2}']],
  // A list of one record, of none, and of others than records is a document.
  [`[${first}]`, 'values', [`[${first}]`]],
  ['[]', 'values', ['[]']],
  ['[1,2,3]', 'values', ['[1,2,3]']],
  ['[{},{},3]', 'values', ['[{},{},3]']],
  ['[{},{}]\n[{}]\n[]', 'values', ['[{},{}]', '[{}]', '[]']],
  ['12 "a b" null\ntrue"x"[]-1', 'values', ['12', '"a b"', 'null', 'true', '"x"', '[]', '-1']],
];

const inTwo = (bytes: Buffer, pack: (part: Buffer) => Uint8Array) =>
  [bytes.subarray(0, 5), bytes.subarray(5)].map(pack);
const SKIPPED = Buffer.from('502a4d1802000000ffff', 'hex');
const PACKED: Readonly<Record<string, (bytes: Buffer) => Uint8Array>> = {
  plain: (bytes) => bytes,
  'with a byte order mark': (bytes) => Buffer.concat([Buffer.from('\uFEFF'), bytes]),
  gzip: (bytes) => gzipSync(bytes),
  'gzip of two parts': (bytes) => Buffer.concat(inTwo(bytes, (part) => gzipSync(part))),
  'zstd of two parts and one to skip': (bytes) =>
    Buffer.concat([SKIPPED, ...inTwo(bytes, (part) => zstd.compress(part))]),
};

/** The pieces of a text for every place where a chunk can end. */
function* splits(text: string, asElements: boolean) {
  const bytes = Buffer.from(text);
  for (let at = 1; at < bytes.length; at++) {
    const splitter = new Splitter('data', asElements);
    const chunks = [bytes.subarray(0, at), bytes.subarray(at, at + 1), bytes.subarray(at + 1)];
    yield [...chunks.flatMap((chunk) => splitter.feed(chunk)), ...splitter.end()];
  }
}

describe('documents are read', () => {
  for (const [text, kind, documents] of TEXTS) {
    it(`of ${JSON.stringify(text)}, in every packing and for every end of a chunk`, async () => {
      for (const [packing, pack] of Object.entries(PACKED)) {
        const found = await read(file(pack(Buffer.from(text))));
        assert.deepEqual([found.kind, found.texts], [kind, documents], packing);
      }
      for (const pieces of splits(text, kind === 'elements')) {
        const texts = pieces.map((piece) => Buffer.from(piece.bytes).toString());
        assert.deepEqual(texts, documents);
      }
    });
  }

  it('with their line or element', async () => {
    assert.deepEqual((await read(file(`\n${first}\n\n${second}{}`))).places, ['data:2', 'data:4', 'data:4']);
    assert.deepEqual((await read(file('[{},\n{}]'))).places, ['data:1, element 1', 'data:2, element 2']);
    for (const pieces of splits('\n[1,\n2] {}\n {}', false))
      assert.equal(
        pieces.map(({ place, column }) => `${place}:${column}`).join(),
        'data:2:1,data:3:4,data:4:2',
      );
  });

  it('as the root or its elements, on request', async () => {
    const root = await read(file('[{},{}]'), { documents: 'root' });
    assert.deepEqual([root.kind, root.texts], ['values', ['[{},{}]']]);
    const numbers = await read(file('[1,"a,]",[2,[3]],null]'), { documents: 'elements' });
    assert.deepEqual([numbers.kind, numbers.texts], ['elements', ['1', '"a,]"', '[2,[3]]', 'null']]);
  });

  it('of a folder, in the order of names, each file by its own kind', async () => {
    const orders = join(folder, 'orders');
    mkdirSync(join(orders, 'more'), { recursive: true });
    file(`${first}\n${second}`, 'orders/b.ndjson');
    file(gzipSync('[{"x":1},{"x":2}]'), 'orders/a.json.gz');
    file(zstd.compress(Buffer.from(third)), 'orders/c.zst');
    file('no JSON', 'orders/.hidden.json');
    file('no JSON', 'orders/README.md');
    const found = await read(orders);
    assert.deepEqual(found.texts, ['{"x":1}', '{"x":2}', ...DOCUMENTS]);
    assert.deepEqual([found.kind, found.leftOut], ['files', ['README.md', 'more']]);
    assert.deepEqual(found.places.slice(1, 3), ['orders/a.json.gz:1, element 2', 'orders/b.ndjson:1']);
  });

  it('of standard input, byte by byte', async () => {
    const script = `
      import { readDocuments } from ${source('userdata/read.ts')};
      const { kind, documents } = await readDocuments('-');
      for await (const { place, bytes } of documents) console.log(kind, place, Buffer.from(bytes).toString());`;
    const packed = gzipSync(`${first}\n${second}`);
    const child = spawn(process.execPath, wordsFor(script), { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.write(packed.subarray(0, 1));
    setTimeout(() => child.stdin.end(packed.subarray(1)), 50);
    let output = '';
    for await (const part of child.stdout) output += part;
    assert.equal(output, `values standard input:1 ${first}\nvalues standard input:2 ${second}\n`);
  });

  it('until the signal aborts', async () => {
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    for (const pack of [Buffer.from, gzipSync])
      await assert.rejects(read(file(pack(first)), { signal: stop.signal }), /^Error: enough$/);
  });
});

const utf16 = Buffer.from('\uFEFF{"a":1}', 'utf16le');
const BINARY =
  'the file is binary or UTF-16; wiremark reads JSON in UTF-8 (iconv -f UTF-16 -t UTF-8 converts it), plain or packed with gzip or zstd';
const ZIP = Buffer.from('504b03041400000000006a7d', 'hex');

const fix = (what: string) => `${what}: fix this place, or take the document out`;
const ROOT = '--documents root takes each as a document';
const DEEP = '/0'.repeat(100);
const damaged = (kind: string, how: string) =>
  `the ${kind} file is damaged or cut off (${how}): pack it again`;
const packed = zstd.compress(Buffer.from(first));
const trailed = Buffer.concat([packed, Buffer.from('no zstd here, really none')]);
const nested = '['.repeat(1001) + ']'.repeat(1001);

describe('one line reports the fault', () => {
  const elements = { documents: 'elements' } as const;
  const faults: readonly (readonly [content: string | Uint8Array, line: string, options?: ReadOptions])[] = [
    ['{}\n{"a":[{"b":NaN}]}', `data:2:12 (/a/0/b): ${fix('expected a value, found NaN')}`],
    ["{'a':1}", `data:1:2: ${fix(`expected a key in quotes, found "'"`)}`],
    // Columns are characters, behind another document too.
    ['{"ä":1}  {"ü😀":1,\n"ß"= 2}{', `data:2:4: ${fix('expected ":" after a key, found "="')}`],
    [' {"a":1} {"ü" 2}', `data:1:15: ${fix('expected ":" after a key, found "2"')}`],
    ['{"a":[1,]}', `data:1:8 (/a): ${fix('a comma before "]"')}`],
    ['[{},{},]', `data:1:7: ${fix('a comma before "]"')}`],
    ['{"a":{"b":1,"b":2}}', `data:1:13 (/a): ${fix('key "b" appears twice')}`],
    ['{"a":"\\ud800"}', `data:1:7 (/a): ${fix('the lone surrogate \\ud800')}`],
    ['{}{"a":{"b\\u0000":1}}', `data:1:9 (/a): ${fix('a key with U+0000')}`],
    [Buffer.from('{"a":"\xff"}', 'latin1'), `data:1:7: ${fix('invalid UTF-8')}`],
    // Behind blank lines, of Windows; behind a byte order mark; in an element of a list.
    ['\uFEFF\r\n{"a":1}\r\n\r\n \r\n{"a":}', `data:5:6 (/a): ${fix('expected a value, found "}"')}`],
    ['\uFEFF{"a":NaN}', `data:1:6 (/a): ${fix('expected a value, found NaN')}`],
    ['[{},\n\n{"a":1},{"a":None}]', `data:3:14, element 3 (/a): ${fix('expected a value, found None')}`],
    ['{}\n{"a":[1', `data:2:8 (/a): ${fix('expected "," or "]", found the end of the document')}`],
    ['[{},{},{"a":', 'data:1: the list is cut off: it has no "]"'],
    ['{"a":1\n{"a":2}\n', `data:2:1: ${fix('expected "," or "}", found "{"')}`],
    ['{}\n{"a":"x\n"}', 'data:2: the line ends inside a string (is the record cut off?)'],
    ['hello world', 'data:1:1: not JSON (starts with "hello"); wiremark reads JSON and NDJSON'],
    [nested, `data:1:1001 (${DEEP} … ${DEEP}): ${fix('nested deeper than 1000 levels')}`],
    ['', 'data: the file is empty'],
    [gzipSync(' \n'), 'data: the file is empty'],
    ['[]', 'data: the list is empty', elements],
    ['\n{}', "data:2: the top level isn't a list: leave --documents elements out", elements],
    ['[{}]\n[{}]', `data:2: another value comes after the list: ${ROOT}`, elements],
    ['[{}\n{}]', 'data:2: expected "," or "]" after an element of the list', elements],
    ['[1,2', 'data:1: the list is cut off: it has no "]"', elements],
    [gzipSync(first).subarray(0, 30), `data: ${damaged('gzip', 'unexpected end of file')}`],
    [packed.subarray(0, 20), `data: ${damaged('zstd', 'unexpected EOF')}`],
    [trailed, `data: ${damaged('zstd', 'invalid zstd data')}`],
    ...[utf16, gzipSync(utf16), ZIP].map((content) => [content, `data: ${BINARY}`] as const),
  ];
  for (const [content, line, options] of faults)
    it(line.slice(0, 100), async () => {
      await assert.rejects(read(file(content), options), (error: Error) => {
        assert.ok(error instanceof UserDataError, error.stack);
        assert.equal(error.message.replaceAll(`${folder}/`, ''), line);
        return true;
      });
    });

  it('of a document with too many values', async () => {
    const many = read(file(`[${'0,'.repeat(2 ** 23)}0]`));
    await assert.rejects(many, /^UserDataError: .*data:1: .* at most 8388608 .*: split it$/);
  });

  it('of a document that is too large, without holding it', () => {
    const splitter = new Splitter('data', false);
    const chunk = Buffer.alloc(2 ** 26, 'x');
    const feed = () => {
      for (let at = 0; at < 5; at++) splitter.feed(chunk);
    };
    splitter.feed(Buffer.from('{}\n{"a":"'));
    assert.throws(
      feed,
      /^UserDataError: data:2: the document that begins here has more than 256 MiB: split it/,
    );
  });

  it('of a path that is no file of documents', async () => {
    mkdirSync(join(folder, 'empty'));
    file('text', 'empty/a.txt');
    const standard = 'it is a device, not a regular file; give it to standard input, with --data -';
    for (const [source, line] of [
      [join(folder, 'none'), 'none: there is no such file or folder'],
      ['/dev/null', `null: it can't be read: ${standard}`],
      [join(folder, 'empty'), 'empty: no file in it ends with .json, .ndjson, .jsonl, .gz or .zst'],
      ['a\0b', "it can't be read"],
    ] as const)
      await assert.rejects(
        read(source),
        (error) => error instanceof UserDataError && error.message.includes(line),
      );
  });
});
