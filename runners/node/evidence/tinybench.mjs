/**
 * Times one serializer and task with tinybench: the same function, objects, documents and order as in wiremark. Reads
 * wiremark's job and the path of its documents as JSON from standard input, and prints the result as a line of JSON.
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
 * With `careful`, a sample is a rotation over all documents: this spreads the cost of reading the clock and evens out
 * document sizes. Results are used as in wiremark's loop. With `naive`, as in tinybench's introduction, a sample is one
 * call and its result is dropped.
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
