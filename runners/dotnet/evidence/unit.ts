/** Runs units with another program instead of the kit's. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FLAGS = ['-c', 'Release', '-nodeReuse:false', '-nologo', '-v', 'quiet', '-clp:ErrorsOnly'];

/**
 * Builds a project of this folder, whose assembly has the kit's name.
 *
 * @returns the folder of the assembly and its dependencies
 */
export function buildKit(project: string, scratch: string): string {
  const built = join(scratch, 'built');
  const words = ['build', join(import.meta.dirname, project), '-o', built, ...FLAGS];
  const { status, stdout } = spawnSync('dotnet', words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    env: {
      ...process.env,
      // No compiler server, and no files among the sources.
      ...{ MSBUILDDISABLENODEREUSE: '1', UseSharedCompilation: 'false' },
      ...{ UseArtifactsOutput: 'true', ArtifactsPath: join(scratch, 'artifacts') },
    },
  });
  if (status !== 0) throw new Error(`${project} can't be built: ${stdout}`);
  return built;
}

/**
 * Copies a unit and replaces the kit in the copy. The row's own assemblies stay unchanged.
 *
 * @param command the command that starts the unit
 * @returns the command that starts the copy
 */
export function withKit(command: readonly string[], built: string, scratch: string): string[] {
  const program = command.findIndex((word) => word.endsWith('unit.dll'));
  if (program < 0) throw new Error(`expected dotnet exec … unit.dll, found ${command.join(' ')}`);
  const unit = join(scratch, 'unit');
  rmSync(unit, { recursive: true, force: true });
  cpSync(dirname(command[program]!), unit, { recursive: true });
  // Without this list of assemblies, .NET finds all assemblies of the folder.
  rmSync(join(unit, 'unit.deps.json'), { force: true });
  const present = new Set(readdirSync(unit));
  for (const name of readdirSync(built))
    if (name === 'Wiremark.Kit.dll' || (name.endsWith('.dll') && !present.has(name)))
      cpSync(join(built, name), join(unit, name));
  return command.map((word, index) => (index === program ? join(unit, 'unit.dll') : word));
}
