/** Files made of a schema, which all runners are given to read, in the cache, where one could spoil them for the others. */
import { lstatSync } from 'node:fs';
import { digestOfFile } from '../files/kept.ts';
import { type ArtifactsInput, writeArtifacts } from '../runner/artifacts.ts';
import type { Job } from '../runner/job.ts';

interface GivenFile {
  state: string;
  /** Writes it again, the same to the last byte. */
  readonly make: () => void;
}

/**
 * Looks after them. They are read-only, which keeps out mistakes, but neither root nor intent: so each is looked at when a
 * runner has answered, by what the system notes of it, and made again if it isn't what it was.
 */
export class Artifacts {
  readonly #files = new Map<string, GivenFile>();
  /** Runners that haven't answered yet. */
  #busy = 0;

  write(folder: string, input: ArtifactsInput): ReadonlyMap<string, string> {
    const make = () => writeArtifacts(folder, input);
    const paths = make();
    for (const path of paths.values()) this.add(path, make);
    return paths;
  }

  add(path: string, make: () => void): void {
    if (!this.#files.has(path)) this.#files.set(path, { state: stateOf(path), make });
  }

  /**
   * To be called when a runner is asked for something.
   *
   * @returns to be called when it has answered: tells the file that it altered meanwhile, if no other can have done that
   */
  asked(paths: readonly string[]): () => string | null {
    this.#busy++;
    return () => {
      const altered = this.restore(paths);
      return --this.#busy === 0 ? altered : null;
    };
  }

  /** Makes what has been altered again. @returns the first of them */
  restore(paths: readonly string[]): string | null {
    const changed = paths.filter((path) => {
      const file = this.#files.get(path);
      if (file === undefined || file.state === stateOf(path)) return false;
      const found = digestOfFile(path);
      file.make();
      file.state = stateOf(path);
      return found !== digestOfFile(path);
    });
    return changed[0] ?? null;
  }
}

/** Changes with every change of the file, or of what stands in its place. */
function stateOf(path: string): string {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined
    ? ''
    : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs} ${found.mode}`;
}

/** Those of a job, without the schema, which is the user's own. */
export function givenBy({ model, artifacts }: Job): string[] {
  return [model, ...artifacts.values()];
}
