/**
 * Writes two requirements.txt files with versions and hashes: next to runner.toml for its packages and their
 * dependencies, and here for the tools that check Python's sources. Existing versions stay unless `--upgrade` is given.
 * A serializer's package that isn't in the file is installed without hashes.
 *
 * Run as `runners/python/lock [--upgrade]`. uv asks PyPI, or the registry in UV_DEFAULT_INDEX.
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
await note(LOCKS.tools, TOOLS, "Tools that check Python's sources");
await note(LOCKS.libraries, packages, 'The packages of runner.toml and their dependencies');

/** Writes versions that work on all systems and with Python 3.11 and newer; pip chooses among their files. */
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
      // uv keeps the versions in the output file.
      ...(existsSync(file) ? ['--output-file', file] : []),
      '-',
    ],
    { input: wanted.join('\n'), env: { UV_NO_PROGRESS: '1' }, stderr: 'inherit' },
  );
  const header = `# ${what}, with the hashes of their files; runners/python/lock writes this file.\n`;
  writeFileSync(file, `${header}${stdout.trimEnd()}\n`);
  const count = readFileSync(file, 'utf8').match(/^[\w.-]+==/gm)?.length;
  console.log(`${relative(home, file)}: ${count} packages`);
}
