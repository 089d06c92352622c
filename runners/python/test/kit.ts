import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Habits, Kit } from '../../../test/contract/runtime/kit.ts';

export function isAtLeast(version: string): boolean {
  const code = `import sys; print(sys.version_info >= (${version.replace('.', ', ')}))`;
  return spawnSync('python3', ['-c', code], { encoding: 'utf8' }).stdout?.trim() === 'True';
}

export const skip = isAtLeast('3.11') ? false : 'there is no python3 of version 3.11 or newer';

function source(body: readonly string[], head: readonly string[] = []): string {
  const lines = [
    'from kit.errors import Unsupported',
    'from kit.serializer import Operations',
    'VERSION = "7"',
    ...head,
    'def create(schema):',
    ...body.map((line) => `    ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Serializers that every kit is tested with, except `odd`: Python's objects have no fields beyond those of their class.
 */
const habits = (fixture: string): Omit<Habits, 'odd'> => ({
  text: source([
    'Note = schema.natural.records["Note"]',
    'return Operations(serialize=lambda note: note.text, deserialize=Note)',
  ]),
  utf8: source(['return Operations(serialize=lambda note: note.text.encode())']),
  tree: source([
    'built = []',
    'def build(text):',
    '    built.append(text)',
    '    return text',
    'return Operations(to_tree=lambda note: build(note.text), parse_tree=build, write_tree=lambda text: f"{text} {len(built)}")',
  ]),
  reuse: source([
    'one, note = bytearray(2), schema.natural.records["Note"]("x")',
    'def serialize(note):',
    '    one[0] = len(note.text)',
    '    return one',
    'return Operations(serialize=serialize, deserialize=lambda text: note)',
  ]),
  loud: source(
    [
      'print("from create", flush=True)',
      'os.write(1, b"raw\\n")',
      'return Operations(serialize=lambda note: print("timed") or note.text)',
    ],
    ['import os', 'print("from import", flush=True)'],
  ),
  'no-deserialize': source(['return Operations(serialize=lambda note: "")']),
  refuses: source(['raise Unsupported("no\\ndates")']),
  missing: source(['pass'], ['import no_such_package']),
  broken: source(['raise TypeError("oh\\\\no")']),
  wrong: source(['return Operations(serialize=lambda note: b"1")']),
  subclass: source(['class Own(bytes):', '    pass', 'return Operations(serialize=lambda note: Own(2))']),
  dies: source([
    'def serialize(note):',
    '    if len(note.text) > 1:',
    '        raise ValueError("mid-slice")',
    '    return note.text',
    'return Operations(serialize=serialize)',
  ]),
  lazy: source([
    'class Late:',
    '    @property',
    '    def text(self):',
    '        return "late"',
    '    size = None',
    'return Operations(deserialize=lambda text: Late())',
  ]),
  'keep-any': source(
    [
      `path = ${JSON.stringify(fixture)}`,
      'def deserialize(data):',
      '    Path(path).write_bytes(data)',
      '    return read_fixture(path, schema.natural, schema.natural.records)[0]',
      'return Operations(deserialize=deserialize)',
    ],
    ['from pathlib import Path', 'from kit.fixture_reader import read_fixture'],
  ),
});

export const kit = new Kit({
  runtime: 'python',
  skip,
  parts: ['python/__main__.py', 'python/kit'],
  start: (folder) => ['python3', join(folder, 'python')],
  file: (id) => `python/serializers/${id.replaceAll('-', '_')}.py`,
  unit: 'code-points',
  greeting: /^runtime python \w+ \d+\.\d+\.\d+$/,
  habits,
});

export function serializer(id: string, body: readonly string[], head: readonly string[] = []): void {
  kit.serializer(id, source(body, head));
}
