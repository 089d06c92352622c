/**
 * One serializer on one task, as tinybench times it: the same function, the same objects, the same documents in the
 * same order. Takes wiremark's own job on standard input, prints one line of JSON.
 *
 * Arguments: folder of wiremark's built Node runner, entry file of tinybench, milliseconds to measure.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [build, tinybench, time] = process.argv.slice(2);
const kit = (name) => import(pathToFileURL(join(build, 'kit', name)).href);
const { LineReader } = await kit('lines.mjs');
const { readJob } = await kit('job.mjs');
const { loadSerializer, int64Of } = await kit('serializer.mjs');
const { Bench } = await import(pathToFileURL(tinybench).href);

const job = readJob(new LineReader(0));
const serializer = await loadSerializer(job.serializer);
const model = (await import(pathToFileURL(job.artifacts.get('node-model')).href)).default;
const made = await serializer.create({ model, root: model.root, artifacts: job.artifacts, jsonSchema: job.schema });
const operation = made[job.task];
const inputs = await documents();

let next = 0;
const bench = new Bench({ time: Number(time) });
bench.add(job.serializer, () => {
  const input = inputs[next];
  next = next + 1 === inputs.length ? 0 : next + 1;
  return operation(input);
});
await bench.run();
const { result } = bench.tasks[0];
if (result.error !== undefined) throw result.error;
const { mean, p50, rme, samplesCount } = result.latency;
console.log(JSON.stringify({ meanNs: mean * 1e6, medianNs: p50 * 1e6, rme, samples: samplesCount }));

async function documents() {
  if (job.task === 'serialize') {
    const { readFixture } = await kit('fixture-reader.mjs');
    return readFixture(job.documents.path, job.documents.count, model, int64Of(serializer).from);
  }
  const { readFrames } = await kit('frames.mjs');
  const frames = readFrames(job['documents-input'].path, job['documents-input'].count);
  return job.output === 'text' ? frames.map((frame) => frame.toString('utf8')) : frames;
}
