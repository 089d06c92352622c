/**
 * A copy of a runner's kit, with serializers that a test writes and a conversation line by line. Each runtime's test/kit.ts
 * describes its kit; its test/contract.test.ts runs protocol.ts and limits.ts.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeArtifacts } from '../../../src/build/artifacts.ts';
import { escapeValue } from '../../../src/build/protocol.ts';
import { encodeFixture } from '../../../src/oracle/fixture.ts';
import { recordOf, type SchemaModel } from '../../../src/schema/model.ts';
import type { Value } from '../../../src/schema/value.ts';
import { joinFrames, splitFrames } from '../../../src/trial/frames.ts';
import { temporary } from '../../machine/temporary.ts';
import { field, modelOf, record } from '../../oracle/resources.ts';
import type { TextUnit } from './lengths.ts';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

export const model: SchemaModel = {
  ...modelOf(record('Note'), recordOf('Note', [field('text', 'string'), field('size', 'int64', 'optional')])),
  enums: new Map(),
};
export const documents: Value[] = [{ text: 'a' }, { text: 'béé', size: 7n }, { text: '漢字漢字漢' }];

export interface JobChoice {
  readonly id: string;
  readonly task?: string;
  readonly output?: string;
  readonly model?: SchemaModel;
  readonly documents?: readonly Value[];
  /** Documents to read; short texts by default. */
  readonly inputs?: readonly Uint8Array[];
  readonly more?: readonly string[];
}

/** Sources of serializers with known behavior, in the language of each kit. Their version is 7. */
export interface Habits {
  /** Writes the text of a note, and reads a text as a note. */
  readonly text: string;
  readonly utf8: string;
  /** Reads a note with text 5, size null and `extra`: 3 ms after 1970 began, -0.0, 2 to the power of 40, true. */
  readonly odd: string;
  /** Makes trees from notes and texts. Writes a tree as its text, a space, and the number of trees made so far. */
  readonly tree: string;
  /** Writes the same two bytes each time, the first with the length of the text; reads the same note each time. */
  readonly reuse: string;
  /** Prints `from import`, `from create`, `raw` (not through the language's own output) and, in each call, `timed`. */
  readonly loud: string;
  /** Writes empty text, and has no `deserialize`. */
  readonly 'no-deserialize': string;
  /** Refuses the job with the kit's own error, for a reason with two lines: `no`, `dates`. */
  readonly refuses: string;
  /** Imports `no-such-package`, spelled for the language. */
  readonly missing: string;
  /** Throws `oh\no` when it is created. */
  readonly broken: string;
  /** Writes something other than text. */
  readonly wrong: string;
  /** Writes bytes of its own class. */
  readonly subclass: string;
  /** Writes texts of one character, and throws `mid-slice` for longer ones. */
  readonly dies: string;
  /** Reads a note that computes its text on access. */
  readonly lazy: string;
  /** Writes its input into the file `fixture`, and returns the object that the kit reads from it. */
  readonly 'keep-any': string;
}

export interface KitSpec {
  readonly runtime: string;
  readonly skip: string | false;
  /** Files and folders of `runners/` to copy. */
  readonly parts: readonly string[];
  readonly start: (folder: string) => readonly string[];
  readonly file: (id: string) => string;
  readonly unit: TextUnit;
  /** The second line of its greeting, `runtime …`. */
  readonly greeting: RegExp;
  readonly habits: (fixture: string) => Partial<Habits>;
}

type Environment = Readonly<Record<string, string>>;

export class Kit {
  readonly spec: KitSpec;
  readonly folder = temporary('kit');
  /** The file for results of `kept`. */
  readonly out = join(this.folder, 'kept.frames');
  #sets = 0;

  constructor(spec: KitSpec) {
    this.spec = spec;
    const filter = (from: string) => basename(from) !== '__pycache__';
    for (const part of spec.parts)
      cpSync(join(root, 'runners', part), join(this.folder, part), { recursive: true, filter });
    const habits = spec.habits(join(this.folder, 'one.fixture'));
    for (const [id, source] of Object.entries(habits)) this.serializer(id, source);
  }

  get skip(): string | false {
    return this.spec.skip;
  }

  /** Reason to skip a test that needs this habit. */
  without(habit: keyof Habits): string | false {
    return this.spec.habits('')[habit] === undefined && `${this.spec.runtime} can't have it`;
  }

  /** Checks the four lines after `load`. */
  greets(replies: readonly string[]): void {
    assert.equal(replies[0], 'wiremark 4', replies.join('\n'));
    assert.match(replies[1]!, this.spec.greeting);
    assert.deepEqual(replies.slice(2, 4), ['version 7', 'ready']);
  }

  serializer(id: string, source: string): void {
    const file = join(this.folder, this.spec.file(id));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, source);
  }

  /** The lines of a job from `wiremark 4` to `load`. Kits ignore the unknown one. */
  job({ id, task = 'serialize', output = 'text', more = [], ...choice }: JobChoice): string[] {
    const artifacts = { dataset: 'note', model: choice.model ?? model, kinds: [] };
    const written = writeArtifacts(join(this.folder, 'artifacts'), artifacts);
    return [
      ...['wiremark 4', `serializer ${id}`, 'format json', `output ${output}`, `task ${task}`],
      ...['schema /nowhere/schema.json', `model ${written.model}`, 'something unknown', ...more, 'load'],
    ];
  }

  /** A `set` command. Reading tasks get frames, others a fixture. */
  set({ task = 'serialize', inputs, ...choice }: JobChoice, name = `set.${++this.#sets}`): string {
    const docs = choice.documents ?? documents;
    const path = join(this.folder, name);
    const texts = () => docs.map((_, index) => Buffer.from(`ü${index}`));
    const isReading = task === 'deserialize' || task === 'parse-tree';
    const frames = inputs ?? (isReading ? texts() : null);
    writeFileSync(path, frames ? joinFrames(frames) : encodeFixture(choice.model ?? model, docs));
    return `set ${frames?.length ?? docs.length} ${escapeValue(path)}`;
  }

  /** The replies to commands, after a job and a `set` that succeed. */
  answers(choice: JobChoice, commands: readonly string[], environment: Environment = {}): string[] {
    const { replies, stderr } = this.talk([...this.job(choice), this.set(choice), ...commands], environment);
    assert.match(replies[4] ?? '', /^set /, replies.join('\n') + stderr);
    return replies.slice(5);
  }

  kept(path = this.out): Buffer[] {
    return splitFrames(readFileSync(path)).map((frame) => Buffer.from(frame));
  }

  keptTexts(path = this.out): string[] {
    return this.kept(path).map(String);
  }

  /** Sends all lines to a new process and returns its replies. */
  talk(lines: readonly string[], environment: Environment = {}) {
    const [program, ...words] = this.spec.start(this.folder);
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

/** Reads `slice OPS NS CPU_NS LENGTH`, whose numbers must be decimal integers. */
export function sliceOf(reply: string | undefined): { ops: number; length: number } {
  const [, ops, length] = /^slice (\d+) [1-9]\d* \d+ (\d+)$/.exec(reply ?? '') ?? [];
  assert.ok(ops !== undefined, `a slice, not ${reply}`);
  return { ops: Number(ops), length: Number(length) };
}
