/** System errors print one line with a fix and end with exit code 2: no stack, no failed row. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { explain, isSystemError, spellLackOfMemory, spellSystemError } from '../../src/cli/errors.ts';
import { begin, scratchFolder, wiremark } from '../contract/command.ts';
import { place } from '../contract/place.ts';
import { PLAIN } from '../contract/shipped.ts';
import { copyRecorded } from '../report/recorded.ts';

const folder = scratchFolder('faults');
const here = folder('here');
// Another user must be able to read it.
chmodSync(dirname(here), 0o755);
const program = join(place.home, 'wiremark');
const usual = { ...process.env, WIREMARK_CACHE: place.cache };
const FULL = existsSync('/dev/full') ? false : 'there is no /dev/full here';
/** Root can write everywhere, so it becomes another user for these tests. */
const other = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** In a script, the program is $0. */
function shell(script: string, cwd: string) {
  return spawnSync('sh', ['-c', script, program], { cwd, env: usual, encoding: 'utf8' });
}

// Builds wiremark, so that later calls don't print that.
wiremark(here, ['--version']);

function oneLine({ status, stderr }: { status: number | null; stderr: string }, message: RegExp): void {
  assert.match(stderr, message);
  assert.equal(stderr.trimEnd().split('\n').length, 1, stderr);
  assert.equal(status, 2, stderr);
}

/** A folder with a run. */
function withRun(name: string): string {
  const cwd = folder(name);
  copyRecorded(cwd);
  return cwd;
}

test('one line reports a cache that can not be written', () => {
  const cache = join(folder('closed'), 'cache');
  mkdirSync(cache);
  chmodSync(cache, 0o555);
  const given = { cwd: here, encoding: 'utf8', env: { ...usual, WIREMARK_CACHE: cache }, ...other } as const;
  const expected = /the cache .*can't be written .*set WIREMARK_CACHE/;
  oneLine(spawnSync(program, ['list'], given), expected);
  const file = join(here, 'file');
  writeFileSync(file, 'not a folder');
  oneLine(wiremark(here, ['list'], { WIREMARK_CACHE: file }), expected);
});

test('one line reports a missing home folder', () => {
  const env = { HOME: '', XDG_CACHE_HOME: '', WIREMARK_CACHE: '' };
  oneLine(wiremark(here, ['list'], env), /no home folder.*set WIREMARK_CACHE/);
});

test('one line reports a copy of wiremark that lacks its dependencies and can not be written', () => {
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

test('one line reports a missing temporary folder', () => {
  const ended = wiremark(here, ['check', '-s', PLAIN, '-t', 'serialize'], { TMPDIR: '/no/such' });
  oneLine(ended, /temporary folder \/no\/such can't be used.*TMPDIR/);
});

test('one line reports too few file handles', () => {
  for (const handles of [26, 28]) {
    const ended = shell(`ulimit -n ${handles}; "$0" list`, folder(`handles${handles}`));
    oneLine(ended, /too many (files are open|open files).*ulimit -n/);
  }
});

test('one line reports that the disk of the output is full', { skip: FULL }, () => {
  const cwd = withRun('full');
  for (const verb of ['report --format json', 'report', 'runs', 'list', '--help'])
    oneLine(
      shell(`"$0" ${verb} > /dev/full`, cwd),
      /standard output can't be used: no space left.*Free some space/,
    );
});

test('a closed pipe ends a verb silently, as it ends other programs', async () => {
  const cwd = withRun('closed-pipe');
  for (const words of [['report', '--format', 'json'], ['doctor', '--help'], ['list']]) {
    const { child, ended, errors } = begin(cwd, words);
    child.stdout.destroy();
    assert.deepEqual([await ended, errors()], [141, ''], words.join(' '));
  }
});

test('a full standard error changes neither output nor exit code', { skip: FULL }, () => {
  const cwd = withRun('mute');
  const [whole, mute] = ['"$0" report', '"$0" report 2> /dev/full'].map((script) => shell(script, cwd));
  assert.deepEqual([mute!.status, mute!.stdout], [whole!.status, whole!.stdout]);
});

test('a full disk is an error of wiremark, not a failed row', (t) => {
  const disk = folder('disk');
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'none', disk]);
  if (mounted.status !== 0) return t.skip('mounting a disk needs root');
  t.after(() => spawnSync('umount', [disk]));
  const args = ['check', 'league', '-s', PLAIN, '-t', 'serialize', '-d', 'users/small'];
  const { status, stderr } = wiremark(here, args, { TMPDIR: disk });
  assert.match(
    stderr,
    /the temporary folder .* can't be used: no space left on device.*Free some space, or set TMPDIR/,
  );
  assert.equal(status, 2, stderr);
});

test('a system error names the fix for its folder', () => {
  const spelled = (code: string, path: string, errno?: number) => {
    const error = new Error(`${code}: as it is, open '${path}'`);
    const facts = { code, syscall: 'open', path, ...(errno && { errno }) };
    return spellSystemError(Object.assign(error, facts), { home: '/home', cache: '/c' });
  };
  assert.equal(
    spelled('EACCES', '/c/datasets/x'),
    "the cache /c can't be used: as it is, open '/c/datasets/x'. Change its permissions, or set WIREMARK_CACHE to another folder.",
  );
  for (const [code, path, expected] of [
    ['EEXIST', '/c/datasets', /the cache .*Check that it exists .*, or set WIREMARK_CACHE/],
    ['ENOSPC', join(tmpdir(), 'wiremark-1/x'), /temporary folder .*Free some space, or set TMPDIR/],
    ['ENOSPC', '.wiremark/runs/one/samples.csv', /folder of runs .*Free some space, or start wiremark in/],
    ['EMFILE', '/x', /^the system is out of files, memory or processes: .*ulimit -n/],
    ['EACCES', join(tmpdir(), 'theirs/x'), /^\/.*theirs\/x can't be used: .*permissions, or choose another/],
    ['EIO', '/x', /^\/x can't be used: .*choose another place/],
  ] as const)
    assert.match(spelled(code, path), expected);
  assert.match(spelled('Unknown system error -122', '/x', -constants.errno.EDQUOT), /Free some space, or/);
  const run = folder('unfinished');
  const kept = /What was measured is kept: `wiremark run --resume` continues\.$/;
  assert.doesNotMatch(spelled('ENOSPC', join(run, 'samples.csv')), kept);
  writeFileSync(join(run, 'run.json'), '{}');
  assert.match(spelled('ENOSPC', join(run, 'samples.csv')), kept);
  assert.ok(!isSystemError(new Error('x')) && !isSystemError(null));
});

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });

test('a lack of memory is one line with a fix', (t) => {
  const noMemory = /^there is not enough memory: .+\. Close other programs, raise the limit/;
  for (const error of [
    new RangeError('Array buffer allocation failed'),
    new RangeError('WebAssembly.Memory(): could not allocate memory'),
    withCode('ERR_WORKER_OUT_OF_MEMORY', 'Worker terminated due to reaching memory limit'),
    withCode('ERR_DLOPEN_FAILED', 'libx.so: failed to map segment from shared object'),
    new Error('Out of Memory Error: Allocation failure\nat somewhere'),
    new Error('std::bad_alloc'),
  ])
    assert.match(spellLackOfMemory(error) ?? '', noMemory, error.message);
  const write = t.mock.method(process.stderr, 'write', () => true);
  const explained = (error: unknown) => {
    assert.equal(explain(error, place), 2);
    return String(write.mock.calls.at(-1)!.arguments[0]);
  };
  assert.match(explained(new Error('std::bad_alloc')), /^wiremark: there is not enough memory: .+\n$/);
  const refused = Object.assign(withCode('ENOMEM', 'ENOMEM: not enough memory, read'), { syscall: 'read' });
  assert.match(explained(refused), /^wiremark: the system is out of files, memory or .*Close other programs/);
  assert.match(explained(new RangeError('out of range')), /^wiremark: a bug in wiremark/);
});
