/**
 * Checks Python's sources: `format` writes them as ruff has them, `format --check` only looks, `types` has mypy look at them
 * with the libraries at hand. Where the tools can't be had, it says so in a line, and that is no failure.
 *
 * Run with `node --import tsx script/python-check.ts format [--check] | types`.
 */
import { join } from 'node:path';
import { execa } from 'execa';
import { environmentsOf, home, runnerFolder, toolsFolder } from './python-tools.ts';

const isCheck = process.argv.includes('--check');
const verb = process.argv[2] === 'format' || process.argv[2] === 'types' ? process.argv[2] : 'usage';

const STEPS = { format, types, usage };
await STEPS[verb]();

async function format(): Promise<void> {
  const environments = await environmentsOf('tools').catch(notChecked);
  if (!environments) return;
  const ruff = (...args: string[]) =>
    run(environments.tools.python, [
      '-m',
      'ruff',
      ...args,
      '--quiet',
      '--config=pyproject.toml',
      '--cache-dir',
      join(toolsFolder, 'ruff-cache'),
      '.',
      join(home, 'script'),
    ]);
  // Lint may take lines away, which is then the format's to close up.
  const linted = await ruff('check', '--output-format=concise', ...(isCheck ? [] : ['--fix']));
  const formatted = await ruff('format', ...(isCheck ? ['--check', '--diff'] : []));
  if (linted && formatted) console.log('Python: formatted');
  else if (isCheck) console.log('Python: script/format mends what can be mended');
  if (!linted || !formatted) process.exitCode = 1;
}

async function types(): Promise<void> {
  const environments = await environmentsOf('tools', 'libraries').catch(notChecked);
  if (!environments) return;
  const { tools, libraries } = environments;
  const cache = join(toolsFolder, 'mypy-cache');
  const args = [
    '-m',
    'mypy',
    '--python-executable',
    libraries.python,
    '--cache-dir',
    cache,
    '--no-error-summary',
  ];
  if (await run(tools.python, args)) console.log('Python: types checked');
  else process.exitCode = 1;
}

async function usage(): Promise<void> {
  console.error('usage: node --import tsx script/python-check.ts format [--check] | types');
  process.exitCode = 2;
}

function notChecked(error: Error): undefined {
  console.log(`Python: not checked, since ${error.message}`);
}

/** Their settings are those of pyproject.toml in the runner's folder. @returns whether all is well */
async function run(program: string, args: readonly string[]): Promise<boolean> {
  const { exitCode } = await execa(program, args, { cwd: runnerFolder, reject: false, stdio: 'inherit' });
  return exitCode === 0;
}
