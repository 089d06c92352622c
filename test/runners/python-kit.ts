/** The kit of Python with serializers made for a test. */
import { spawnSync } from 'node:child_process';
import { Kit } from './kit.ts';

/** Whether python3 is of that version or newer; false where there is none. */
export function isAtLeast(version: string): boolean {
  const code = `import sys; print(sys.version_info >= (${version.replace('.', ', ')}))`;
  return spawnSync('python3', ['-c', code], { encoding: 'utf8' }).stdout?.trim() === 'True';
}

/** Why nothing of Python can be tried here. */
export const skip = isAtLeast('3.11') ? false : 'there is no python3 of version 3.11 or newer';

export const kit = new Kit({
  runtime: 'python',
  skip,
  parts: ['python/__main__.py', 'python/kit'],
  program: 'python3',
  started: 'python',
  file: (id) => `python/serializers/${id.replaceAll('-', '_')}.py`,
  unit: 'code-points',
  greeting: /^runtime python \w+ \d+\.\d+\.\d+$/,
});

/** Writes serializers/<id>.py with the body of `create`: lines, of which the last returns the operations. */
export function serializer(id: string, body: readonly string[], head: readonly string[] = []): void {
  const lines = [
    'from kit.errors import Unsupported',
    'from kit.serializer import Operations',
    'VERSION = "7"',
    ...head,
    'def create(schema):',
    ...body.map((line) => `    ${line}`),
  ];
  kit.serializer(id, `${lines.join('\n')}\n`);
}
