/** What can't be started costs its own rows, and not the script that calls wiremark. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratchFolder } from './command.ts';
import { entry, writeFiles } from './definitions.ts';
import { place } from './place.ts';

const scratch = scratchFolder('unstartable');

/** No file has anything below it, which the system says while it starts a program; most else it says a moment later. */
const MANIFESTS = {
  tool: 'start = ["node"]\n[[toolchain]]\nprogram = "/etc/passwd/x"\nversion = ["-v"]\ncure = "get one"\n',
  start: 'start = ["/etc/passwd/x"]\n',
  builds: 'start = ["node"]\n[build]\ncommand = ["/etc/passwd/x"]\n',
};

function manifests(cwd: string): string[] {
  return Object.entries(MANIFESTS).flatMap(([runtime, text]) => {
    const manifest = `runtime = "${runtime}"\n${text}${entry('a')}`;
    writeFiles(join(cwd, runtime), { 'a.txt': '', 'runner.toml': manifest });
    return ['--runner', `${runtime}/runner.toml`];
  });
}

for (const verb of [['doctor'], ['check', 'contract', '-d', 'record', '-s', 'tool/a,start/a,builds/a']])
  test(`${verb[0]}: what can't be started is a row`, async () => {
    const cwd = scratch(verb[0]!);
    const words = [...verb, ...manifests(cwd)];
    const env = { ...process.env, WIREMARK_CACHE: place.cache, COLUMNS: '300' };
    // A script in a session of its own, which must be there to see the end.
    const script = ['-c', '"$@"; echo "exit code $?"', 'sh', join(place.home, 'wiremark'), ...words];
    const child = spawn('sh', script, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (text) => {
      output += text;
    });
    child.stderr.on('data', (text) => {
      errors += text;
    });
    const by = await new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)));
    assert.equal(by, null, 'the script was killed');
    const why = 'could not be started: /etc/passwd/x: not a directory \\(ENOTDIR\\)';
    assert.match(output, new RegExp(`^tool/a +unavailable .*${why}; fix: get one`, 'm'), errors);
    assert.match(output, new RegExp(`^start/a +crash +${why}`, 'm'));
    assert.match(output, new RegExp(`^builds/a +crash +the build program ${why}`, 'm'));
    assert.match(output, /^exit code 1$/m);
  });
