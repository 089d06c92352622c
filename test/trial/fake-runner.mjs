// A runner that misbehaves as its first argument says. It speaks just enough of the protocol to get there.

import { spawn } from 'node:child_process';
import { readFileSync, readSync, statSync, writeFileSync, writeSync } from 'node:fs';

const fault = process.argv[2];
const say = (line) => writeSync(1, `${line}\n`);
let rest = '';
const buffer = Buffer.alloc(65536);

function line() {
  for (;;) {
    const end = rest.indexOf('\n');
    if (end >= 0) {
      const found = rest.slice(0, end);
      rest = rest.slice(end + 1);
      return found;
    }
    const count = readSync(0, buffer);
    if (count === 0) process.exit(0);
    rest += buffer.toString('utf8', 0, count);
  }
}

function sleep() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const MEMORY = {
  none: ['allocated 7000', 'allocated-error 0.01', 'collections young 3', 'collections old 0', 'memory OPS'],
  'memory-unknown': ['unknown allocated it is\\nnot told', 'unknown collections no counters', 'memory OPS'],
  'memory-silent': ['memory OPS'],
  'memory-error': ['error crash unknown command "memory"'],
  'memory-nonsense': ['allocated -5'],
  'memory-twice': ['allocated 5', 'allocated 6'],
  'memory-other-count': ['allocated 5', 'memory 1'],
};

while (line() !== 'load');
if (fault === 'hang-on-load') sleep();
if (fault === 'die-on-load') {
  writeSync(2, 'Exception: no such class: Foo\n    at frame (one)\n');
  process.exit(3);
}
if (fault === 'unavailable') {
  say('error unavailable package foo is\\nnot installed');
  process.exit(1);
}
if (fault === 'wrong-protocol') say('hello there');
if (fault === 'child') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  writeFileSync(process.argv[3], String(child.pid));
}
// In a session of its own, where no signal for the runner's group reaches it, with the runner's output.
if (fault.startsWith('session')) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    stdio: 'inherit',
    detached: true,
  });
  writeFileSync(process.argv[3], String(child.pid));
  if (fault === 'session-and-exit') process.exit(0);
  if (fault === 'session-and-hang') sleep();
}
if (fault === 'exit-in-silence') process.exit(0);
if (fault === 'never-flushes') sleep();
if (fault === 'floods-errors') {
  for (let i = 0; i < 100_000; i++) writeSync(2, `spam ${i}\n`);
  sleep();
}
if (fault === 'half-a-line') {
  writeSync(1, 'wiremark 4');
  sleep();
}
/** `replies`: the answer to each command is an argument, `slice=slice 1 2 3`, for each that doesn't behave. */
function reply(command) {
  if (fault !== 'replies') return undefined;
  const found = process.argv.slice(3).find((one) => one.startsWith(`${command}=`));
  return found?.slice(command.length + 1);
}

say(`wiremark ${/^version-(\d)$/.exec(fault)?.[1] ?? 4}`);
const { WIREMARK_FAKE, PATH, TZ } = process.env;
say(
  reply('load') ??
    `runtime fake ${fault === 'tells-environment' ? `${WIREMARK_FAKE} ${TZ} ${PATH}` : '1.2.3 (build 4)'}`,
);
say('version 9.9');
say('ready');

let kept = 0;
for (;;) {
  const [command, argument, last] = line().split(' ');
  if (command === 'end') {
    if (fault === 'never-ends') sleep();
    say('bye');
    process.exit(0);
  }
  if (command === 'set') {
    if (fault === 'hang-on-set') sleep();
    if (fault === 'tells-files') {
      const { mode } = statSync(last);
      const seen = { path: last, mode: mode & 0o777, content: readFileSync(last, 'latin1') };
      writeFileSync(process.argv[3], JSON.stringify(seen));
    }
    say(reply('set') ?? `set ${argument}`);
    continue;
  }
  if (command === 'kept') {
    writeFileSync(argument, '');
    say(reply('kept') ?? `kept ${kept}`);
    kept = 0;
    continue;
  }
  if (command === 'memory') {
    if (reply('memory') !== undefined) say(reply('memory'));
    for (const one of MEMORY[fault] ?? []) say(one.replace('OPS', argument));
    if (!(fault in MEMORY) && fault !== 'replies') process.exit(1);
    continue;
  }
  kept += Number(last);
  if (fault === 'hang-on-slice') sleep();
  if (fault === 'flood') for (;;) say('spam spam spam spam spam spam spam spam spam spam spam spam');
  if (fault === 'long-line') for (;;) writeSync(1, 'spam'.repeat(1000));
  if (fault === 'killed') process.kill(process.pid, 'SIGKILL');
  else if (fault === 'chatty') say(`slice ${argument} 10 10 1\nDEBUG: done`);
  else say(reply('slice') ?? `slice ${argument} ${1000 * Number(argument)} 900 ${argument}`);
}
