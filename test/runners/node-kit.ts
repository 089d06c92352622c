/** A copy of the Node kit with serializers made for a test, talked to line by line. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { encodeFixture } from '../../src/dataset/fixture.ts';
import { writeArtifacts } from '../../src/runner/artifacts.ts';
import type { SchemaModel } from '../../src/schema/model.ts';
import type { Value } from '../../src/schema/value.ts';
import { writeFrames } from '../../src/verify/frames.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
/** Of this test file; removed after its tests. */
export const folder = mkdtempSync(join(tmpdir(), 'wiremark-kit-'));
after(() => rmSync(folder, { recursive: true, force: true }));
for (const part of ['node/kit', 'build-kit'])
  cpSync(join(root, 'runners', part), join(folder, part), { recursive: true });
mkdirSync(join(folder, 'node/serializers'));

export const model: SchemaModel = {
  root: { kind: 'record', name: 'Note' },
  records: new Map([
    [
      'Note',
      {
        name: 'Note',
        fields: [
          { name: 'text', type: { kind: 'string' }, presence: 'required' },
          { name: 'size', type: { kind: 'int64' }, presence: 'optional' },
        ],
      },
    ],
  ]),
  enums: new Map(),
};
export const documents: Value[] = [{ text: 'a' }, { text: 'béé', size: 7n }, { text: '漢字漢字漢' }];

/** Writes serializers/<id>.mjs with the body of `create`. */
export function serializer(id: string, body: string, head = ''): void {
  const source = `${head}\nexport default { version: '7', async create(schema) { ${body} } };\n`;
  writeFileSync(join(folder, 'node/serializers', `${id}.mjs`), source);
}

export interface JobChoice {
  readonly id: string;
  readonly task?: string;
  readonly output?: string;
  readonly model?: SchemaModel;
  readonly documents?: readonly Value[];
  /** The documents as the task gets them; some short texts unless given. */
  readonly inputs?: readonly Uint8Array[];
}

/** The lines of a job from `wiremark 3` to `load`. The hard documents are the timed ones. */
export async function job({
  id,
  task = 'serialize',
  output = 'text',
  ...choice
}: JobChoice): Promise<string[]> {
  const docs = choice.documents ?? documents;
  const artifacts = writeArtifacts(join(folder, 'artifacts'), {
    dataset: 'note',
    model: choice.model ?? model,
    kinds: ['model'],
  });
  const fixture = join(folder, `${id}.fixture`);
  writeFileSync(fixture, encodeFixture(choice.model ?? model, docs));
  const frames = join(folder, `${id}.frames`);
  writeFrames(frames, choice.inputs ?? docs.map((_, index) => Buffer.from(`ü${index}`)));
  return [
    'wiremark 3',
    `serializer ${id}`,
    'format json',
    `output ${output}`,
    'dataset note',
    'size small',
    `task ${task}`,
    'schema /nowhere/schema.json',
    `model ${artifacts.get('model')}`,
    'something unknown',
    `documents ${docs.length} ${fixture}`,
    `hard ${docs.length} ${fixture}`,
    `documents-input ${docs.length} ${frames}`,
    `hard-input ${docs.length} ${frames}`,
    'load',
  ];
}

/** Says all lines and returns what was answered. */
export function talk(lines: readonly string[]) {
  const result = spawnSync(process.execPath, [join(folder, 'node/kit/main.mjs')], {
    input: lines.map((line) => `${line}\n`).join(''),
    encoding: 'utf8',
  });
  const replies = result.stdout.split('\n');
  assert.equal(replies.pop(), '', 'the last line ends');
  return { replies, status: result.status, stderr: result.stderr };
}

/** `slice OPS NS CPU CHECKSUM` without the times, which must be decimal integers. */
export function sliceOf(reply: string | undefined): { ops: number; checksum: number } {
  const [, ops, checksum] = /^slice (\d+) \d+ \d+ (\d+)$/.exec(reply ?? '') ?? [];
  assert.ok(ops !== undefined, `a slice, not ${reply}`);
  return { ops: Number(ops), checksum: Number(checksum) };
}
