/** A folder for attempts, restored between them: a small runner, a suite, recorded runs, a cache. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copyToy } from '../../test/contract/definitions.ts';
import { place as checkout } from '../../test/contract/place.ts';
import { leftOf, newTrace } from './traces.ts';

const home = join(checkout.home);
const INJECT = pathToFileURL(join(import.meta.dirname, 'inject.mjs')).href;
/** Maximum milliseconds of a verb on a busy machine. */
const LONGEST = 90_000;

const SUITE = `title = "Hardship"
baseline = "toy/plain"
serializers = ["toy/*"]
[[case]]
dataset = "record"
sizes = ["single"]
tasks = ["serialize"]
`;

/** A fault: the `nth` call at `site` fails as `how` says (faults.ts). */
export interface Fault {
  readonly site: string;
  readonly nth: number;
  readonly how: string;
}

export interface Outcome {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The part of the output with the error that ended it, as marked by inject.mjs. */
  readonly errors: readonly string[];
  readonly isLate: boolean;
  /** The notes of inject.mjs. */
  readonly notes: readonly Note[];
  /** Processes that still ran long after wiremark's end, and were then killed. */
  readonly left: readonly string[];
}

export interface Note {
  readonly counts?: [site: string, count: number][];
  readonly hit?: string;
  readonly foreign?: string;
  readonly stack?: readonly string[];
}

/** Path in the folder → digest of the content. */
export type Tree = ReadonlyMap<string, string>;

export class World {
  readonly cwd: string;
  readonly #world: string;
  readonly runs: string;
  readonly #cache: string;
  readonly #temporary: string;
  readonly #core: string;
  readonly #stored: string;
  readonly #log: string;

  /**
   * @param scratch folder of all practices, which share the recorded runs
   * @param name of this world's own folder in it
   */
  constructor(scratch: string, name: string) {
    for (const folder of [scratch, checkout.cache]) mkdirSync(folder, { recursive: true });
    const place = realpathSync(scratch);
    this.#world = join(place, name, 'world');
    this.cwd = join(this.#world, 'here');
    this.runs = join(this.cwd, '.wiremark/runs');
    this.#cache = join(this.#world, 'cache');
    this.#temporary = join(this.#world, 'temporary');
    // All worlds share the built core.
    this.#core = join(realpathSync(checkout.cache), 'core');
    this.#stored = join(place, 'stored');
    // Outside of the world, whose disk may be full.
    this.#log = join(place, `${name}.log`);
    rmSync(this.#world, { recursive: true, force: true });
    for (const folder of [this.cwd, this.#cache, this.#temporary, this.#core])
      mkdirSync(folder, { recursive: true });
    symlinkSync(this.#core, join(this.#cache, 'core'));
    copyToy(join(this.cwd, 'toy'));
    writeFileSync(join(this.cwd, 'toy.toml'), SUITE);
    writeFileSync(
      join(this.cwd, 'page.md'),
      'Above.\n<!-- wiremark:begin toy -->\n<!-- wiremark:end toy -->\nBelow.\n',
    );
  }

  hasStored(name: string): boolean {
    return existsSync(join(this.#stored, name));
  }

  store(name: string): void {
    const place = join(this.#stored, name);
    rmSync(place, { recursive: true, force: true });
    cpSync(this.#world, place, { recursive: true, verbatimSymlinks: true });
  }

  restore(name: string): void {
    rmSync(this.#world, { recursive: true, force: true });
    cpSync(join(this.#stored, name), this.#world, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
    });
  }

  chill(): void {
    for (const name of readdirSync(this.#cache))
      if (name !== 'core') rmSync(join(this.#cache, name), { recursive: true });
  }

  tree(): Tree {
    const found = new Map<string, string>();
    const walk = (folder: string, root: string) => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        const name = relative(root, path);
        // The toy's build program counts its builds in this file.
        if (name === 'built') continue;
        if (entry.isDirectory()) {
          found.set(`${name}/`, '');
          walk(path, root);
        } else
          found.set(name, entry.isFile() ? digestOf(path) : entry.isSymbolicLink() ? readlinkSync(path) : '');
      }
    };
    walk(this.cwd, this.cwd);
    return found;
  }

  temporary(): string[] {
    return readdirSync(this.#temporary);
  }

  /**
   * Runs a verb to its end.
   *
   * @param fault null to count the calls
   * @param meanwhile gets wiremark's output, and a function that sends a signal to wiremark
   * @param before a shell command that runs first, such as `ulimit`
   */
  async wiremark(
    words: readonly string[],
    fault: Fault | null,
    meanwhile?: (output: () => string, signal: (name: NodeJS.Signals) => void) => Promise<void>,
    before = ':',
  ): Promise<Outcome> {
    rmSync(this.#log, { force: true });
    const trace = newTrace();
    const roots = [
      ['core', this.#core],
      ['cache', this.#cache],
      ['temporary', this.#temporary],
      ['here', this.cwd],
      ['home', home.replace(/\/$/, '')],
    ];
    const program = [process.execPath, '--import', INJECT, join(home, 'wiremark'), ...words];
    const child = spawn('bash', ['-c', `${before} && exec "$@"`, 'bash', ...program], {
      cwd: this.cwd,
      // Starts a session, so that signals to the child's process group don't reach this process.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...plainEnvironment(),
        TMPDIR: this.#temporary,
        WIREMARK_CACHE: this.#cache,
        ...trace,
        WIREMARK_HARDSHIP: JSON.stringify({ log: this.#log, roots, ...fault }),
      },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, LONGEST);
    const ended = new Promise<{ status: number | null; signal: string | null }>((resolve) =>
      child.on('exit', (status, signal) => resolve({ status, signal })),
    );
    await Promise.race([
      meanwhile?.(
        () => stdout,
        (name) => child.kill(name),
      ) ?? ended,
      ended,
    ]);
    const { status, signal } = await ended;
    clearTimeout(limit);
    const left = await leftOf(trace);
    child.stdout.destroy();
    child.stderr.destroy();
    const errors = [...stderr.matchAll(MARKED)].map(([, text]) => text!);
    const plain = stderr.replaceAll(MARKED, '$1');
    return { status, signal, stdout, stderr: plain, errors, isLate, notes: notesIn(this.#log), left };
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: nothing else puts these out.
const MARKED = /\x02([^\x03]*)\x03/g;

function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, JAVA_HOME } = process.env;
  return { PATH, HOME, ...(LANG && { LANG }), ...(JAVA_HOME && { JAVA_HOME }) };
}

function notesIn(log: string): Note[] {
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => parsed(line));
}

/** Parses a note; returns none for a line cut off by a full disk or a file size limit. */
function parsed(line: string): Note[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
