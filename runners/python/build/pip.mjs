import {
  noVersion,
  otherFile,
  runInstaller,
  unclear,
  unreachable,
  withLog,
  withoutShell,
} from '../../build-kit/installer.mjs';
import { isOlder } from '../../build-kit/interpreter.mjs';

/** @typedef {import('../../build-kit/installer.mjs').Failure} Failure */

/**
 * With these options, pip asks nothing, prints no hints and retries a download only once. `--no-user` overrides a setting meant
 * for the user's own installations. Registry and proxy come from the user's configuration.
 */
export const PIP_FLAGS = [
  '--no-input',
  '--no-user',
  '--disable-pip-version-check',
  '--root-user-action=ignore',
  '--no-warn-script-location',
  '--progress-bar=off',
  '--retries=1',
];
/** Oldest pip that has the option `--python`; Python 3.11.0 includes it. */
const OLDEST = '22.3';

/**
 * @param {Pick<import('./interpreter.mjs').Interpreter, 'pip'>} interpreter
 * @returns {Failure | null}
 */
export function whyNoPip({ pip }) {
  if (pip === null) {
    const fix =
      'install pip for python3: Debian: apt-get install python3-pip; elsewhere: python3 -m ensurepip';
    return { reason: 'python3 has no pip', fix, isGeneral: true };
  }
  if (!isOlder(pip, OLDEST)) return null;
  const fix = 'install a newer one: python3 -m pip install --upgrade pip';
  return { reason: `python3 has pip ${pip}, and it takes ${OLDEST}`, fix, isGeneral: true };
}

/**
 * Installs the packages of a requirements file, from wheels if available.
 *
 * @param {object} what
 * @param {string} what.program the Python that runs pip
 * @param {string} what.python the Python of the target environment
 * @param {string} what.file
 * @param {boolean} what.isLocked whether the file has hashes: then pip installs nothing that isn't in the file
 * @param {string} what.log path for pip's output, removed afterwards unless the failure's fix names it
 * @returns {Promise<Failure | null>}
 */
export function installRequirements({ program, python, file, isLocked, log }) {
  const hashes = isLocked ? ['--require-hashes'] : [];
  return runInstaller({
    name: 'pip',
    program,
    args: ['-m', 'pip', '--python', python, 'install', ...PIP_FLAGS, ...hashes, '--requirement', file],
    env: { PIP_TARGET: '', PIP_PREFIX: '', PIP_ROOT: '' },
    log,
    failureOf: (output) => failureOf(output, log),
  });
}

const UNREACHABLE = /after connection broken by|Could not fetch URL|not a trusted or secure host/;
const CONNECT = "connect to the registry of Python's packages, or set one with pip config";
const NO_FILE = /^No matching distribution found for /;
const SOME_FILES = /\(from versions: (?!none\))/;
const OTHER_HASH = /DO NOT MATCH THE HASHES/;
const NOT_BUILT =
  /subprocess-exited-with-error|metadata-generation-failed|^\s*(?:ERROR: )?Failed (?:to build|building)/;
const COMPILE =
  'install what it takes to compile it (Debian: apt-get install build-essential python3-dev), or a Python that it has wheels for';

/**
 * @param {readonly string[]} output
 * @param {string} log
 * @returns {Failure}
 */
function failureOf(output, log) {
  const said = output.flatMap((line) => /^(?:ERROR|error): (.+)$/.exec(line)?.[1] ?? []);
  const last = said.at(-1) ?? output.findLast((line) => line.trim() !== '') ?? 'it does not say why';
  const broken = output.find((line) => UNREACHABLE.test(line));
  if (broken !== undefined && !said.some((line) => SOME_FILES.test(line)))
    return unreachable('pip', whyUnreachable(broken), CONNECT);
  if (said.some((line) => OTHER_HASH.test(line)))
    return otherFile('pip: a file that the registry has is another than requirements.txt has the hash of');
  if (output.some((line) => NOT_BUILT.test(line)))
    return {
      reason: `pip: there is no wheel for this machine, and it can't be built: ${whyNotBuilt(output) ?? shortened(last)}`,
      fix: withLog(COMPILE, log),
    };
  const missing = said.find((line) => NO_FILE.test(line));
  if (missing !== undefined) return noVersion('pip', shortened(missing), ' or a Python');
  return unclear('pip', shortened(last), log);
}

/** @param {string} line */
function whyUnreachable(line) {
  const [, system] = /\[Errno -?\d+\] ([^'")]+)/.exec(line) ?? [];
  const [, kind] = /broken by '(\w+)/.exec(line) ?? [];
  return system ?? kind ?? line.replace(/^WARNING: /, '');
}

/** @param {readonly string[]} output */
function whyNotBuilt(output) {
  const line = output.find((one) =>
    /^\s{4,}.*(?:\w*(?:error|exception): |: (?:command )?not found$)/i.test(one),
  );
  return line && withoutShell(line.trim());
}

/** @param {string} line */
function shortened(line) {
  return line.replace(/ \(from (?:\S+->)?-r .*\(line \d+\)\)/, '').trim();
}
