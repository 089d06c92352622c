/**
 * `format` runs ruff on Python's sources, and with `--check` only reports; `test` runs mypy with the types of the
 * libraries. If the tools are unavailable, this program prints that and succeeds.
 */
import { join } from 'node:path';
import { execa } from 'execa';
import { environmentsOf, runnerFolder, toolsFolder } from './environments.ts';

const isCheck = process.argv.includes('--check');
const verb = process.argv[2] === 'format' || process.argv[2] === 'test' ? process.argv[2] : 'usage';

const STEPS = { format, test: types, usage };
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
    ]);
  // Lint may remove lines, so the formatter runs afterwards.
  const linted = await ruff('check', '--output-format=concise', ...(isCheck ? [] : ['--fix']));
  const formatted = await ruff('format', ...(isCheck ? ['--check', '--diff'] : []));
  if (linted && formatted) console.log('Python: formatted');
  else if (isCheck) console.log('Python: script/format corrects what can be corrected without thinking');
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
  console.error('usage: runners/python/check format [--check] | test');
  process.exitCode = 2;
}

function notChecked(error: Error): undefined {
  console.log(`Python: not checked, since ${error.message}`);
}

async function run(program: string, args: readonly string[]): Promise<boolean> {
  const { exitCode } = await execa(program, args, { cwd: runnerFolder, reject: false, stdio: 'inherit' });
  return exitCode === 0;
}
