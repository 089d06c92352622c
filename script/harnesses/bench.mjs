/**
 * One serializer on one task, as tinybench times it: the same function, the same objects, the same documents in the
 * same order. Takes wiremark's own job on standard input, prints one line of JSON.
 *
 * Arguments: folder of the built runner's `kit`, entry file of tinybench, milliseconds to measure, `careful` or
 * `naive`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, tinybench, time, use] = process.argv.slice(2);
const kit = (name) => import(pathToFileURL(join(folder, name)).href);
const { LineReader } = await kit('../../build-kit/lines.mjs');
const { readModel } = await kit('../../build-kit/model.mjs');
const { readJob } = await kit('job.mjs');
const { loadSerializer, int64Of } = await kit('serializer.mjs');
const { Bench } = await import(pathToFileURL(tinybench).href);

const job = readJob(new LineReader(0));
const serializer = await loadSerializer(job.serializer);
const model = readModel(readFileSync(job.model, 'utf8'));
const made = await serializer.create({ model, artifacts: job.artifacts, jsonSchema: job.schema });
const operation = made[job.task];
const inputs = await documents();

/**
 * A careful use: one sample is a whole rotation over the documents, so that the clock's own cost and the documents'
 * different sizes stay out, and every result is looked at as wiremark's loop does, since V8 puts a concatenated string
 * together only when somebody reads it. The naive one is that of an introduction: one call a sample, its result dropped.
 */
const sink = { bits: 0, last: undefined };
const consume = (result) => {
  if (typeof result === 'string') sink.bits ^= result.charCodeAt(0);
  else if (job.task === 'serialize') sink.bits ^= result[0];
  else sink.last = result;
};
const rotation = () => {
  for (let i = 0; i < inputs.length; i++) consume(operation(inputs[i]));
};
let next = 0;
const single = () => {
  const input = inputs[next];
  next = next + 1 === inputs.length ? 0 : next + 1;
  return operation(input);
};

const naive = use === 'naive';
const bench = new Bench({ time: Number(time) });
bench.add(job.serializer, naive ? single : rotation);
await bench.run();
const { result } = bench.tasks[0];
if (result.error !== undefined) throw result.error;
const { mean, p50, rme } = result.latency;
const nsOfOne = 1e6 / (naive ? 1 : inputs.length);
console.log(JSON.stringify({ meanNs: mean * nsOfOne, medianNs: p50 * nsOfOne, rme }));

async function documents() {
  if (job.task === 'serialize') {
    const { fixtureReader } = await kit('fixture-reader.mjs');
    const read = fixtureReader(model, int64Of(serializer).from);
    return read(job.documents.path, job.documents.count);
  }
  const { readFrames } = await kit('frames.mjs');
  const frames = readFrames(job['documents-input'].path, job['documents-input'].count);
  return job.output === 'text' ? frames.map((frame) => frame.toString('utf8')) : frames;
}
