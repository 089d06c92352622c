import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FLAGS = ['-c', 'Release', '-nodeReuse:false', '-nologo', '-v', 'quiet', '-clp:ErrorsOnly'];

/**
 * Builds a project in this folder: a variant of the kit (the C# code that loads and times serializers). Its assembly has the same
 * name as the kit's, so that it can replace the kit.
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
      // With these settings, dotnet leaves no compiler server running and puts outputs outside of the sources.
      ...{ MSBUILDDISABLENODEREUSE: '1', UseSharedCompilation: 'false' },
      ...{ UseArtifactsOutput: 'true', ArtifactsPath: join(scratch, 'artifacts') },
    },
  });
  if (status !== 0) throw new Error(`${project} can't be built: ${stdout}`);
  return built;
}

/**
 * Copies a built row and replaces the kit in the copy with the one in the folder `built`. Also adds the dependencies of that kit
 * that the row doesn't have.
 *
 * @param command starts the row
 * @returns the command that starts the copy
 */
export function withKit(command: readonly string[], built: string, scratch: string): string[] {
  const program = command.findIndex((word) => word.endsWith('unit.dll'));
  if (program < 0) throw new Error(`expected dotnet exec … unit.dll, found ${command.join(' ')}`);
  const unit = join(scratch, 'unit');
  rmSync(unit, { recursive: true, force: true });
  cpSync(dirname(command[program]!), unit, { recursive: true });
  // unit.deps.json lists the row's assemblies: with this file, .NET wouldn't load the added ones.
  rmSync(join(unit, 'unit.deps.json'), { force: true });
  const present = new Set(readdirSync(unit));
  for (const name of readdirSync(built))
    if (name === 'Wiremark.Kit.dll' || (name.endsWith('.dll') && !present.has(name)))
      cpSync(join(built, name), join(unit, name));
  return command.map((word, index) => (index === program ? join(unit, 'unit.dll') : word));
}
