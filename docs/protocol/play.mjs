/**
 * Tests a runner without wiremark: has a conversation by PROTOCOL.md, with the documents beside this file.
 *
 *     node docs/protocol/play.mjs ID OUTPUT [--task serialize] COMMAND ARGUMENTS…
 *
 * ID is a JSON serializer, OUTPUT its output, `text` or `bytes`. Without --task it tests `serialize` and `deserialize`. If a reply
 * is wrong, it prints the reply and exits with 1.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [id, output, ...command] = process.argv.slice(2);
const tasks = command[0] === '--task' ? [command.splice(0, 2)[1]] : ['serialize', 'deserialize'];
const here = import.meta.dirname;
const scratch = mkdtempSync(join(tmpdir(), 'wiremark-play-'));
const frame = (bytes) => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(bytes.length);
  return Buffer.concat([head, bytes]);
};
function* frames(bytes) {
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32BE(at))
    yield bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at));
}
const lines = (name) => readFileSync(join(here, name), 'utf8').trimEnd().split('\n');

/** A fixture as plain data: records and maps are objects without optional fields that are null. */
function documents(bytes) {
  assert.equal(bytes.toString('latin1', 0, 8), 'WMFIX 2\n', 'a fixture begins with WMFIX 2');
  let at = 8;
  const take = (length) => bytes.subarray(at, (at += length));
  const count = () => take(4).readUInt32BE();
  const text = () => take(count()).toString();
  const times = (read) => Array.from({ length: count() }, read);
  const named = () => Object.fromEntries(times(() => [text(), value()]).filter(([, one]) => one !== undefined));
  const read = {
    N: () => null,
    T: () => true,
    F: () => false,
    l: () => Number(take(8).readBigInt64BE()),
    d: () => take(8).readDoubleBE(),
    s: text,
    m: () => new Date(Number(take(8).readBigInt64BE())).toISOString(),
    b: () => take(count()).toString('base64'),
    '[': () => times(() => value()),
    '{': () => named(),
    M: () => named(),
  };
  const value = () => read[take(1).toString('latin1')]();
  const all = times(() => value());
  assert.equal(at, bytes.length, 'nothing comes after the last document');
  return all;
}

async function play(task) {
  const writes = task === 'serialize';
  const runner = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  const replies = createInterface({ input: runner.stdout })[Symbol.asyncIterator]();
  const say = (...text) => runner.stdin.write(text.map((one) => `${one}\n`).join(''));
  const reply = async (wanted) => {
    const { value = 'the end of its output' } = await replies.next();
    console.log(`< ${value}`);
    assert.match(value, wanted);
    return value;
  };
  const ask = (line, wanted) => {
    console.log(`> ${line}`);
    say(line);
    return reply(wanted);
  };
  const set = async (name, change = (all) => all) => {
    const path = join(scratch, `set ${name}`);
    const texts = change(lines(`${name}.json`));
    if (writes) copyFileSync(join(here, `${name}.fixture`), path);
    else writeFileSync(path, Buffer.concat(texts.map((text) => frame(Buffer.from(text)))));
    await ask(`set ${texts.length} ${path}`, new RegExp(`^set ${texts.length}$`));
    rmSync(path);
  };
  const slice = (ops, keep) => ask(`slice ${ops} ${keep}`, new RegExp(`^slice ${ops} [1-9]\\d* \\d+ \\d+$`));
  const kept = async (name, wanted) => {
    const path = join(scratch, 'kept');
    await ask(`kept ${path}`, new RegExp(`^kept ${wanted.length}$`));
    const found = [...frames(readFileSync(path))];
    const read = (bytes) => (writes ? JSON.parse(bytes.toString()) : documents(bytes)[0]);
    // An instant may be spelled in other ways, and an optional field be null.
    const plain = ({ placed, paid, ...rest }) => ({
      ...{ ...rest, placed: new Date(placed).getTime() },
      ...(paid !== null && paid !== undefined && { paid }),
    });
    const expected = lines(`${name}.json`).map((text) => JSON.parse(text));
    assert.deepEqual(
      found.map((bytes) => plain(read(bytes))),
      wanted.map((index) => plain(expected[index])),
    );
  };

  console.log(`== ${task}`);
  say('wiremark 4', `serializer ${id}`, 'format json', `output ${output}`, `task ${task}`);
  say(`schema ${join(here, 'order.schema.json')}`, `model ${join(here, 'order.model')}`, 'load');
  for (const wanted of [/^wiremark 4$/, /^runtime \S+ ./, /^version ./, /^ready$/]) await reply(wanted);
  await set('documents');
  await slice(1, 1);
  await slice(5, 1);
  await slice(3, 0);
  await kept('documents', [0, 1]);
  await kept('documents', []);
  await slice(4, 4);
  await kept('documents', [1, 0, 1, 0]);
  await set('more');
  await slice(3, 3);
  await kept('more', [0, 1, 2]);
  if (!writes) {
    await set('more', ([first, , last]) => [first, '{"id":', last]);
    await ask('slice 3 3', /^failed 1 ./);
    await set('documents');
    await slice(2, 2);
    await kept('documents', [0, 1]);
  }
  await ask('end', /^bye$/);
  const code = runner.exitCode ?? (await new Promise((resolve) => runner.once('exit', resolve)));
  assert.equal(code, 0, 'it exits with 0 after bye');
}

try {
  for (const task of tasks) await play(task);
  console.log('all replies are right');
} finally {
  rmSync(scratch, { recursive: true });
}
