/** A copy of a runner's kit with serializers made for a test, talked to line by line. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { encodeFixture } from '../../src/dataset/fixture.ts';
import type { TextUnit } from '../../src/define/types.ts';
import { writeArtifacts } from '../../src/runner/artifacts.ts';
import { recordOf, type SchemaModel } from '../../src/schema/model.ts';
import type { Value } from '../../src/schema/value.ts';
import { writeFrames } from '../../src/verify/frames.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const model: SchemaModel = {
  root: { kind: 'record', name: 'Note' },
  records: new Map([
    [
      'Note',
      recordOf('Note', [
        { name: 'text', type: { kind: 'string' }, presence: 'required' },
        { name: 'size', type: { kind: 'int64' }, presence: 'optional' },
      ]),
    ],
  ]),
  enums: new Map(),
};
export const documents: Value[] = [{ text: 'a' }, { text: 'béé', size: 7n }, { text: '漢字漢字漢' }];

export interface JobChoice {
  readonly id: string;
  readonly task?: string;
  readonly output?: string;
  readonly model?: SchemaModel;
  readonly documents?: readonly Value[];
  /** The documents as the task gets them; some short texts unless given. */
  readonly inputs?: readonly Uint8Array[];
}

export interface KitParts {
  readonly runtime: string;
  /** Why it can't be tried here. */
  readonly skip: string | false;
  /** Files and folders of `runners/` that are copied. */
  readonly parts: readonly string[];
  readonly program: string;
  /** Relative to the copy of `runners/`. */
  readonly started: string;
  /** Path of a serializer's file in `runners/`. */
  readonly file: (id: string) => string;
  readonly unit: TextUnit;
  /** The word after `runtime`. */
  readonly greeting: RegExp;
}

export class Kit {
  readonly folder = mkdtempSync(join(tmpdir(), 'wiremark-kit-'));
  readonly #parts: KitParts;

  constructor(parts: KitParts) {
    this.#parts = parts;
    after(() => rmSync(this.folder, { recursive: true, force: true }));
    for (const part of parts.parts)
      cpSync(join(root, 'runners', part), join(this.folder, part), {
        recursive: true,
        filter: (from) => basename(from) !== '__pycache__',
      });
  }

  get runtime(): string {
    return this.#parts.runtime;
  }

  get skip(): string | false {
    return this.#parts.skip;
  }

  get unit(): TextUnit {
    return this.#parts.unit;
  }

  /** Checks the four lines after `load`. */
  greets(replies: readonly string[], version = '7'): void {
    assert.equal(replies[0], 'wiremark 3', replies.join('\n'));
    assert.match(replies[1]!, this.#parts.greeting);
    assert.deepEqual(replies.slice(2, 4), [`version ${version}`, 'ready']);
  }

  /** Writes the whole file of a serializer. */
  serializer(id: string, source: string): void {
    const file = join(this.folder, this.#parts.file(id));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, source);
  }

  /** The lines of a job from `wiremark 3` to `load`. The hard documents are the timed ones. */
  async job({ id, task = 'serialize', output = 'text', ...choice }: JobChoice): Promise<string[]> {
    const { folder } = this;
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
  talk(lines: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const result = spawnSync(this.#parts.program, [join(this.folder, this.#parts.started)], {
      input: lines.map((line) => `${line}\n`).join(''),
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });
    const replies = result.stdout.split('\n');
    assert.equal(replies.pop(), '', 'the last line ends');
    return { replies, status: result.status, stderr: result.stderr };
  }
}

/** `slice OPS NS CPU CHECKSUM` without the times, which must be decimal integers. */
export function sliceOf(reply: string | undefined): { ops: number; checksum: number } {
  const [, ops, checksum] = /^slice (\d+) \d+ \d+ (\d+)$/.exec(reply ?? '') ?? [];
  assert.ok(ops !== undefined, `a slice, not ${reply}`);
  return { ops: Number(ops), checksum: Number(checksum) };
}
