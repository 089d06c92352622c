/**
 * A row of Node in the barest loop of the language. Arguments: the folder of the built kit, a file with the job, one with the set,
 * how many documents it has. Prints ns an operation, for each of some slices.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [kit, jobFile, set, count] = process.argv.slice(2);
const { prepareWork } = await import(pathToFileURL(`${kit}/work.mjs`).href);
const job = { artifacts: new Map() };
for (const line of readFileSync(jobFile, 'utf8').trim().split('\n')) {
  const [, key, value] = /^(\S+) ?(.*)$/.exec(line);
  if (key === 'artifact') job.artifacts.set(...value.split(/ (.*)/, 2));
  else job[key] = value;
}
const { run, read, results } = await prepareWork(job);
const inputs = read(set, Number(count));
const isText = results === 'text';
let bits = 0;
let last;

/** A rope is put together only when someone reads it: of texts that is the end of the work. */
function slice(ops) {
  let cursor = 0;
  const begin = process.hrtime.bigint();
  for (let i = 0; i < ops; i++) {
    last = run(inputs[cursor]);
    if (isText) bits ^= last.charCodeAt(0);
    if (++cursor === inputs.length) cursor = 0;
  }
  return Number(process.hrtime.bigint() - begin) / ops;
}

let ops = 1;
while (slice(ops) * ops < 10e6) ops *= 2;
for (let i = 0; i < 60; i++) slice(ops);
console.log(Array.from({ length: 40 }, () => slice(ops)).join(' '));
if (bits === 0.5) console.log(last);
