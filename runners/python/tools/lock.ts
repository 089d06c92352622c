/**
 * Notes versions and hashes: of the packages in runners/python/runner.toml and of what they need, in requirements.txt beside
 * it, and of the tools that Python's sources are checked with, in requirements.txt here. What is pinned there already stays,
 * unless `--upgrade` is given. Not needed for a new serializer to work: its packages are installed without hashes then.
 *
 * Run as `runners/python/lock [--upgrade]`. uv asks PyPI, or the registry that UV_DEFAULT_INDEX names.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { execa } from 'execa';
import { readRunner } from '../../../src/define/runner.ts';
import { environmentsOf, home, LOCKS, runnerFolder } from './environments.ts';

const TOOLS = ['mypy', 'ruff', 'uv'];

const { tools } = await environmentsOf('tools');
const runner = readRunner(join(runnerFolder, 'runner.toml'));
const packages = [...new Set(runner.serializers.flatMap((one) => one.packages))].sort();
await note(LOCKS.tools, TOOLS, "What Python's sources are checked with");
await note(LOCKS.libraries, packages, 'The packages of runner.toml and what they need');

/** For every system and every Python from the runner's oldest on, files for which pip chooses from. */
async function note(file: string, wanted: readonly string[], what: string): Promise<void> {
  const { stdout } = await execa(
    tools.python,
    [
      ...[
        '-m',
        'uv',
        'pip',
        'compile',
        '--universal',
        '--python-version',
        '3.11',
        '--generate-hashes',
        '--no-header',
      ],
      ...(process.argv.includes('--upgrade') ? ['--upgrade'] : []),
      // It keeps what the output file has.
      ...(existsSync(file) ? ['--output-file', file] : []),
      '-',
    ],
    { input: wanted.join('\n'), env: { UV_NO_PROGRESS: '1' }, stderr: 'inherit' },
  );
  const header = `# ${what}, with the hashes of all files of each: runners/python/lock writes this.\n`;
  writeFileSync(file, `${header}${stdout.trimEnd()}\n`);
  const count = readFileSync(file, 'utf8').match(/^[\w.-]+==/gm)?.length;
  console.log(`${relative(home, file)}: ${count} packages`);
}
