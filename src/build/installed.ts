/** Finds the installed version of a toolchain that a runtime such as `ark@24` names. */
import { existsSync, mkdirSync, readdirSync, readlinkSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { plainRuntime } from '../define/names.ts';
import type { RunnerDefinition } from '../define/types.ts';
import { fillPlaceholders } from './start.ts';
import type { BuildFailure } from './types.ts';

type Runner = Pick<RunnerDefinition, 'runtime' | 'title' | 'file' | 'versions'>;
type Toolchain = { readonly ok: true; readonly variables: Readonly<Record<string, string>> } | BuildFailure;

/**
 * Returns environment variables for builds and rows, with the runtime's version first in PATH; none for a runtime
 * without a version. If the version isn't installed, returns a failure.
 */
export function findToolchain(runner: Runner, cache: string): Toolchain {
  const { runtime, title, file, versions } = runner;
  const version = runtime.slice(plainRuntime(runtime).length + 1);
  if (version === '' || versions === undefined) return { ok: true, variables: {} };
  const { program: name, paths, environment } = versions;
  const variable = `WIREMARK_${runtime.replaceAll(/\W/g, '_').toUpperCase()}`;
  const given = process.env[variable];
  const fix = `install it, or set ${variable} to the path of its ${name} (usual paths: [versions] in ${file})`;
  const unavailable = (reason: string): BuildFailure => ({ ok: false, verdict: 'unavailable', reason, fix });
  const program = given ? programAt(resolve(given), name) : newest(paths, version);
  if (given && program === null) return unavailable(`${variable} is ${given}, where there is no ${name}`);
  if (program === null) return unavailable(`${title} isn't where version managers and systems put it`);
  const folder = join(cache, 'toolchains', runtime);
  linkTo(program, join(folder, name));
  const places = { program, home: dirname(dirname(program)) };
  const own = Object.entries(environment).map(([key, value]) => [key, fillPlaceholders(value, places)]);
  const path = [folder, dirname(program), process.env.PATH ?? ''].join(delimiter);
  return { ok: true, variables: { ...Object.fromEntries(own), PATH: path } };
}

/** Links a program such as ark3.13 under its usual name, ark. */
function linkTo(program: string, link: string): void {
  if (existsSync(link) && readlinkSync(link) === program) return;
  mkdirSync(dirname(link), { recursive: true });
  // The link is made under another name and then renamed, because other processes may use or make it at the same time.
  const aside = `${link}.${process.pid}`;
  symlinkSync(program, aside);
  renameSync(aside, link);
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
    const parts = pattern.replace(/^~/, homedir()).split('/');
    const at = parts.findIndex((part) => part.includes('{version}'));
    const [before, after] = parts[at]!.split('{version}').map(literal);
    // Version 17 must not match 117, 1.17 or 171.
    const isNamed = new RegExp(`^${before}(?<![\\d.])${literal(version)}(?!\\d)${after}$`);
    const folder = join('/', ...parts.slice(0, at));
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => isNamed.test(name)) : [];
    const sorted = names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    return sorted.map((name) => join(folder, name, ...parts.slice(at + 1)));
  });
  return programs.find((one) => existsSync(one)) ?? null;
}
