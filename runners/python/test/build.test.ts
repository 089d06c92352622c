import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readRunner } from '../../../src/define/runner.ts';
import { failureOf, testBuilds } from '../../../test/contract/runtime/builds.ts';
import {
  type Built,
  buildWith,
  callsIn,
  folderOf,
  newCase,
  type Wanted,
} from '../../../test/contract/runtime/program-builds.ts';
import { temporary } from '../../../test/machine/temporary.ts';
import { closureOf, normalized, readLock } from '../build/lock.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const real = spawnSync(
  'python3',
  ['-c', 'import sys; print(sys.executable); assert sys.version_info >= (3, 11)'],
  {
    encoding: 'utf8',
  },
);
const interpreter = (real.stdout ?? '').trim();
const skip = real.status !== 0 && 'there is no python3 from 3.11 on';
const base = temporary('python-build');

const it = (title: string, run: () => Promise<void>) => test(title, { skip }, run);

const MAIN = `import importlib, sys
if len(sys.argv) > 1:
    importlib.import_module(sys.argv[1])
else:
    from kit.main import main

    main()
`;

let place: string;
let runner: string;
let cache: string;
let path: string;

beforeEach(() => {
  ({ place, runner, cache, path } = newCase(base));
  cpSync(join(root, 'runners/python/kit'), join(runner, 'kit'), { recursive: true });
  mkdirSync(join(runner, 'kit/__pycache__'), { recursive: true });
  writeFileSync(join(runner, 'kit/__pycache__/of-here.pyc'), '');
  writeFileSync(join(runner, '__main__.py'), MAIN);
  lock('some==1.2.3', 'other==1.0.0');
  usePython();
});

/**
 * `says` replaces lines that python3 prints about itself, by key; `pip` is JavaScript that the fake pip runs before it
 * installs.
 */
interface StandIn {
  readonly says?: Readonly<Record<string, readonly string[]>>;
  readonly pip?: string;
}

/**
 * Puts a fake python3 into PATH, which runs the real one except for pip. Its pip records requests, installs a module
 * and a program for each requirement, and fails for some packages with the real pip's output.
 */
function usePython({ says = {}, pip = '' }: StandIn = {}): void {
  const script = `#!${process.execPath}
const { spawnSync } = require('node:child_process');
const { appendFileSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const args = process.argv.slice(2);
if (args[1] !== 'pip') {
  const { status, stdout, stderr } = spawnSync(${JSON.stringify(interpreter)}, args, { encoding: 'utf8' });
  process.stderr.write(stderr);
  const says = ${JSON.stringify(says)};
  const told = stdout.split('\\n').filter((line) => !(/^wiremark:(\\w+)/.exec(line)?.[1] in says));
  for (const key in says) for (const value of says[key]) told.push('wiremark:' + key + ' ' + value);
  process.stdout.write(args[0] === '-c' ? told.join('\\n') : stdout);
  process.exit(status);
}
const note = (text) => appendFileSync(${JSON.stringify(join(place, 'calls'))}, text + '\\n');
const wanted = readFileSync(args[args.indexOf('--requirement') + 1], 'utf8').trim().split('\\n');
note((args.includes('--require-hashes') ? 'hashes ' : '') + wanted.join(', '));
const fail = (text) => { console.error(text); process.exit(1); };
${pip}
const python = args[args.indexOf('--python') + 1];
const library = join(dirname(dirname(python)), 'lib');
for (const one of wanted) {
  const [, name, version] = /^([^=]+)==(\\S+)/.exec(one);
  if (name in FAILURES) fail(FAILURES[name]);
  const packages = join(library, readdirSync(library)[0], 'site-packages');
  writeFileSync(join(packages, name + '.py'), 'print("' + name + ' ' + version + '")');
  writeFileSync(join(dirname(python), name), '#!' + python);
}
`;
  const failures = `const FAILURES = ${JSON.stringify(FAILURES)};\n`;
  writeFileSync(join(place, 'bin/python3'), script.replace('const fail =', `${failures}const fail =`));
  chmodSync(join(place, 'bin/python3'), 0o755);
}

const FAILURES = {
  gone: `Looking in indexes: somewhere
ERROR: Could not find a version that satisfies the requirement gone==9.9.9 (from versions: 1.0.0, 1.0.1)
ERROR: No matching distribution found for gone==9.9.9 (from -r /tmp/requirements.txt (line 1))`,
  uncompiled: `Building wheels for collected packages: uncompiled
  error: subprocess-exited-with-error
  
  × Building wheel for uncompiled (pyproject.toml) did not run successfully.
  ╰─> [6 lines of output]
      running build_ext
      error: [Errno 2] No such file or directory: 'x86_64-linux-gnu-gcc'
      [end of output]
  ERROR: Failed building wheel for uncompiled
ERROR: Could not build wheels for uncompiled, which is required to install pyproject.toml-based projects`,
  unconfigured: `Collecting unconfigured
  error: subprocess-exited-with-error

  × Getting requirements to build wheel did not run successfully.
  ╰─> [4 lines of output]
      /bin/sh: 1: pkg-config: not found
      Command 'pkg-config --exists libfoo' returned non-zero exit status 127.
      Exception: Can not find valid pkg-config name.
      [end of output]
ERROR: Failed to build 'unconfigured' when getting requirements to build wheel`,
  replaced: `ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have updated …
    replaced==1.0.0 from somewhere:
        Expected sha256 0000`,
  flaky: `WARNING: Retrying (Retry(total=0, connect=None)) after connection broken by 'ReadTimeoutError("…")': /flaky/
ERROR: Could not find a version that satisfies the requirement flaky==2.0.0 (from versions: 1.0.0)
ERROR: No matching distribution found for flaky==2.0.0`,
};
const UNREACHABLE = `WARNING: Retrying (Retry(total=0, connect=None)) after connection broken by 'NewConnectionError("HTTPSConnection(host='somewhere', port=443): Failed to establish a new connection: [Errno 111] Connection refused")': /some/
ERROR: Could not find a version that satisfies the requirement some==1.2.3 (from versions: none)
ERROR: No matching distribution found for some==1.2.3`;

/** Writes requirements.txt from entries such as `needed==1.0.0 for some`: the package `some` needs `needed`. */
function lock(...entries: string[]): void {
  const text = entries.map((entry) => {
    const [spelled, ...needing] = entry.split(/ for | and /);
    const via =
      needing.length < 2
        ? needing.map((one) => ` via ${one}`)
        : [' via', ...needing.map((one) => `   ${one}`)];
    return `${spelled} \\\n    --hash=sha256:0a \\\n    --hash=sha256:0b\n${via.map((one) => `    #${one}\n`).join('')}`;
  });
  writeFileSync(join(runner, 'requirements.txt'), `# All of it.\n${text.join('')}`);
}

function serializer(id: string, packages: string[] = [], more: Partial<Wanted> = {}): Wanted {
  const wanted = { id, file: `serializers/${id}.py`, packages, ...more };
  const imports = packages.map((spelled) => `import ${/^\w+/.exec(spelled)![0]}\n`);
  writeFileSync(join(runner, wanted.file), `print("it runs")\n${imports.join('')}`);
  return wanted;
}

const packedRow = () => serializer('packed', ['some==1.2.3']);

function build(wanted: readonly Wanted[], environment: Record<string, string> = {}) {
  const folder = join(place, 'builds');
  return buildWith(
    { program: 'python', runner, folder, cache, environment: { PATH: path, ...environment } },
    wanted,
  );
}

function run(built: Built | undefined, id: string, folder = folderOf(built)): string {
  assert.ok(built?.ok);
  const args = [folder, `serializers.${id.replaceAll('-', '_')}`];
  const { stdout, stderr } = spawnSync(built.placeholders.python!, args, { encoding: 'utf8' });
  assert.equal(stderr, '');
  const [first, ...rest] = stdout.trim().split('\n');
  assert.equal(first, 'it runs');
  return rest.join(', ');
}

const library = (says: string) => ({
  'pyproject.toml': '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n',
  'mine.py': `print("${says}")\n`,
  'backend.py': `import os, zipfile
def build_wheel(folder, config_settings=None, metadata_directory=None):
    open("left-behind", "w").close()
    name = "mine-1.0-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w") as wheel:
        wheel.write("mine.py")
        wheel.writestr("mine-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: mine\\nVersion: 1.0\\n")
        wheel.writestr("mine-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("mine-1.0.dist-info/RECORD", "")
    return name
`,
});

testBuilds({
  ...{ program: 'python', skip, build, serializer, run, library },
  now: () => ({ place, runner, cache, path }),
  useReal: () => {
    path = process.env.PATH!;
  },
  spelled: (name, version) => `${name}==${version}`,
  loose: ['some>=1.2.3', 'some==1.*', 'some', 'some[extra]==1.2.3', 'some==1.2.3 --pre'],
  inside: '',
  parts: ['__main__.py', 'kit', 'serializers'],
  fileOf: (id) => `${id.replaceAll('-', '_')}.py`,
  started: (built, folder) => [built.ok ? built.placeholders.python! : '', folder],
  noPackage: /^pip: .*(?:setup\.py|pyproject\.toml)/,
});

it('rows with the same packages share one environment, which is created once', async () => {
  const wanted = [
    serializer('one', ['some==1.2.3', 'other==1.0.0']),
    serializer('two', ['other==1.0.0', 'some==1.2.3']),
    serializer('three', ['some==1.2.3']),
    serializer('four'),
  ];
  const { builds } = await build(wanted);
  const [one, two, three, four] = wanted.map(({ id }) => builds.get(id));
  assert.ok(one?.ok && two?.ok && three?.ok && four?.ok);
  assert.deepEqual(one.needs, two.needs);
  assert.equal(dirname(one.needs[0]!), cache);
  assert.equal(one.placeholders.python, join(one.needs[0]!, 'bin/python'));
  assert.equal(new Set([one, three, four].map(({ needs }) => needs[0])).size, 3);
  const again = await build(wanted);
  assert.deepEqual([again.progress, callsIn(place).length, readdirSync(cache).length], [[], 2, 3]);
});

it('an environment links to the real interpreter and contains no temporary path', async () => {
  const { builds } = await build([packedRow()]);
  const packed = builds.get('packed');
  assert.ok(packed?.ok);
  const [folder] = packed.needs;
  const question = 'import os, sys; print(os.path.realpath(sys._base_executable))';
  const { stdout } = spawnSync(interpreter, ['-c', question], { encoding: 'utf8' });
  assert.equal(realpathSync(packed.placeholders.python!), stdout.trim());
  const programs = readdirSync(join(folder!, 'bin')).map((name) => join(folder!, 'bin', name));
  const small = [join(folder!, 'pyvenv.cfg'), ...programs].filter((file) => lstatSync(file).isFile());
  for (const file of small) assert.doesNotMatch(readFileSync(file, 'utf8'), /\.making-/, file);
  assert.ok(!existsSync(join(folder!, 'bin/some')));
  assert.ok(!existsSync(join(packed.folder, 'kit/__pycache__')));
});

it('pip gets hashes of exactly the packages and their dependencies', async () => {
  // uv locks two versions of a package if the newer one doesn't support all versions of Python.
  const deep = ["deep_one==2.0.0 ; python_version < '3.12'", "deep_one==3.0.0 ; python_version >= '3.12'"];
  lock(
    ...deep.map((one) => `${one} for Needed-One`),
    'needed_one==2.0.0 for other and some',
    'other==1.0.0',
    'some==1.2.3',
  );
  await build([packedRow()]);
  const hashes = '--hash=sha256:0a --hash=sha256:0b';
  const asked = [...deep, 'needed_one==2.0.0', 'some==1.2.3'].map((one) => `${one} ${hashes}`);
  assert.deepEqual(callsIn(place).sort(), [`hashes ${asked.join(', ')}`]);
  lock('needed_one==2.0.1 for some', 'some==1.2.3');
  await build([packedRow()]);
  assert.deepEqual([callsIn(place).length, readdirSync(cache).length], [2, 2]);
});

it('a package outside of requirements.txt is installed without hashes, and progress says so', async () => {
  const { builds, progress } = await build([serializer('packed', ['fresh==0.1.0', 'some==1.2.3'])]);
  assert.equal(run(builds.get('packed'), 'packed'), 'fresh 0.1.0, some 1.2.3');
  assert.deepEqual(callsIn(place).sort(), ['fresh==0.1.0, some==1.2.3']);
  assert.deepEqual(progress, [
    'pip installs fresh==0.1.0, some==1.2.3',
    'fresh==0.1.0 comes without hashes: runners/python/lock notes them',
  ]);
});

const COMPILE =
  'install what it takes to compile it (Debian: apt-get install build-essential python3-dev), or a Python that it has wheels for';

it('an unavailable package affects only its own serializers, each with its reason', async () => {
  const packages = 'gone==9.9.9 uncompiled==1.0.0 unconfigured==1.0.0 replaced==1.0.0 flaky==2.0.0';
  const lost = packages.split(' ').map((spelled) => serializer(spelled.split('=')[0]!, [spelled]));
  const { builds } = await build([...lost, serializer('plain'), packedRow()]);
  folderOf(builds.get('plain'));
  assert.equal(run(builds.get('packed'), 'packed'), 'some 1.2.3');
  const correct = 'correct the name or the version, or use a registry or a Python that has it';
  for (const [id, reason, fix] of [
    ['gone', 'pip: No matching distribution found for gone==9.9.9', correct],
    // The reason is pip's last answer, not the timeouts before it.
    ['flaky', 'pip: No matching distribution found for flaky==2.0.0', correct],
    [
      'uncompiled',
      "pip: there is no wheel for this machine, and it can't be built: error: [Errno 2] No such file or directory: 'x86_64-linux-gnu-gcc'",
      COMPILE,
    ],
    [
      'unconfigured',
      "pip: there is no wheel for this machine, and it can't be built: pkg-config: not found",
      COMPILE,
    ],
    [
      'replaced',
      'pip: a file that the registry has is another than requirements.txt has the hash of',
      'find out why before you trust it: a version that was published never changes',
    ],
  ] as const) {
    const failure = failureOf(builds.get(id));
    const [, told, log] = /^(.*?)(?: \(log: (.*)\))?$/.exec(failure.fix!)!;
    const found = [failure.verdict, failure.reason, told, failure.retry];
    assert.deepEqual(found, ['unavailable', reason, fix, 600]);
    assert.equal(log !== undefined, fix === COMPILE);
    if (log !== undefined) assert.match(readFileSync(log, 'utf8'), /subprocess-exited-with-error/);
  }
  const [logs, environments] = [true, false].map((isLog) =>
    readdirSync(cache).filter((name) => name.endsWith('.log') === isLog),
  );
  assert.deepEqual([logs!.length, environments!.length], [2, 2]);
  usePython({ pip: 'delete FAILURES.gone;' });
  folderOf((await build(lost)).builds.get('gone'));
});

it('when the registry is unreachable, few installs are tried, and rows without packages are built', async () => {
  usePython({ pip: `fail(${JSON.stringify(UNREACHABLE)});` });
  const packages = ['some==1.2.3', 'other==1.0.0', 'third==1.0.0', 'fourth==1.0.0', 'fifth==1.0.0'];
  const packed = packages.map((spelled) => serializer(spelled.split('=')[0]!, [spelled]));
  const { builds } = await build([...packed, serializer('plain')]);
  folderOf(builds.get('plain'));
  for (const { id } of packed)
    assert.deepEqual(builds.get(id), {
      ok: false,
      verdict: 'unavailable',
      reason: "pip: the registry can't be reached: Connection refused",
      fix: "connect to the registry of Python's packages, or set one with pip config",
      retry: 600,
    });
  assert.ok(callsIn(place).length <= 2, callsIn(place).sort().join('\n'));
});

it("pip uses the user's configuration except for the install location", async () => {
  usePython({
    pip: "note(['PIP_INDEX_URL', 'PIP_TARGET', 'PIP_PREFIX'].map((name) => process.env[name]).join());",
  });
  const environment = { PIP_INDEX_URL: 'a mirror', PIP_TARGET: 'elsewhere', PIP_PREFIX: 'elsewhere' };
  await build([packedRow()], environment);
  assert.equal(callsIn(place).sort()[0], 'a mirror,,');
});

it('without a suitable Python, every serializer reports the reason and the fix', async () => {
  const wanted = [serializer('plain'), packedRow()];
  const newer = /^install Python 3\.11 or newer as python3 /;
  for (const [says, reason, fix] of [
    [{ version: ['3.10.12'] }, 'python3 is Python 3.10.12, and the runner is written for 3.11', newer],
    [{ version: ['2.7.18'] }, 'python3 is Python 2.7.18, and the runner is written for 3.11', newer],
    [{ venv: [] }, 'python3 has no module venv', /apt-get install python3-venv/],
  ] as const) {
    usePython({ says });
    for (const built of (await build(wanted)).builds.values()) {
      assert.deepEqual([failureOf(built).reason, failureOf(built).retry], [reason, null]);
      assert.match(failureOf(built).fix!, fix);
    }
  }
  writeFileSync(
    join(place, 'bin/python3'),
    '#!/bin/sh\necho "pyenv: python3: command not found" >&2\nexit 127\n',
  );
  const told = 'python3: pyenv: python3: command not found';
  assert.equal(failureOf((await build(wanted)).builds.get('plain')).reason, told);
  path = join(place, 'no-such-folder');
  const { reason, fix } = failureOf((await build(wanted)).builds.get('packed'));
  assert.equal(reason, 'python3 is not installed');
  assert.match(fix!, newer);
});

it('without a suitable pip, serializers without packages still run; a later pip is found', async () => {
  const wanted = [serializer('plain'), packedRow()];
  for (const [pip, reason, fix] of [
    [[], 'python3 has no pip', /apt-get install python3-pip/],
    [['22.2.2'], 'python3 has pip 22.2.2, and it takes 22.3', /pip install --upgrade pip/],
  ] as const) {
    usePython({ says: { pip } });
    const { builds } = await build(wanted);
    folderOf(builds.get('plain'));
    const packed = failureOf(builds.get('packed'));
    assert.deepEqual([packed.reason, packed.retry], [reason, null]);
    assert.match(packed.fix!, fix);
  }
  usePython({ says: { pip: ['22.3'] } });
  folderOf((await build(wanted)).builds.get('packed'));
  assert.equal(callsIn(place).length, 1);
});

it('another Python gets its own environments', async () => {
  const wanted = [packedRow()];
  await build(wanted);
  usePython({ says: { identity: ['3.14.0', 'cpython'] } });
  await build(wanted);
  assert.equal(readdirSync(cache).length, 2);
});

test('requirements.txt has exactly the packages of runner.toml and their dependencies, with hashes', () => {
  const { folder, serializers } = readRunner(join(root, 'runners/python/runner.toml'));
  const file = join(folder, 'requirements.txt');
  const locked = readLock(file);
  const packages = [...new Set(serializers.flatMap((one) => one.packages))];
  const spelled = packages.map((one) => one.split('==') as [string, string]);
  for (const [name, version] of spelled)
    assert.deepEqual(locked.get(normalized(name))?.versions, [version], name);
  const names = spelled.map(([name]) => normalized(name));
  const needed = closureOf(locked, names).map((requirement) => requirement.split(' ')[0]);
  assert.deepEqual(
    needed,
    [...locked.values()].flatMap(({ requirements }) => requirements.map((one) => one.split(' ')[0])),
  );
  for (const { requirements } of locked.values())
    for (const requirement of requirements)
      assert.match(requirement, /^\S+==\S+( ; .+?)?( --hash=sha256:[0-9a-f]{64})+$/);
  assert.doesNotMatch(readFileSync(file, 'utf8'), /https?:/);
});
