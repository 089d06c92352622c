/** Units that run with another program in place of the kit's. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Builds a project whose assembly replaces the kit's, and a copy of a unit that has it.
 *
 * @param command the command that starts the unit
 * @param scratch a folder for the build and the copy
 * @returns the command that starts the copy
 */
export function swapped(command: readonly string[], scratch: string, project: string): string[] {
  const program = command.findIndex((word) => word.endsWith('unit.dll'));
  if (program < 0) throw new Error(`expected dotnet exec … unit.dll, found ${command.join(' ')}`);
  const [built, unit] = [join(scratch, 'built'), join(scratch, 'unit')];
  const words = [
    '-c',
    'Release',
    '-o',
    built,
    '-nodeReuse:false',
    '-nologo',
    '-v',
    'quiet',
    '-clp:ErrorsOnly',
  ];
  const { status, stdout } = spawnSync('dotnet', ['build', join(import.meta.dirname, project), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    env: {
      ...process.env,
      // No compiler server, no file beside the sources.
      ...{ MSBUILDDISABLENODEREUSE: '1', UseSharedCompilation: 'false' },
      ...{ UseArtifactsOutput: 'true', ArtifactsPath: join(scratch, 'artifacts') },
    },
  });
  if (status !== 0) throw new Error(`${project} can't be built: ${stdout}`);
  rmSync(unit, { recursive: true, force: true });
  cpSync(dirname(command[program]!), unit, { recursive: true });
  const present = new Set(readdirSync(unit));
  for (const name of readdirSync(built))
    if (name === 'Wiremark.Kit.dll' || (name.endsWith('.dll') && !present.has(name)))
      cpSync(join(built, name), join(unit, name));
  return command.map((word, index) => (index === program ? join(unit, 'unit.dll') : word));
}
