/** One job made ready: the serializer, its documents, and what the commands do with them. */
import { readFileSync } from 'node:fs';
import { readModel, UnsupportedWord } from '../../build-kit/model.mjs';
import { Refusal, Unsupported } from './errors.mjs';
import { fixtureReader } from './fixture-reader.mjs';
import { writeFixture } from './fixture-writer.mjs';
import { readFrames, writeFrames } from './frames.mjs';
import { readsDocuments } from './job.mjs';
import { isLimit, prepareLimit } from './limits.mjs';
import { TimedLoop, timeOnce } from './loop.mjs';
import { compileSample } from './sample.mjs';
import { int64Of, loadSerializer, versionOf } from './serializer.mjs';

/** Which operations a task needs; the first is the one that is timed. */
const OPERATIONS = {
  serialize: ['serialize'],
  deserialize: ['deserialize'],
  'to-tree': ['toTree', 'writeTree'],
  'parse-tree': ['parseTree', 'writeTree'],
};

/**
 * @param {import('./job.mjs').Job} job
 * @returns {Promise<Pick<Trial, 'version' | 'loop' | 'fresh' | 'dump'> & Partial<Pick<Trial, 'explained'>>>}
 */
export async function prepareTrial(job) {
  const model = modelOf(job);
  if (isLimit(job.serializer)) return prepareLimit(job, model);
  const serializer = await loadSerializer(job.serializer);
  const version = versionOf(serializer);
  const operations = await serializer.create({
    model,
    artifacts: job.artifacts,
    jsonSchema: job.schema,
  });
  if (typeof operations !== 'object' || operations === null) {
    throw new Refusal('crash', `create returned ${kindOf(operations)} instead of operations`);
  }
  for (const name of OPERATIONS[job.task]) {
    if (operations[name] === undefined) {
      throw new Refusal('unsupported', `${job.serializer} has no ${name} for the task ${job.task}`);
    }
    if (typeof operations[name] !== 'function') {
      throw new Refusal('crash', `${name} is ${kindOf(operations[name])} instead of a function`);
    }
  }
  return new Trial({ job, version, model, int64: int64Of(serializer), operations });
}

/** What a later wiremark says of its types and this kit doesn't know is no fault of either. */
function modelOf(job) {
  try {
    return readModel(readFileSync(job.model, 'utf8'));
  } catch (error) {
    if (!(error instanceof UnsupportedWord)) throw error;
    throw new Unsupported(`this runner doesn't know the word "${error.word}" of the model`);
  }
}

/**
 * Documents as the task takes them.
 *
 * @returns {(file: import('./job.mjs').DocumentSet) => unknown[]} a fixture for the tasks that write, else frames
 */
function inputReader(job, model, int64) {
  if (!readsDocuments(job)) {
    const read = fixtureReader(model, int64.from);
    return ({ path, count }) => read(path, count);
  }
  return ({ path, count }) => {
    const frames = readFrames(path, count);
    return job.output === 'text' ? frames.map((frame) => frame.toString('utf8')) : frames;
  };
}

/** What the loop does with the results, and what one of an object adds to the checksum. */
function useOfResults({ task, output }, model, int64) {
  if (task === 'serialize') return [output];
  return task === 'deserialize' ? ['objects', compileSample(model, int64.to)] : ['trees'];
}

export class Trial {
  version;
  /** The timed loop over the documents. */
  loop;
  #job;
  #model;
  #int64;
  #operations;
  #run;
  #read;
  #inputs;
  /** Of the documents that were never seen before, until they are dumped. */
  #fresh = [];

  constructor({ job, version, model, int64, operations }) {
    this.version = version;
    this.#job = job;
    this.#model = model;
    this.#int64 = int64;
    this.#operations = operations;
    this.#run = operations[OPERATIONS[job.task][0]];
    this.#read = inputReader(job, model, int64);
    const file = (set) => job[readsDocuments(job) ? `${set}-input` : set];
    this.#inputs = { documents: this.#read(file('documents')), hard: this.#read(file('hard')) };
    const [results, sample] = useOfResults(job, model, int64);
    this.loop = new TimedLoop(results, this.#run, this.#inputs.documents, sample);
  }

  /**
   * Goes once through documents that this process has never seen, and keeps what comes of it for `dump`.
   * @param {import('./job.mjs').DocumentSet} file
   */
  fresh(file) {
    const { results, ...times } = timeOnce(this.#run, this.#read(file));
    this.#fresh = results;
    return times;
  }

  /**
   * All results first and the file afterwards: a buffer that is handed out twice must show.
   * @param {'documents' | 'hard' | 'fresh'} set
   * @param {string} path
   * @returns {number} how many documents
   */
  dump(set, path) {
    const results = set === 'fresh' ? this.#fresh : this.#inputs[set].map((input) => this.#run(input));
    if (this.#job.task === 'deserialize') {
      writeFixture(path, results, this.#model, this.#int64.to);
    } else if (this.#job.task === 'serialize') {
      writeFrames(path, results.map(this.#checked, this));
    } else {
      const written = results.map((tree) => this.#operations.writeTree(tree));
      writeFrames(path, written.map(this.#checked, this));
    }
    return results.length;
  }

  /**
   * Why a command failed. The loop takes results for what they are declared as, and looks at nothing else while it is timed: of
   * one that is something else, that is the reason.
   * @param {unknown} error
   * @returns {unknown}
   */
  explained(error) {
    if (error instanceof Refusal || this.#job.task !== 'serialize') return error;
    try {
      for (const input of this.#inputs.documents) this.#checked(this.#run(input));
    } catch (other) {
      if (other instanceof Refusal) return other;
    }
    return error;
  }

  /** A serializer may not put out another kind than it declares. */
  #checked(result) {
    const isKind = this.#job.output === 'text' ? typeof result === 'string' : result instanceof Uint8Array;
    if (isKind) return result;
    const operation = OPERATIONS[this.#job.task].at(-1);
    throw new Refusal('crash', `${operation} returned ${kindOf(result)} instead of ${this.#job.output}`);
  }
}

function kindOf(value) {
  if (value === null) return 'null';
  return typeof value === 'object' ? (value.constructor?.name ?? 'object') : typeof value;
}
