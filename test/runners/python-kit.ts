/** The kit of Python with serializers made for a test. */
import { spawnSync } from 'node:child_process';
import { Kit } from './kit.ts';

const asked = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 11))'], {
  encoding: 'utf8',
});

/** Why nothing of Python can be tried here. */
export const skip = asked.stdout?.trim() === 'True' ? false : 'there is no python3 of version 3.11 or newer';

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
