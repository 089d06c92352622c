import { join } from 'node:path';
import { type Habits, Kit } from '../../../test/contract/runtime/kit.ts';

const source = (body: string, head = '') =>
  `${head}\nexport default { version: '7', async create(schema) { ${body} } };\n`;

const habits = (fixture: string): Habits => ({
  text: source('return { serialize: (note) => note.text, deserialize: (text) => ({ text }) };'),
  utf8: source('return { serialize: (note) => Buffer.from(note.text) };'),
  odd: source(
    'return { deserialize: () => ({ text: 5, size: null, extra: [new Date(3), -0, 2 ** 40, true] }) };',
  ),
  tree: source(`let built = 0; return {
    toTree: (note) => ({ built: ++built, note }),
    parseTree: (text) => ({ built: ++built, note: { text } }),
    writeTree: (tree) => tree.note.text + ' ' + built,
  };`),
  reuse: source(`const [one, note] = [Buffer.alloc(2), { text: 'x' }];
  return { serialize: (note) => { one[0] = note.text.length; return one; }, deserialize: () => note };`),
  loud: source(
    `console.log('from create'); process.stdout.write('raw\\n');
  return { serialize: (note) => { console.info('timed'); return note.text; } };`,
    "console.log('from import');",
  ),
  'no-deserialize': source("return { serialize: () => '' };"),
  refuses: source("throw new Unsupported('no\\ndates');", "import { Unsupported } from '../kit/errors.mjs';"),
  missing: source('', "import 'no-such-package';"),
  broken: source("throw new TypeError('oh\\\\no');"),
  wrong: source('return { serialize: () => Buffer.from([1]) };'),
  subclass: source('class Own extends Uint8Array {} return { serialize: () => new Own(2) };'),
  dies: source(
    "return { serialize: ({ text }) => { if (text.length > 1) throw new Error('mid-slice'); return text; } };",
  ),
  lazy: source("return { deserialize: () => ({ get text() { return 'late'; } }) };"),
  'keep-any': source(
    `const read = fixtureReader(schema.model, (value) => value);
  const path = ${JSON.stringify(fixture)};
  return { deserialize: (bytes) => { writeFileSync(path, bytes); return read(path, 1)[0]; } };`,
    "import { writeFileSync } from 'node:fs'; import { fixtureReader } from '../kit/fixture-reader.mjs';",
  ),
});

export const kit = new Kit({
  runtime: 'node',
  skip: false,
  parts: ['node/kit', 'build-kit'],
  start: (folder) => [process.execPath, join(folder, 'node/kit/main.mjs')],
  file: (id) => `node/serializers/${id}.mjs`,
  unit: 'utf-16',
  greeting: new RegExp(`^runtime node ${process.version}$`),
  habits,
});

export function serializer(id: string, body: string, head = ''): void {
  kit.serializer(id, source(body, head));
}
