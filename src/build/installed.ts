/** Finds the installed version of a toolchain that a runtime such as `ark@24` names. */
import { existsSync, readlinkSync, statSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { plainRuntime } from '../define/names.ts';
import type { RunnerDefinition } from '../define/types.ts';
import { byVersion } from '../define/versions.ts';
import { replacePath } from '../machine/files/write.ts';
import { namesIn } from '../machine/proc.ts';
import { fillPlaceholders } from './start.ts';
import type { BuildFailure } from './types.ts';

type Runner = Pick<RunnerDefinition, 'runtime' | 'title' | 'file' | 'versions'>;
type Toolchain = { readonly ok: true; readonly variables: Readonly<Record<string, string>> } | BuildFailure;

/**
 * Returns environment variables for builds and rows of a runtime with a version: those of the manifest, and PATH with the program
 * of this version first, if the manifest names one. If the program isn't installed, returns a failure.
 */
export function findToolchain(runner: Runner, cache: string): Toolchain {
  const { runtime, title, file, versions } = runner;
  const version = runtime.slice(plainRuntime(runtime).length + 1);
  if (version === '' || versions === undefined) return { ok: true, variables: {} };
  const { program: name, paths, environment } = versions;
  const entries = Object.entries(environment);
  const own = (places: Readonly<Record<string, string>>) =>
    Object.fromEntries(entries.map(([key, value]) => [key, fillPlaceholders(value, places)]));
  if (name === undefined) return { ok: true, variables: own({ version }) };
  const variable = `WIREMARK_${runtime.replaceAll(/\W/g, '_').toUpperCase()}`;
  const given = process.env[variable];
  const fix = `install it, or set ${variable} to the path of its ${name} (usual paths: [versions] in ${file})`;
  const unavailable = (reason: string): BuildFailure => ({ ok: false, verdict: 'unavailable', reason, fix });
  const program = given ? programAt(resolve(given), name) : newest(paths, version);
  if (given && program === null) return unavailable(`${variable} is ${given}, where there is no ${name}`);
  if (program === null) return unavailable(`${title} isn't where version managers and systems put it`);
  const link = join(cache, 'toolchains', runtime, name);
  // A program such as ark3.13 is linked under its usual name, ark.
  if (!existsSync(link) || readlinkSync(link) !== program)
    replacePath(link, (aside) => symlinkSync(program, aside));
  const path = [dirname(link), dirname(program), process.env.PATH ?? ''].join(delimiter);
  const places = { program, home: dirname(dirname(program)), version };
  return { ok: true, variables: { ...own(places), PATH: path } };
}

/** @param place a program, or the folder of an installation */
function programAt(place: string, name: string): string | null {
  const programs = [place, join(place, name), join(place, 'bin', name)];
  return programs.find((one) => existsSync(one) && statSync(one).isFile()) ?? null;
}

/**
 * Tries patterns such as `/opt/ark-{version}-*` in their order. Returns the newest program of the first pattern that matches any;
 * null if none does.
 */
function newest(patterns: readonly string[], version: string): string | null {
  const literal = (text: string) => text.replaceAll(/[.+-]/g, '\\$&').replaceAll('*', '.*');
  const programs = patterns.flatMap((pattern) => {
    const path = pattern.replace(/^~/, homedir());
    const [, folder = '', before = '', after = '', rest] = /^(.*\/)(.*)\{version\}([^/]*)(.*)$/.exec(path)!;
    // Version 17 must not match 117, 1.17 or 171.
    const asked = `(?<![\\d.])${literal(version)}(?!\\d)`;
    const isNamed = new RegExp(`^${literal(before)}${asked}${literal(after)}$`);
    const names = namesIn(folder).filter((name) => isNamed.test(name));
    return names.sort((a, b) => byVersion(b, a)).map((name) => `${folder}${name}${rest}`);
  });
  return programs.find((one) => existsSync(one)) ?? null;
}
