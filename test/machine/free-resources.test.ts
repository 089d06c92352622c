/** Where the system has no room for another process, that is said at once, and by nobody else's name. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { source, wordsFor } from './script.ts';

const prlimit = existsSync('/usr/bin/prlimit') ? false : 'prlimit of util-linux sets the limit here';

/** Lowers its own limit once it has everything, so that the limit meets what it starts. A limit binds no superuser. */
const script = (limit: number) => `
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { inspectTools } from ${source('build/toolchain.ts')};
import { startCompanions } from ${source('machine/idle-spinners.ts')};
import { converse } from ${source('build/conversation.ts')};
import { scratchFolder } from ${source('machine/scratch.ts')};
scratchFolder();
spawnSync('prlimit', ['--pid', String(process.pid), '--nproc=${limit}:${limit}']);
if (process.getuid() === 0) process.setuid(65534);
const spin = [process.execPath, '-e', 'console.log(1); setInterval(() => {}, 1000)'];
const places = [
  () => inspectTools([{ program: 'true', versionArguments: [], fix: '', needed: 'run' }]),
  () => startCompanions([spin]),
  () => converse({ command: ['true'], folder: '.', requests: new Map(), shared: '', progress() {}, answered() {} }),
];
for (const place of places)
  await place().then((got) => got.stop?.()).then(() => console.log('started'), (error) => console.log(error.message));
`;

test('a user with as many processes as there may be', { skip: prlimit }, () => {
  for (const limit of [1, 14]) {
    const { stdout, stderr } = spawnSync(process.execPath, wordsFor(script(limit)), {
      encoding: 'utf8',
      timeout: 20_000,
    });
    const line = `EAGAIN: this user has \\d+ processes and threads, and may have ${limit} \\(ulimit -u\\)\n`;
    assert.match(stdout, new RegExp(`^(?:${line}){3}$`), stderr);
  }
});
