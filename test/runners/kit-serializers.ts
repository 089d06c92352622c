/** Serializers with known faults and habits, the same in the language of each kit, for kit-protocol.test.ts. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kit, root } from './kit.ts';
import { serializer as node, kit as nodeKit } from './node-kit.ts';
import { serializer as python, kit as pythonKit } from './python-kit.ts';

export interface KitUnderTest {
  readonly kit: Kit;
  /** Makes one that is called when it has been given so many documents: writes them to a path as a fixture. */
  readonly keeping: (id: string, count: number, path: string) => void;
}

/** Those that are here, and `underTest` of each runner's own test/kit.ts. */
export const KITS: readonly KitUnderTest[] = [
  { kit: nodeKit, keeping: keepInNode },
  { kit: pythonKit, keeping: keepInPython },
  ...(await Promise.all(ownKits().map(async (file) => (await import(file)).underTest as KitUnderTest))),
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
  'const one = Buffer.alloc(2); return { serialize: (note) => { one[0] = note.text.length; return one; } };',
);
python('reuse', [
  'one = bytearray(2)',
  'def serialize(note):',
  '    one[0] = len(note.text)',
  '    return one',
  'return Operations(serialize=serialize)',
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

node('dies', "return { serialize: () => { throw new Error('mid-slice'); } };");
python('dies', [
  'def serialize(note):',
  '    raise ValueError("mid-slice")',
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

function keepInNode(id: string, count: number, path: string): void {
  node(
    id,
    `const { writeFixture } = await import('../kit/fixture-writer.mjs');
    return { serialize: (one) => {
      all.push(one);
      if (all.length === ${count}) writeFixture(${JSON.stringify(path)}, all, schema.model, () => undefined);
      return 'x';
    } };`,
    'const all = [];',
  );
}

function keepInPython(id: string, count: number, path: string): void {
  python(
    id,
    [
      'kept = []',
      'def serialize(one):',
      '    kept.append(one)',
      `    if len(kept) == ${count}:`,
      `        write_fixture(${JSON.stringify(path)}, kept, schema.natural)`,
      '    return "x"',
      'return Operations(serialize=serialize)',
    ],
    ['from kit.fixture_writer import write_fixture'],
  );
}
