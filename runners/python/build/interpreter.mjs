import { askInterpreter } from '../../build-kit/interpreter.mjs';

/**
 * @typedef {object} Interpreter
 * @property {string} program
 * @property {string | null} pip version of pip; null if it isn't installed
 * @property {readonly string[]} identity properties of the interpreter that environments depend on
 *
 * @typedef {import('../../build-kit/installer.mjs').Failure} Failure
 */

/** Oldest supported Python: it has `enum.StrEnum`, exact positions in tracebacks and the specializing interpreter. */
const OLDEST = '3.11';
const NEWER =
  'install Python 3.11 or newer as python3 (Debian 12 or newer: apt-get install python3 python3-pip)';

/**
 * Prints Python's properties. `_base_executable` is the real interpreter, even if python3 is a shim or belongs to
 * an environment; environments link to it. `SOABI` distinguishes debug builds and builds without the global lock.
 */
const QUESTION = `
import importlib.util, os, platform, sys, sysconfig
def say(key, value):
    print("wiremark:" + key + " " + " ".join(str(value).split()))
say("version", platform.python_version())
if sys.version_info >= (3, 8) and importlib.util.find_spec("pip"):
    from importlib.metadata import version
    say("pip", version("pip"))
if importlib.util.find_spec("venv"):
    say("venv", "is there")
for part in [sys.version, sys.implementation.name, sysconfig.get_config_var("SOABI"), sysconfig.get_platform(),
        os.path.realpath(getattr(sys, "_base_executable", sys.executable))]:
    say("identity", part)
`;

/**
 * @param {string} program
 * @returns {Promise<Interpreter | Failure>}
 */
export async function askPython(program) {
  const asked = { program, args: ['-c', QUESTION], language: 'Python', oldest: OLDEST, fix: NEWER };
  const answer = await askInterpreter(asked);
  if ('reason' in answer) return answer;
  if (answer.all('venv').length === 0) {
    const fix = "install Python's module venv (Debian: apt-get install python3-venv)";
    return { reason: `${program} has no module venv`, fix };
  }
  return { program, pip: answer.all('pip')[0] ?? null, identity: answer.all('identity') };
}
