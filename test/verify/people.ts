/** A small model and documents, and dumps of them as a runner would write them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { FORMATS, type Format } from '../../src/define/types.ts';
import { codecs } from '../../src/format/index.ts';
import { recordOf, type SchemaModel } from '../../src/schema/model.ts';
import type { RecordValue } from '../../src/schema/value.ts';
import { writeFrames } from '../../src/verify/frames.ts';

export const people: SchemaModel = {
  root: { kind: 'record', name: 'Record' },
  records: new Map([
    [
      'Record',
      recordOf('Record', [
        { name: 'person', type: { kind: 'record', name: 'Person' }, presence: 'required' },
        { name: 'hobbies', type: { kind: 'list', element: { kind: 'string' } }, presence: 'required' },
      ]),
    ],
    [
      'Person',
      recordOf('Person', [
        { name: 'name', type: { kind: 'string' }, presence: 'required' },
        { name: 'gender', type: { kind: 'enum', name: 'Gender' }, presence: 'required' },
        { name: 'height', type: { kind: 'double' }, presence: 'required' },
        { name: 'account', type: { kind: 'int64' }, presence: 'required' },
        { name: 'ssn', type: { kind: 'string' }, presence: 'nullable' },
        { name: 'nick', type: { kind: 'string' }, presence: 'optional' },
      ]),
    ],
  ]),
  enums: new Map([['Gender', { name: 'Gender', values: ['Male', 'Female'] }]]),
};

export const documents: readonly RecordValue[] = [
  {
    person: { name: 'Ada', gender: 'Female', height: 1.65, account: 1n, ssn: '12-3', nick: 'a' },
    hobbies: ['chess', 'maths'],
  },
  {
    person: { name: 'A "quoted" name', gender: 'Male', height: 0.1, account: 9007199254740993n, ssn: null },
    hobbies: [],
  },
  {
    person: { name: 'Zoë', gender: 'Female', height: -0, account: -5n, ssn: null, nick: '😀' },
    hobbies: ['x'],
  },
];

/** Those that carry the model: JSON:API's documents are resources, and a record of people is none. */
export const formats = FORMATS.filter((format) => format !== 'jsonapi');

/** A folder for one test file, gone when its tests are over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wiremark-verify-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a faultless serializer puts out for `documents`. */
export function outputs(format: Format): Uint8Array[] {
  return documents.map((document) => codecs[format].encode(people, document));
}

/** The outputs as JSON text, each changed by `fault`. */
export function jsonOutputs(
  fault: (text: string, index: number, all: readonly string[]) => string,
): Uint8Array[] {
  const texts = outputs('json').map((bytes) => Buffer.from(bytes).toString());
  return texts.map((text, index) => Buffer.from(fault(text, index, texts)));
}

let dumps = 0;

export function dumpFrames(folder: string, frames: readonly Uint8Array[]): string {
  const file = join(folder, `dump-${dumps++}`);
  writeFrames(file, frames);
  return file;
}

export function dumpBytes(folder: string, bytes: Uint8Array): string {
  const file = join(folder, `dump-${dumps++}`);
  writeFileSync(file, bytes);
  return file;
}
