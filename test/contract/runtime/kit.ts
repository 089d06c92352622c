/**
 * A copy of a runner's kit with serializers made for a test, talked to line by line. A runtime's own test/kit.ts says how its
 * kit is started and writes the serializers, and its test/contract.test.ts has the kit keep to the protocol (protocol.ts) and to
 * the limits (limits.ts).
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeArtifacts } from '../../../src/build/artifacts.ts';
import { escapeValue } from '../../../src/build/protocol.ts';
import type { TextUnit } from '../../../src/define/types.ts';
import { encodeFixture } from '../../../src/oracle/fixture.ts';
import { recordOf, type SchemaModel } from '../../../src/schema/model.ts';
import type { Value } from '../../../src/schema/value.ts';
import { joinFrames, splitFrames } from '../../../src/trial/frames.ts';
import { temporary } from '../../machine/temporary.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

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
  /** Finished documents to be read; for the tasks that read, some short texts unless given. */
  readonly inputs?: readonly Uint8Array[];
  /** More lines of the job. */
  readonly more?: readonly string[];
}

/** The sources of serializers with known faults and habits, the same in the language of each kit. Their version is 7. */
export interface Habits {
  /** The text of a note, and a note of a text. */
  readonly text: string;
  /** The text as bytes. */
  readonly utf8: string;
  /** A note of text 5 and size null, with `extra`: 3 ms after 1970 began, -0.0, 2 to the power of 40, true. */
  readonly odd: string;
  /** Trees of a note and of a text; written, it is the text, a space, and how many trees were made by then. */
  readonly tree: string;
  /** Two bytes that are filled again in each call, the first with the length of the text; the same note each time. */
  readonly reuse: string;
  /** Prints `from import`, `from create`, `raw` (past what the language prints with) and, in each call, `timed`. */
  readonly loud: string;
  /** Empty text. */
  readonly 'no-deserialize': string;
  /** Refuses, in the kit's own way, with a reason of two lines: `no`, `dates`. */
  readonly refuses: string;
  /** Imports `no-such-package`, spelled as the language would. */
  readonly missing: string;
  /** Fails when it is created: `oh\no`. */
  readonly broken: string;
  /** No text. */
  readonly wrong: string;
  /** Bytes of a class of its own. */
  readonly subclass: string;
  /** The text, if it is of one character; fails otherwise: `mid-slice`. */
  readonly dies: string;
  /** A note that finds its text when it is asked for it. */
  readonly lazy: string;
  /** The object in the fixture that it is given, by the kit's own reader, from the file `fixture`. */
  readonly 'keep-any': string;
}

export interface KitParts {
  readonly runtime: string;
  /** Why it can't be tried here. */
  readonly skip: string | false;
  /** Files and folders of `runners/` that are copied. */
  readonly parts: readonly string[];
  /** The program and its words, by the copy of `runners/`. */
  readonly start: (folder: string) => readonly string[];
  /** Path of a serializer's file in `runners/`. */
  readonly file: (id: string) => string;
  readonly unit: TextUnit;
  /** The word after `runtime`. */
  readonly greeting: RegExp;
  readonly habits: (fixture: string) => Partial<Habits>;
}

type Environment = Readonly<Record<string, string>>;

export class Kit {
  readonly folder = temporary('kit');
  /** Where `kept` is told to write to. */
  readonly out = join(this.folder, 'kept.frames');
  readonly #parts: KitParts;
  #sets = 0;

  constructor(parts: KitParts) {
    this.#parts = parts;
    for (const part of parts.parts)
      cpSync(join(root, 'runners', part), join(this.folder, part), {
        recursive: true,
        filter: (from) => basename(from) !== '__pycache__',
      });
    const habits = parts.habits(join(this.folder, 'one.fixture'));
    for (const [id, source] of Object.entries(habits)) this.serializer(id, source);
  }

  get runtime(): string {
    return this.#parts.runtime;
  }

  get skip(): string | false {
    return this.#parts.skip;
  }

  /** Why what it has to do with a habit can't be tried. */
  without(habit: keyof Habits): string | false {
    return this.#parts.habits('')[habit] === undefined && `${this.runtime} can't have it`;
  }

  get unit(): TextUnit {
    return this.#parts.unit;
  }

  /** Checks the four lines after `load`. */
  greets(replies: readonly string[]): void {
    assert.equal(replies[0], 'wiremark 4', replies.join('\n'));
    assert.match(replies[1]!, this.#parts.greeting);
    assert.deepEqual(replies.slice(2, 4), ['version 7', 'ready']);
  }

  /** Writes the whole file of a serializer. */
  serializer(id: string, source: string): void {
    const file = join(this.folder, this.#parts.file(id));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, source);
  }

  /** The lines of a job from `wiremark 4` to `load`. */
  job({ id, task = 'serialize', output = 'text', more = [], ...choice }: JobChoice): string[] {
    const written = writeArtifacts(join(this.folder, 'artifacts'), {
      dataset: 'note',
      model: choice.model ?? model,
      kinds: [],
    });
    return [
      'wiremark 4',
      `serializer ${id}`,
      'format json',
      `output ${output}`,
      `task ${task}`,
      'schema /nowhere/schema.json',
      `model ${written.model}`,
      'something unknown',
      ...more,
      'load',
    ];
  }

  /** A `set` of its documents, as the task takes them. */
  set({ task = 'serialize', inputs, ...choice }: JobChoice, name = `set.${++this.#sets}`): string {
    const docs = choice.documents ?? documents;
    const path = join(this.folder, name);
    const texts = () => docs.map((_, index) => Buffer.from(`ü${index}`));
    const isReading = task === 'deserialize' || task === 'parse-tree';
    const frames = inputs ?? (isReading ? texts() : null);
    writeFileSync(path, frames ? joinFrames(frames) : encodeFixture(choice.model ?? model, docs));
    return `set ${frames?.length ?? docs.length} ${escapeValue(path)}`;
  }

  /** What is answered to commands, after the greeting and a `set` of the documents. */
  answers(choice: JobChoice, commands: readonly string[], environment: Environment = {}): string[] {
    const { replies, stderr } = this.talk([...this.job(choice), this.set(choice), ...commands], environment);
    assert.match(replies[4] ?? '', /^set /, replies.join('\n') + stderr);
    return replies.slice(5);
  }

  /** What `kept` wrote. */
  kept(path = this.out): Buffer[] {
    return splitFrames(readFileSync(path)).map((frame) => Buffer.from(frame));
  }

  keptTexts(path = this.out): string[] {
    return this.kept(path).map(String);
  }

  /** Says all lines and returns what was answered. */
  talk(lines: readonly string[], environment: Environment = {}) {
    const [program, ...words] = this.#parts.start(this.folder);
    const result = spawnSync(program!, words, {
      input: lines.map((line) => `${line}\n`).join(''),
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });
    const replies = result.stdout.split('\n');
    assert.equal(replies.pop(), '', 'the last line ends');
    return { replies, status: result.status, stderr: result.stderr };
  }
}

/** `slice OPS NS CPU_NS LENGTH` without the times, which must be decimal integers. */
export function sliceOf(reply: string | undefined): { ops: number; length: number } {
  const [, ops, length] = /^slice (\d+) [1-9]\d* \d+ (\d+)$/.exec(reply ?? '') ?? [];
  assert.ok(ops !== undefined, `a slice, not ${reply}`);
  return { ops: Number(ops), length: Number(length) };
}
