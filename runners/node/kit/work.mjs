/**
 * Prepares a job: the timed operation, the reader of its inputs, and the function that checks and copies its results.
 */
import { readFileSync } from 'node:fs';
import { readModel, UnsupportedWord } from '../../build-kit/model.mjs';
import { Refusal, Unsupported } from './errors.mjs';
import { fixtureReader } from './fixture-reader.mjs';
import { fixtureWriter } from './fixture-writer.mjs';
import { readFrames, readTexts } from './frames.mjs';
import { limitWork } from './limits.mjs';
import { checkKind, checkObjects, finishedOutputs, kindOf } from './results.mjs';
import { int64Of, loadSerializer, versionOf } from './serializer.mjs';

/**
 * @typedef {object} Job see "The job" in docs/PROTOCOL.md
 * @property {string} serializer
 * @property {'text' | 'bytes'} output
 * @property {'serialize' | 'deserialize' | 'to-tree' | 'parse-tree'} task
 * @property {string} schema
 * @property {string} model path of the type model
 * @property {Map<string, string>} artifacts
 *
 * @typedef {object} Work
 * @property {string} version
 * @property {'text' | 'bytes' | 'objects' | 'counts'} results kind of results, which selects the loop
 * @property {(input: unknown) => unknown} run
 * @property {(path: string, count: number) => unknown[]} read
 * @property {(result: unknown) => void} [check] throws for a result of the wrong kind
 * @property {(results: unknown[]) => Uint8Array[]} finish checks results and returns copies as bytes, for wiremark to
 *   compare
 */

/** The operations that each task needs; the first is timed. */
const OPERATIONS = {
  serialize: ['serialize'],
  deserialize: ['deserialize'],
  'to-tree': ['toTree', 'writeTree'],
  'parse-tree': ['parseTree', 'writeTree'],
};

/**
 * @param {Job} job
 * @returns {Promise<Work>}
 */
export async function prepareWork(job) {
  const { task, output } = job;
  const model = modelOf(job);
  const limit = limitWork(job.serializer, model);
  if (limit !== null) return limit;
  const serializer = await loadSerializer(job.serializer);
  const version = versionOf(serializer);
  const int64 = int64Of(serializer);
  const readObjects = fixtureReader(model, int64.from);
  const write = fixtureWriter(model, int64.to);
  const operations = await serializer.create({ model, artifacts: job.artifacts, jsonSchema: job.schema });
  checkOperations(operations, job);
  const run = operations[OPERATIONS[task][0]];
  const check = (result) => checkKind(result, output, OPERATIONS[task].at(-1));
  const isReading = task === 'deserialize' || task === 'parse-tree';
  const read = isReading ? { text: readTexts, bytes: readFrames }[output] : readObjects;
  const outputs = (results) => finishedOutputs(results, check);
  const objects = (results) => write(checkObjects(results));
  const trees = (results) => outputs(checkObjects(results).map((tree) => operations.writeTree(tree)));
  const finish = { serialize: outputs, deserialize: objects }[task] ?? trees;
  const results = task === 'serialize' ? output : 'objects';
  return { version, results, run, read, check, finish };
}

function modelOf(job) {
  try {
    return readModel(readFileSync(job.model, 'utf8'));
  } catch (error) {
    if (!(error instanceof UnsupportedWord)) throw error;
    throw new Unsupported(`this runner doesn't know the word "${error.word}" of the model`);
  }
}

function checkOperations(operations, { task, serializer }) {
  if (typeof operations !== 'object' || operations === null) {
    throw new Refusal('crash', `create returned ${kindOf(operations)} instead of operations`);
  }
  for (const name of OPERATIONS[task]) {
    if (operations[name] === undefined) {
      throw new Refusal('unsupported', `${serializer} has no ${name} for the task ${task}`);
    }
    if (typeof operations[name] !== 'function') {
      throw new Refusal('crash', `${name} is ${kindOf(operations[name])} instead of a function`);
    }
  }
}
