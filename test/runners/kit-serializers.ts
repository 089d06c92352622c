/** Serializers with known faults and habits, the same in the language of each kit, for kit-protocol.test.ts. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kit, root } from './kit.ts';
import { serializer as node, kit as nodeKit } from './node-kit.ts';
import { serializer as python, kit as pythonKit } from './python-kit.ts';

/** Those that are here, and `kit` of each runner's own test/kit.ts. */
export const KITS: readonly Kit[] = [
  nodeKit,
  pythonKit,
  ...(await Promise.all(ownKits().map(async (file) => (await import(file)).kit as Kit))),
];

function ownKits(): string[] {
  return readdirSync(join(root, 'runners'))
    .map((runtime) => join(root, 'runners', runtime, 'test/kit.ts'))
    .filter((file) => existsSync(file))
    .map((file) => pathToFileURL(file).href);
}

node('text', 'return { serialize: (note) => note.text, deserialize: (text) => ({ text }) };');
python('text', [
  'Note = schema.natural.records["Note"]',
  'return Operations(serialize=lambda note: note.text, deserialize=Note)',
]);

node('utf8', 'return { serialize: (note) => Buffer.from(note.text) };');
python('utf8', ['return Operations(serialize=lambda note: note.text.encode())']);

node(
  'odd',
  'return { deserialize: () => ({ text: 5, size: null, extra: [new Date(3), -0, 2 ** 40, true] }) };',
);
python('odd', [
  'from datetime import UTC, datetime, timedelta',
  'extra = [datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=3), -0.0, 2 ** 40, True]',
  'return Operations(deserialize=lambda text: {"text": 5, "size": None, "extra": extra})',
]);

node(
  'tree',
  `let built = 0; return {
    toTree: (note) => ({ built: ++built, note }),
    parseTree: (text) => ({ built: ++built, note: { text } }),
    writeTree: (tree) => tree.note.text + ' ' + built,
  };`,
);
python(
  'tree',
  [
    'built = []',
    'def build(text):',
    '    built.append(text)',
    '    return text',
    'return Operations(to_tree=lambda note: build(note.text), parse_tree=build, write_tree=lambda text: f"{text} {len(built)}")',
  ],
  [],
);

node(
  'reuse',
  `const [one, note] = [Buffer.alloc(2), { text: 'x' }];
  return { serialize: (note) => { one[0] = note.text.length; return one; }, deserialize: () => note };`,
);
python('reuse', [
  'one, note = bytearray(2), schema.natural.records["Note"]("x")',
  'def serialize(note):',
  '    one[0] = len(note.text)',
  '    return one',
  'return Operations(serialize=serialize, deserialize=lambda text: note)',
]);

node(
  'loud',
  "console.log('from create'); process.stdout.write('raw\\n'); return { serialize: (note) => { console.info('timed'); return note.text; } };",
  "console.log('from import');",
);
python(
  'loud',
  [
    'print("from create", flush=True)',
    'os.write(1, b"raw\\n")',
    'return Operations(serialize=lambda note: print("timed") or note.text)',
  ],
  ['import os', 'print("from import", flush=True)'],
);

node('no-deserialize', "return { serialize: () => '' };");
python('no-deserialize', ['return Operations(serialize=lambda note: "")']);

node('refuses', "throw new Unsupported('no\\ndates');", "import { Unsupported } from '../kit/errors.mjs';");
python('refuses', ['raise Unsupported("no\\ndates")']);

node('missing', '', "import 'no-such-package';");
python('missing', ['pass'], ['import no_such_package']);

node('broken', "throw new TypeError('oh\\\\no');");
python('broken', ['raise TypeError("oh\\\\no")']);

node('wrong', 'return { serialize: () => Buffer.from([1]) };');
python('wrong', ['return Operations(serialize=lambda note: b"1")']);

node('subclass', 'class Own extends Uint8Array {} return { serialize: () => new Own(2) };');
python('subclass', ['class Own(bytes):', '    pass', 'return Operations(serialize=lambda note: Own(2))']);

node(
  'dies',
  "return { serialize: ({ text }) => { if (text.length > 1) throw new Error('mid-slice'); return text; } };",
);
python('dies', [
  'def serialize(note):',
  '    if len(note.text) > 1:',
  '        raise ValueError("mid-slice")',
  '    return note.text',
  'return Operations(serialize=serialize)',
]);

node('lazy', "return { deserialize: () => ({ get text() { return 'late'; } }) };");
python('lazy', [
  'class Late:',
  '    @property',
  '    def text(self):',
  '        return "late"',
  '    size = None',
  'return Operations(deserialize=lambda text: Late())',
]);

// It is given fixtures, and reads and writes them as the kit does.
const fixture = (kit: Kit) => JSON.stringify(join(kit.folder, 'one.fixture'));
node(
  'keep-any',
  `const read = fixtureReader(schema.model, (value) => value);
  return { deserialize: (bytes) => { writeFileSync(${fixture(nodeKit)}, bytes); return read(${fixture(nodeKit)}, 1)[0]; } };`,
  "import { writeFileSync } from 'node:fs'; import { fixtureReader } from '../kit/fixture-reader.mjs';",
);
python(
  'keep-any',
  [
    'def deserialize(data):',
    `    Path(${fixture(pythonKit)}).write_bytes(data)`,
    `    return read_fixture(${fixture(pythonKit)}, schema.natural, schema.natural.records)[0]`,
    'return Operations(deserialize=deserialize)',
  ],
  ['from pathlib import Path', 'from kit.fixture_reader import read_fixture'],
);
