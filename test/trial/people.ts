/** A small model with documents, and results as runners write them. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORMATS, type KnownFormat } from '../../src/define/types.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import type { Verdict } from '../../src/plan/verdict.ts';
import { recordOf, type SchemaModel } from '../../src/schema/model.ts';
import type { RecordValue, Value } from '../../src/schema/value.ts';
import { RunnerFailure } from '../../src/trial/client.ts';
import type { Results } from '../../src/trial/results.ts';
import { field, list, modelOf, record } from '../oracle/resources.ts';

export const people: SchemaModel = {
  ...modelOf(
    record('Record'),
    recordOf('Record', [field('person', record('Person')), field('hobbies', list({ kind: 'string' }))]),
    recordOf('Person', [
      field('name', 'string'),
      field('gender', { kind: 'enum', name: 'Gender' }),
      field('height', 'double'),
      field('account', 'int64'),
      field('ssn', 'string', 'nullable'),
      field('nick', 'string', 'optional'),
    ]),
  ),
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

/** Formats that can carry the model. JSON:API can't: its documents are resources. */
export const formats = FORMATS.filter((format) => format !== 'jsonapi');

export function outputs(format: KnownFormat): Uint8Array[] {
  return documents.map((document) => codecs[format].encode(people, document));
}

/** The outputs as JSON text, each changed by `fault`. */
export function jsonOutputs(
  fault: (text: string, index: number, all: readonly string[]) => string,
): Uint8Array[] {
  const texts = outputs('json').map((bytes) => Buffer.from(bytes).toString());
  return texts.map((text, index) => Buffer.from(fault(text, index, texts)));
}

/** One result for each of these documents, by default hard ones in JSON. */
export function resultsOf(
  frames: readonly Uint8Array[],
  { of = documents, ...rest }: Partial<Omit<Results, 'of'>> & { readonly of?: readonly Value[] } = {},
): Results {
  const expected = { model: people, set: 'hard', documents: of, of: of.map((_, index) => index) } as const;
  return { ...expected, frames, source: 'json', deviations: [], ...rest };
}

export async function verdictOf(act: Promise<unknown>): Promise<Verdict> {
  try {
    await act;
    return { verdict: 'ok' };
  } catch (error) {
    assert.ok(error instanceof RunnerFailure, String(error));
    return error.verdict;
  }
}

/** The reason of a mismatch; fails the test for every other verdict. */
export async function mismatchOf(act: Promise<unknown>): Promise<string> {
  const verdict = await verdictOf(act);
  assert.equal(verdict.verdict, 'mismatch');
  return (verdict as { reason: string }).reason;
}

let files = 0;

export function keptFile(folder: string, bytes: Uint8Array): string {
  const file = join(folder, `kept-${files++}`);
  writeFileSync(file, bytes);
  return file;
}

export function u32(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * at);
  return bytes;
}
