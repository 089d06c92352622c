/** The kit of Python with serializers made for a test. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeFixture } from '../../src/dataset/fixture.ts';
import type { Value } from '../../src/schema/value.ts';
import { joinFrames, splitFrames } from '../../src/verify/frames.ts';
import { documents, type JobChoice, Kit, model } from './kit.ts';

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

/** Lines from the job to a `set` of the documents, as the task takes them: texts of 'ü0' on, unless the inputs are given. */
export async function begin(choice: JobChoice, more: readonly string[] = []): Promise<string[]> {
  const [, ...job] = await kit.job(choice);
  return ['wiremark 4', ...job.slice(0, -1), ...more, 'load', setOf(choice)];
}

let sets = 0;

/** A `set` of these documents. */
export function setOf({ id, task = 'serialize', inputs, ...choice }: JobChoice): string {
  const docs: readonly Value[] = choice.documents ?? documents;
  const path = join(kit.folder, `${id}.${++sets}`);
  if (task === 'deserialize' || task === 'parse-tree')
    writeFileSync(path, joinFrames(inputs ?? docs.map((_, index) => Buffer.from(`ü${index}`))));
  else writeFileSync(path, encodeFixture(choice.model ?? model, docs));
  return `set ${docs.length} ${path}`;
}

/** What `kept` wrote, as texts. */
export function keptTexts(path: string): string[] {
  return splitFrames(readFileSync(path)).map((frame) => Buffer.from(frame).toString());
}
