/**
 * One serializer on one task, as tinybench times it: the same function, the same objects, the same documents in the
 * same order. Takes wiremark's own job and where its documents are on standard input, in JSON, and prints one line of it.
 *
 * Arguments: folder of the built runner's `kit`, entry file of tinybench, milliseconds to measure, `careful` or
 * `naive`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, tinybench, time, use] = process.argv.slice(2);
const { prepareWork } = await import(pathToFileURL(join(folder, 'work.mjs')).href);
const { Bench } = await import(pathToFileURL(tinybench).href);

const { artifacts, documents, count, ...job } = JSON.parse(readFileSync(0, 'utf8'));
const { run, read } = await prepareWork({ ...job, artifacts: new Map(artifacts) });
const inputs = read(documents, count);

/**
 * A careful use: one sample is a whole rotation over the documents, so that the clock's own cost and the documents'
 * different sizes stay out, and every result is used as wiremark's loop does, since V8 puts a concatenated string
 * together only when somebody reads it. The naive one is that of an introduction: one call a sample, its result dropped.
 */
const sink = { bits: 0, last: undefined };
const consume = (result) => {
  if (typeof result === 'string') sink.bits ^= result.charCodeAt(0);
  else sink.last = result;
};
const rotation = () => {
  for (let i = 0; i < inputs.length; i++) consume(run(inputs[i]));
};
let next = 0;
const single = () => {
  const input = inputs[next];
  next = next + 1 === inputs.length ? 0 : next + 1;
  return run(input);
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
