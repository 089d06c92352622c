import { Refusal } from './errors.mjs';
import { isLimit } from './limits.mjs';

/**
 * @typedef {object} DocumentSet
 * @property {number} count
 * @property {string} path
 */

/**
 * @typedef {object} Job what is to be run, see "The job" in docs/PROTOCOL.md
 * @property {string} serializer
 * @property {string} format
 * @property {'text' | 'bytes'} output
 * @property {'serialize' | 'deserialize' | 'to-tree' | 'parse-tree'} task
 * @property {string} schema
 * @property {string} model path of the type model
 * @property {Map<string, string>} artifacts path by kind
 * @property {DocumentSet} documents
 * @property {DocumentSet} hard
 * @property {DocumentSet} [documents-input]
 * @property {DocumentSet} [hard-input]
 */

const PLAIN = new Set(['serializer', 'format', 'output', 'dataset', 'size', 'task', 'schema', 'model']);
const SETS = new Set(['documents', 'hard', 'documents-input', 'hard-input']);
const NEEDED = ['serializer', 'format', 'output', 'task', 'schema', 'model', 'documents', 'hard'];
const VALUES = {
  output: ['text', 'bytes'],
  task: ['serialize', 'deserialize', 'to-tree', 'parse-tree'],
};

/**
 * Reads the job up to and with `load`.
 * @param {import('../../build-kit/lines.mjs').LineReader} lines
 * @returns {Job | null} null when the input ended before there was one
 */
export function readJob(lines) {
  const first = lines.next();
  if (first === null) return null;
  if (first.key !== 'wiremark' || first.value !== '3') {
    throw new Refusal('crash', `expected "wiremark 3" first, found "${first.key} ${first.value}"`);
  }
  const job = { artifacts: new Map() };
  for (;;) {
    const line = lines.next();
    if (line === null) return null;
    if (line.key === 'load') break;
    take(job, line);
  }
  check(job);
  return job;
}

function take(job, { key, value }) {
  if (key === 'artifact') {
    const { name, path } = split(key, value);
    job.artifacts.set(name, path);
    return;
  }
  if (!PLAIN.has(key) && !SETS.has(key)) return;
  if (key in job) throw new Refusal('crash', `the job has "${key}" twice`);
  if (PLAIN.has(key)) job[key] = value;
  else job[key] = parseSet(key, value);
}

function split(key, value) {
  const space = value.indexOf(' ');
  if (space < 1) throw new Refusal('crash', `"${key}" needs two values, found "${value}"`);
  return { name: value.slice(0, space), path: value.slice(space + 1) };
}

/**
 * @param {string} key of the line
 * @param {string} value a number of documents and the path of their file
 * @returns {DocumentSet}
 */
export function parseSet(key, value) {
  const { name, path } = split(key, value);
  return { count: parseCount(name), path };
}

/** @param {string} text a decimal integer without sign */
export function parseCount(text) {
  const count = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count)) {
    throw new Refusal('crash', `expected a decimal number, found "${text}"`);
  }
  return count;
}

/** @param {Job} job whether its task takes finished documents */
export function readsDocuments({ task }) {
  return task === 'deserialize' || task === 'parse-tree';
}

function check(job) {
  const needed =
    readsDocuments(job) || isLimit(job.serializer) ? [...NEEDED, 'documents-input', 'hard-input'] : NEEDED;
  for (const key of needed) {
    if (!(key in job)) throw new Refusal('crash', `the job has no "${key}"`);
  }
  for (const [key, values] of Object.entries(VALUES)) {
    if (!values.includes(job[key])) throw new Refusal('crash', `unknown ${key} "${job[key]}"`);
  }
}
