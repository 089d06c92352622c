/**
 * Times a serializer alternately in a simple loop and in the kit's loop. Arguments: the kit's main.mjs, a file with the
 * job, a file with documents, the number of documents. Prints 60 lines with the ns per operation of the simple loop and
 * of the kit's.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

const [program, jobFile, set, count] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${dirname(program)}/${name}.mjs`).href);
const [{ Trial }, { prepareWork }] = [await load('trial'), await load('work')];
const job = { artifacts: new Map() };
for (const line of readFileSync(jobFile, 'utf8').trim().split('\n')) {
  const [, key, value] = /^(\S+) ?(.*)$/.exec(line);
  if (key === 'artifact') job.artifacts.set(...value.split(/ (.*)/, 2));
  else job[key] = value;
}
const work = await prepareWork(job);
const { run } = work;
const inputs = work.read(set, Number(count));
const trial = new Trial(work);
trial.set(set, Number(count));
const isText = work.results === 'text';
let bits = 0;
let last;

/**
 * Runs the simple loop and returns ns per operation. Reads a character of each text, since V8 joins a concatenated string
 * only when it is read.
 */
function bare(ops) {
  let cursor = 0;
  const begin = process.hrtime.bigint();
  for (let i = 0; i < ops; i++) {
    last = run(inputs[cursor]);
    if (isText) bits ^= last.charCodeAt(0);
    if (++cursor === inputs.length) cursor = 0;
  }
  return Number(process.hrtime.bigint() - begin) / ops;
}

const kit = (ops) => Number(trial.slice(ops, 1).ns) / ops;

let ops = 1;
while (bare(ops) * ops < 10e6) ops *= 2;
for (let turn = -40; turn < 60; turn++) {
  const isKitFirst = turn % 2 === 0;
  const first = isKitFirst ? kit(ops) : bare(ops);
  const second = isKitFirst ? bare(ops) : kit(ops);
  if (turn >= 0) console.log(...(isKitFirst ? [second, first] : [first, second]));
}
if (bits === 0.5) console.log(last);
