/** What people have documents in: every kind of file gives the same documents, and what is wrong gets one line. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Zstd } from '@hpcc-js/wasm-zstd';
import { decodeGiven } from '../../src/given/decode.ts';
import { GivenError } from '../../src/given/error.ts';
import { type ReadOptions, readDocuments, Splitter } from '../../src/given/read.ts';

const folder = mkdtempSync(join(tmpdir(), 'wiremark-given-'));
after(() => rmSync(folder, { recursive: true, force: true }));
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
    decodeGiven(document);
    texts.push(Buffer.from(document.bytes).toString());
    places.push(document.place.replace(`${folder}/`, ''));
  }
  return { kind, leftOut, texts, places };
}

/** A file whose content begins where others' do, whatever it is called. */
function file(content: string | Uint8Array, name = 'data'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const DOCUMENTS = ['{"a":1,"b":"}{][\\\\\\"ü😀"}', '{"a":[],"c":{"d":[{}]}}', '{"a":2.5e1}'];
const [first, second, third] = DOCUMENTS as [string, string, string];

/** By kind: the text, and how else it may be written. */
const TEXTS: readonly (readonly [what: string, kind: string, text: string, documents: readonly string[]])[] =
  [
    ['one document', 'values', first, [first]],
    ['one document with white space around it', 'values', `\n \t${first}\r\n\n`, [first]],
    ['a list of records', 'elements', `[${DOCUMENTS.join(' ,\n')}]\n`, DOCUMENTS],
    ['lines', 'values', `${DOCUMENTS.join('\n')}\n`, DOCUMENTS],
    ['lines without a last line break', 'values', DOCUMENTS.join('\n'), DOCUMENTS],
    ['blank lines', 'values', `\n\n${DOCUMENTS.join('\n\n \n')}\n\n`, DOCUMENTS],
    ['lines of Windows', 'values', `${DOCUMENTS.join('\r\n')}\r\n`, DOCUMENTS],
    ['values one after another', 'values', DOCUMENTS.join(''), DOCUMENTS],
    ['values over several lines', 'values', '{\n"a":\n1}\n{"a":\n2}', ['{\n"a":\n1}', '{"a":\n2}']],
    ['a list with one record', 'values', `[${first}]`, [`[${first}]`]],
    ['an empty list', 'values', '[]', ['[]']],
    ['a list of numbers', 'values', '[1,2,3]', ['[1,2,3]']],
    ['a list of records and others', 'values', '[{},{},3]', ['[{},{},3]']],
    ['lines of lists', 'values', '[{},{}]\n[{}]\n[]', ['[{},{}]', '[{}]', '[]']],
    [
      'numbers, texts, words',
      'values',
      '12 "a b" null\ntrue"x"[]-1',
      ['12', '"a b"', 'null', 'true', '"x"', '[]', '-1'],
    ],
  ];

const PACKED: readonly (readonly [string, (bytes: Buffer) => Uint8Array])[] = [
  ['plain', (bytes) => bytes],
  ['with a byte order mark', (bytes) => Buffer.concat([Buffer.from('\uFEFF'), bytes])],
  ['gzip', (bytes) => gzipSync(bytes)],
  [
    'gzip of two parts',
    (bytes) => Buffer.concat([gzipSync(bytes.subarray(0, 5)), gzipSync(bytes.subarray(5))]),
  ],
  ['zstd', (bytes) => zstd.compress(bytes)],
  [
    'zstd of two parts, the first of which is to be skipped',
    (bytes) =>
      Buffer.concat([
        Buffer.from('502a4d1802000000ffff', 'hex'),
        zstd.compress(bytes.subarray(0, 5)),
        zstd.compress(bytes.subarray(5)),
      ]),
  ],
];

describe('documents are read', () => {
  for (const [what, kind, text, documents] of TEXTS) {
    it(`of ${what}, however they are packed`, async () => {
      for (const [packing, pack] of PACKED) {
        const found = await read(file(pack(Buffer.from(text))));
        assert.deepEqual([found.kind, found.texts], [kind, documents], packing);
      }
    });

    it(`of ${what}, wherever a chunk ends`, () => {
      const bytes = Buffer.from(text);
      for (let at = 1; at < bytes.length; at++) {
        const splitter = new Splitter('data', kind === 'elements');
        const chunks = [bytes.subarray(0, at), bytes.subarray(at, at + 1), bytes.subarray(at + 1)];
        const pieces = [...chunks.flatMap((chunk) => splitter.feed(chunk)), ...splitter.end()];
        assert.deepEqual(
          pieces.map((piece) => Buffer.from(piece.bytes).toString()),
          documents,
        );
      }
    });
  }

  it('with the line or the element where they stand', async () => {
    assert.deepEqual((await read(file(`\n${first}\n\n${second}{}`))).places, ['data:2', 'data:4', 'data:4']);
    assert.deepEqual((await read(file('[{},\n{}]'))).places, ['data:1, element 1', 'data:2, element 2']);
    assert.deepEqual((await read(file(first))).places, ['data:1']);
    // Wherever a chunk ends.
    const bytes = Buffer.from('\n[1,\n2] {}\n {}');
    for (let at = 1; at < bytes.length; at++) {
      const splitter = new Splitter('data', false);
      const chunks = [bytes.subarray(0, at), bytes.subarray(at, at + 1), bytes.subarray(at + 1)];
      const pieces = [...chunks.flatMap((chunk) => splitter.feed(chunk)), ...splitter.end()];
      const found = pieces.map(({ line, column }) => [line, column]);
      assert.deepEqual(found, [
        [2, 1],
        [3, 4],
        [4, 2],
      ]);
    }
  });

  it('as the root or its elements, where that is told', async () => {
    const root = await read(file('[{},{}]'), { documents: 'root' });
    assert.deepEqual([root.kind, root.texts], ['values', ['[{},{}]']]);
    const numbers = await read(file('[1,"a,]",[2,[3]],null]'), { documents: 'elements' });
    assert.deepEqual([numbers.kind, numbers.texts], ['elements', ['1', '"a,]"', '[2,[3]]', 'null']]);
  });

  it('of a folder, in the order of the names, each file as what it is', async () => {
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
    assert.deepEqual(found.places.slice(1, 4), [
      'orders/a.json.gz:1, element 2',
      'orders/b.ndjson:1',
      'orders/b.ndjson:2',
    ]);
  });

  it('of standard input, byte by byte', async () => {
    const script = `
      import { readDocuments } from ${JSON.stringify(new URL('../../src/given/read.ts', import.meta.url).href)};
      const { kind, documents } = await readDocuments('-');
      for await (const { place, bytes } of documents) console.log(kind, place, Buffer.from(bytes).toString());`;
    const packed = gzipSync(`${first}\n${second}`);
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.write(packed.subarray(0, 1));
    setTimeout(() => child.stdin.end(packed.subarray(1)), 50);
    let output = '';
    for await (const part of child.stdout) output += part;
    assert.equal(output, `values standard input:1 ${first}\nvalues standard input:2 ${second}\n`);
  });

  it('and told of in bytes of the source', async () => {
    const packed = gzipSync(DOCUMENTS.join('\n'));
    const told: number[] = [];
    await read(file(packed), { progress: (bytes) => told.push(bytes) });
    assert.deepEqual(told, [packed.length]);
  });

  it('until they are no longer wanted', async () => {
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    for (const pack of [Buffer.from, gzipSync]) {
      await assert.rejects(read(file(pack(first)), { signal: stop.signal }), /^Error: enough$/);
    }
  });
});

const utf16 = (text: string, swapped = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return swapped ? bytes.swap16() : bytes;
};
const hex = (digits: string) => Buffer.from(digits, 'hex');
const prints = (what: string, command: string) => `is ${what}: give what this prints: ${command}`;
const INSTEAD = 'give the documents as JSON, which wiremark itself encodes in every format';
const tar = Buffer.alloc(1024);
tar.write('a.json');
tar.write('ustar', 257);

/** What people give besides, made by the programs that are named; and what is told of it. */
const FOREIGN: readonly (readonly [what: string, content: Buffer, line: string])[] = [
  ['UTF-16', utf16('\uFEFF{}'), prints('UTF-16, not UTF-8', 'iconv -f UTF-16 -t UTF-8 data')],
  [
    'UTF-16 of the other order',
    utf16('\uFEFF{}', true),
    prints('UTF-16, not UTF-8', 'iconv -f UTF-16 -t UTF-8 data'),
  ],
  ['UTF-16 without a mark', utf16('{"a":1}'), prints('UTF-16, not UTF-8', 'iconv -f UTF-16LE -t UTF-8 data')],
  [
    'UTF-16 of the other order without a mark',
    utf16('[{"a":1}]', true),
    prints('UTF-16, not UTF-8', 'iconv -f UTF-16BE -t UTF-8 data'),
  ],
  [
    'UTF-16 that is packed',
    gzipSync(utf16('\uFEFF{}')),
    prints('UTF-16, not UTF-8', 'gzip -dc data | iconv -f UTF-16 -t UTF-8 -'),
  ],
  ['UTF-32', hex('fffe00007b0000007d000000'), prints('UTF-32, not UTF-8', 'iconv -f UTF-32 -t UTF-8 data')],
  ['zip', hex('504b03041400000000006a7d'), prints('a zip file', 'unzip -p data')],
  ['tar', tar, prints('a tar file', 'tar -xOf data')],
  ['tar that is packed', gzipSync(tar), prints('a tar file', 'gzip -dc data | tar -xOf -')],
  ['xz', hex('fd377a585a000004e6d6b446'), prints('an xz file', 'xz -dc data')],
  ['bzip2', hex('425a68393141592653590000'), prints('a bzip2 file', 'bzip2 -dc data')],
  ['Protocol Buffers', hex('0a0568656c6c6f10051a03010203'), `is binary: ${INSTEAD}`],
  ['MessagePack', hex('82a16101a16202'), `is binary: ${INSTEAD}`],
  ['CBOR', hex('a1616101'), `is binary: ${INSTEAD}`],
  ['BSON', hex('160000000268656c6c6f0006000000776f726c640000'), `is binary: ${INSTEAD}`],
];

describe('one line tells', () => {
  const faults: readonly (readonly [
    what: string,
    content: string | Uint8Array,
    line: string,
    options?: ReadOptions,
  ])[] = [
    [
      'NaN',
      '{}\n{"a":[{"b":NaN}]}',
      "data:2:12 (/a/0/b): NaN isn't JSON: write null, or leave the field out",
    ],
    [
      'Infinity',
      '{"a":\n-Infinity}',
      "data:2:2 (/a): Infinity isn't JSON: write null, or leave the field out",
    ],
    ["Python's words", '{"a":None}', "data:1:6 (/a): None isn't JSON: write null, true or false"],
    ['a comment', '{"a":1}\n// x', "data:2:1: // isn't JSON: take the comment out"],
    ['a comment within', '{"a":/* 1 */2}', "data:1:6 (/a): /* isn't JSON: take the comment out"],
    [
      'a column of characters',
      '{"ä":1}  {"ü😀":1,\n"ß"= 2}{',
      'data:2:4: it isn\'t JSON: expected ":" after a key, found "=". Fix this place, or take the document out.',
    ],
    [
      'a place behind another document',
      ' {"a":1} {"ü" 2}',
      'data:1:15: it isn\'t JSON: expected ":" after a key, found "2". Fix this place, or take the document out.',
    ],
    ['single quotes', "{'a':1}", "data:1:2: ' isn't JSON: write double quotes"],
    ['a trailing comma', '{"a":[1,]}', 'data:1:8 (/a): a comma before "]": JSON has none there, take it out'],
    [
      'a trailing comma in the list',
      '[{},{},]',
      'data:1:7: a comma before "]": JSON has none there, take it out',
    ],
    ['a key twice', '{"a":{"b":1,"b":2}}', 'data:1:13 (/a): key "b" appears twice: leave one out'],
    [
      'a lone surrogate',
      '{"a":"\\ud800"}',
      'data:1:7 (/a): the lone surrogate \\ud800: it is half of a character, write both halves or none',
    ],
    [
      'U+0000 in a key',
      '{}{"a":{"b\\u0000":1}}',
      'data:1:9 (/a): a key with U+0000: libraries refuse it, so rename it or leave it out',
    ],
    [
      'bytes that are not UTF-8',
      Buffer.from('{"a":"\xff"}', 'latin1'),
      'data:1:7: invalid UTF-8: convert it, with iconv -t UTF-8 for example',
    ],
    [
      'a line behind blank ones, of Windows',
      '\uFEFF\r\n{"a":1}\r\n\r\n \r\n{"a":}',
      'data:5:6 (/a): it isn\'t JSON: expected a value, found "}". Fix this place, or take the document out.',
    ],
    [
      'a column behind a byte order mark',
      '\uFEFF{"a":NaN}',
      "data:1:6 (/a): NaN isn't JSON: write null, or leave the field out",
    ],
    [
      'an element of a list, with its line',
      '[{},\n\n{"a":1},{"a":None}]',
      "data:3:14, element 3 (/a): None isn't JSON: write null, true or false",
    ],
    ...FOREIGN.map(([what, content, line]) => [what, content, `data: it ${line}`] as const),
    [
      'an end in the middle',
      '{}\n{"a":[1',
      'data:2:8 (/a): expected "," or "]", found the end of the document: it is cut off in the middle, give the whole',
    ],
    ['a list that ends in the middle', '[{},{},{"a":', 'data:1: the list is cut off: it has no "]"'],
    [
      'a bracket that is missing',
      '{"a":1\n{"a":2}\n',
      'data:2:1: it isn\'t JSON: expected "," or "}", found "{". Fix this place, or take the document out.',
    ],
    [
      'a text over two lines',
      '{}\n{"a":"x\n"}',
      'data:2: a text has no end in its line: write \\n for a line break',
    ],
    [
      'what is no JSON at all',
      'hello world',
      "data:1:1: it begins with hello, so it isn't JSON: give a file of JSON or NDJSON",
    ],
    [
      'nesting without end',
      '['.repeat(1001) + ']'.repeat(1001),
      `data:1:1001 (${'/0'.repeat(100)} … ${'/0'.repeat(100)}): nested deeper than 1000 levels: give a part of it`,
    ],
    ['nothing', '', 'data: it has no document'],
    ['white space alone', gzipSync(' \n'), 'data: it has no document'],
    ['an empty list of elements', '[]', 'data: it has no document', { documents: 'elements' }],
    [
      'no list',
      '\n{}',
      'data:2: it has no list at its root: leave --documents elements out',
      { documents: 'elements' },
    ],
    [
      'two lists',
      '[{}]\n[{}]',
      'data:2: another value comes after the list: --documents root takes each as a document',
      { documents: 'elements' },
    ],
    [
      'a comma that is missing',
      '[{}\n{}]',
      'data:2: expected "," or "]" after an element of the list',
      { documents: 'elements' },
    ],
    [
      'a list without an end',
      '[1,2',
      'data:1: the list is cut off: it has no "]"',
      { documents: 'elements' },
    ],
    [
      'half a gzip',
      gzipSync(first).subarray(0, 30),
      'data: the gzip file is damaged or cut off (unexpected end of file): pack it again',
    ],
    [
      'half a zstd',
      zstd.compress(Buffer.from(first)).subarray(0, 20),
      'data: the zstd file is damaged or cut off (unexpected EOF): pack it again',
    ],
    [
      'a damaged zstd',
      Buffer.concat([zstd.compress(Buffer.from(first)), Buffer.from('no zstd here, really none')]),
      'data: the zstd file is damaged or cut off (invalid zstd data): pack it again',
    ],
  ];
  for (const [what, content, line, options] of faults) {
    it(`of ${what}`, async () => {
      await assert.rejects(read(file(content), options), (error: Error) => {
        assert.ok(error instanceof GivenError, error.stack);
        assert.equal(error.message.replaceAll(`${folder}/`, ''), line);
        return true;
      });
    });
  }

  it('of a document with too many values', async () => {
    await assert.rejects(
      read(file(`[${'0,'.repeat(2 ** 23)}0]`)),
      /^GivenError: .*data:1: .* at most 8388608 .*: split it$/,
    );
  });

  it('of a document that is too large, which is not held', () => {
    const splitter = new Splitter('data', false);
    const chunk = Buffer.alloc(2 ** 26, 'x');
    const feed = () => {
      for (let at = 0; at < 5; at++) splitter.feed(chunk);
    };
    splitter.feed(Buffer.from('{}\n{"a":"'));
    assert.throws(
      feed,
      /^GivenError: data:2: the document that begins here has more than 256 MiB: split it, take a list/,
    );
  });

  it('of what is no file of documents', async () => {
    mkdirSync(join(folder, 'empty'));
    file('text', 'empty/a.txt');
    const socket = join(folder, 'socket');
    const server = createServer().listen(socket);
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      for (const [source, line] of [
        [join(folder, 'none'), /none: there is no such file or folder$/],
        [socket, /socket: it can't be read: it is a socket, not a regular file/],
        [
          '/dev/null',
          /null: it can't be read: it is a device, not a regular file; give it to standard input, with --data -$/,
        ],
        [join(folder, 'empty'), /empty: no file in it ends with .json, .ndjson, .jsonl, .gz or .zst/],
        ['a\0b', /it can't be read/],
      ] as const) {
        await assert.rejects(
          read(source),
          (error) => error instanceof GivenError && line.test(error.message),
        );
      }
    } finally {
      server.close();
    }
  });
});
