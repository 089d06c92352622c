/** Runtimes with another version of their toolchain, as in `-r ark@24`. */
import { FixableError } from './error.ts';
import { suggestion } from './nearest.ts';
import type { Runners } from './types.ts';

/** Adds a runtime for each pattern with `@`: `ark@24` has the rows of `ark`, and builds of its own. @throws FixableError */
export function addRuntimeVersions(runners: Runners, patterns: readonly string[]): Runners {
  const made = new Map(runners);
  for (const pattern of patterns.filter((one) => one.includes('@'))) {
    const [, runtime = '', version = ''] = /^([\w-]+)@(\d[\w.-]*)(?:\+[^/]*)?$/.exec(pattern) ?? [];
    const refused = (what: string) => new FixableError(`-r ${pattern}: ${what}`);
    if (version === '') throw refused('write a version of a runtime as RUNTIME@VERSION, without wildcards');
    const runner = runners.get(runtime);
    if (runner === undefined)
      throw refused(`there is no runtime "${runtime}".${suggestion(runtime, runners.keys())}`);
    if (runner.versions === undefined)
      throw refused(
        `${runner.title} can't be measured in several versions: ${runner.file} has no [versions]`,
      );
    const [name, title] = [`${runtime}@${version}`, `${runner.title} ${version}`];
    made.set(name, { ...runner, runtime: name, title });
  }
  return made;
}
