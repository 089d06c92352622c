/** What the Python is that `python3` starts. */
import { isOlder } from '../../build-kit/installer.mjs';
import { runTool } from '../../build-kit/tool.mjs';

/**
 * @typedef {object} Interpreter
 * @property {string} program as it was asked for
 * @property {string} version `3.11.7`
 * @property {string | null} pip version of its pip; null where it has none
 * @property {readonly string[]} identity changes with whatever makes an environment of it another
 *
 * @typedef {import('../../build-kit/installer.mjs').Failure} Failure
 */

/** For what the kit is written in: `enum.StrEnum`, exact positions in tracebacks, the specializing interpreter. */
const OLDEST = '3.11';
const NEWER =
  'install Python 3.11 or newer as python3 (Debian 12 or newer: apt-get install python3 python3-pip)';

/**
 * `_base_executable` is the real one, where python3 is a shim or itself that of an environment: environments link to it.
 * `SOABI` tells debug builds and those without the lock.
 */
const QUESTION = `
import importlib.util, json, os, platform, sys, sysconfig
pip = None
if sys.version_info >= (3, 8) and importlib.util.find_spec("pip"):
    from importlib.metadata import version
    pip = version("pip")
print(json.dumps({
    "version": platform.python_version(),
    "venv": importlib.util.find_spec("venv") is not None,
    "pip": pip,
    "identity": [sys.version, sys.implementation.name, str(sysconfig.get_config_var("SOABI")),
        sysconfig.get_platform(), os.path.realpath(getattr(sys, "_base_executable", sys.executable))],
}))
`;

/**
 * @param {string} program
 * @returns {Promise<Interpreter | Failure>}
 */
export async function askInterpreter(program) {
  const { ended, reason, output } = await runTool({ program, args: ['-c', QUESTION], longest: 60_000 });
  if (ended === 'failed') return { reason: `${program}: ${output.at(-1) ?? reason}`, cure: NEWER };
  if (ended !== 'well') return { reason, cure: NEWER };
  // What is started with Python (sitecustomize, a shim) may have said something first.
  const { version, venv, pip, identity } = JSON.parse(output.at(-1) ?? '');
  if (isOlder(version, OLDEST))
    return {
      reason: `${program} is Python ${version}, and the runner is written for ${OLDEST}`,
      cure: NEWER,
    };
  if (!venv) {
    const cure = "install Python's module venv (Debian: apt-get install python3-venv)";
    return { reason: `${program} has no module venv`, cure };
  }
  return { program, version, pip, identity };
}
