/** What the system refuses is one line with what to do and exit code 2: never a stack, never "a row failed". */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isSystemError, spellSystemError } from '../../src/cli/faults.ts';
import { scratchFolder } from '../contract/command.ts';
import { place } from '../contract/place.ts';
import { recordedFolder } from '../report/make-recorded-run.ts';

const folder = scratchFolder('faults');
// Other users may look into it, too.
chmodSync(dirname(folder('any')), 0o755);
const program = join(place.home, 'wiremark');
const FULL = existsSync('/dev/full') ? false : 'there is no /dev/full here';
/** Whom no right stops is another user for the test. */
const other = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

interface Given {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
}

function wiremark(args: readonly string[], { env, ...options }: Given = {}) {
  const environment = { ...process.env, WIREMARK_CACHE: place.cache, ...env };
  const cwd = options.cwd ?? folder(`${Math.random()}`);
  return spawnSync(program, [...args], {
    ...options,
    cwd,
    env: environment,
    encoding: 'utf8',
    timeout: 60_000,
  });
}

/** In a script, the program is $0. */
function shell(script: string, cwd: string) {
  const env = { ...process.env, WIREMARK_CACHE: place.cache };
  return spawnSync('sh', ['-c', script, program], { cwd, env, encoding: 'utf8' });
}

// Built now, it says nothing of that later.
wiremark(['--version']);

function oneLine({ status, stderr }: { status: number | null; stderr: string }, message: RegExp): void {
  assert.match(stderr, message);
  assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  assert.equal(status, 2, stderr);
}

/** A folder with a run. */
function withRun(name: string): string {
  const cwd = folder(name);
  cpSync(recordedFolder, join(cwd, '.wiremark/runs/one'), { recursive: true });
  return cwd;
}

test('a cache that can not be written', () => {
  const cache = join(folder('closed'), 'cache');
  mkdirSync(cache);
  chmodSync(cache, 0o555);
  const env = { WIREMARK_CACHE: cache };
  oneLine(wiremark(['list'], { env, ...other }), /the cache .*can't be written .*set WIREMARK_CACHE/);
  writeFileSync(join(folder('file'), 'cache'), 'not a folder');
  const file = { WIREMARK_CACHE: join(folder('file2'), '..', 'file', 'cache') };
  oneLine(wiremark(['list'], { env: file }), /the cache .*can't be written .*set WIREMARK_CACHE/);
});

test('no home folder', () => {
  const env = { HOME: '', XDG_CACHE_HOME: '', WIREMARK_CACHE: '' };
  oneLine(wiremark(['list'], { env }), /no home folder.*set WIREMARK_CACHE/);
});

test('a copy of wiremark without its dependencies that can not be written', () => {
  const copy = folder('copy');
  for (const name of ['wiremark', 'package.json', 'npm-shrinkwrap.json'])
    cpSync(join(place.home, name), join(copy, name));
  mkdirSync(join(copy, 'src'));
  const cache = folder('open');
  chmodSync(cache, 0o777);
  chmodSync(copy, 0o555);
  const given = {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, WIREMARK_CACHE: cache },
    ...other,
  } as const;
  const ended = spawnSync(process.execPath, [join(copy, 'wiremark'), 'list'], given);
  chmodSync(copy, 0o755);
  oneLine(ended, /its dependencies are missing and can't be put into .*run "npm ci" there/);
});

test('a temporary folder that is not there, or can not be written', () => {
  const args = ['check', '-s', 'node/json', '-t', 'serialize'];
  oneLine(
    wiremark(args, { env: { TMPDIR: '/no/such' } }),
    /temporary folder \/no\/such can't be used.*TMPDIR/,
  );
});

test('a folder in which no run can be kept', () => {
  const cwd = folder('taken');
  writeFileSync(join(cwd, '.wiremark'), 'not a folder');
  const args = ['run', '-s', 'node/json', '-t', 'serialize', '--rounds', '1', '--no-limits', '--no-memory'];
  const { status, stderr } = wiremark(args, { cwd });
  assert.equal(status, 2, stderr);
  assert.match(
    stderr,
    /the folder of runs .*\.wiremark can't be used: not a directory.*start wiremark in another folder/,
  );
  assert.doesNotMatch(stderr, /\n {4}at /);
});

test('hardly any file handles', { skip: process.platform === 'win32' && 'Windows has no such limit' }, () => {
  for (const handles of [28, 34]) {
    const ended = shell(`ulimit -n ${handles}; "$0" list`, folder(`handles${handles}`));
    oneLine(ended, /too many files are open.*ulimit -n/);
  }
});

test('a full disk where the output goes', { skip: FULL }, () => {
  const cwd = withRun('full');
  for (const verb of ['report --format json', 'report', 'runs', 'list', '--help'])
    oneLine(
      shell(`"$0" ${verb} > /dev/full`, cwd),
      /standard output can't be written: no space left.*Free some space/,
    );
});

test('a reader that has seen enough ends a verb without a word, as it ends other programs', async () => {
  const cwd = withRun('closed-pipe');
  const env = { ...process.env, WIREMARK_CACHE: place.cache };
  for (const words of [['report', '--format', 'json'], ['doctor', '--help'], ['list']]) {
    const child = spawn(program, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
    assert.deepEqual([status, stderr], [141, ''], words.join(' '));
  }
});

test('nobody reads what is said beside', { skip: FULL }, () => {
  const cwd = withRun('mute');
  const [whole, mute] = ['"$0" report', '"$0" report 2> /dev/full'].map((script) => shell(script, cwd));
  assert.deepEqual([mute!.status, mute!.stdout], [whole!.status, whole!.stdout]);
});

/** A folder on a disk of its own, where the machine allows that. */
function smallDisk(t: TestContext, kib: number): string | null {
  const path = folder(`disk-${kib}`);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'none', path]);
  if (mounted.status !== 0) t.skip('only who may mount can have a small disk');
  else t.after(() => spawnSync('umount', [path]));
  return mounted.status === 0 ? path : null;
}

test('a full disk is no fault of a library', (t) => {
  const disk = smallDisk(t, 128);
  if (disk === null) return;
  const args = ['check', 'league', '-s', 'node/json', '-t', 'serialize', '-d', 'users/small'];
  const { status, stderr } = wiremark(args, { env: { TMPDIR: disk } });
  assert.match(
    stderr,
    /the temporary folder .* can't be written: no space left on device.*Free some space, or set TMPDIR/,
  );
  assert.equal(status, 2, stderr);
  const cache = smallDisk(t, 12_000)!;
  const again = wiremark(args, { env: { WIREMARK_CACHE: cache } });
  assert.match(again.stderr, /the cache .* can't be written.*no space left.*set WIREMARK_CACHE/i);
  assert.equal(again.status, 2, again.stderr);
});

test('what the system refuses says what to do by its place', () => {
  const at = (code: string, path: string) =>
    Object.assign(new Error(`${code}: as it is, open '${path}'`), { code, syscall: 'open', path });
  const said = (code: string, path: string) =>
    spellSystemError(at(code, path), { home: '/home', cache: '/c' });
  assert.equal(
    said('EACCES', '/c/datasets/x'),
    "this user has no access to the cache /c: as it is, open '/c/datasets/x'. Change its permissions, or set WIREMARK_CACHE to another folder.",
  );
  assert.match(said('EEXIST', '/c/datasets'), /Remove it: all of it is made again, or set WIREMARK_CACHE/);
  assert.match(
    said('ENOSPC', join(tmpdir(), 'wiremark-1/x')),
    /temporary folder .*Free some space, or set TMPDIR/,
  );
  assert.match(
    said('ENOSPC', '.wiremark/runs/one/samples.csv'),
    /folder of runs .*Free some space, or start wiremark in/,
  );
  const run = folder('unfinished');
  const kept = /What was measured is kept: `wiremark run --resume` continues\.$/;
  assert.doesNotMatch(said('ENOSPC', join(run, 'samples.csv')), kept);
  writeFileSync(join(run, 'run.json'), '{}');
  assert.match(said('ENOSPC', join(run, 'samples.csv')), kept);
  assert.match(said('EMFILE', '/x'), /too many files are open.*ulimit -n/);
  const quota = Object.assign(at('Unknown system error -122', '/x'), { errno: -constants.errno.EDQUOT });
  assert.match(spellSystemError(quota, { home: '/home', cache: '/c' }), /Free some space, or/);
  assert.match(said('EACCES', join(tmpdir(), 'theirs/x')), /^this user has no access to \/.*theirs\/x: /);
  assert.match(said('EIO', '/x'), /^\/x can't be used: .*choose another place/);
  assert.ok(!isSystemError(new Error('x')) && !isSystemError(null));
});
