import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { nameSchema } from '../../define/check.ts';
import { placesOf } from '../../define/found.ts';
import { DEFAULT_SUITE } from '../../define/load.ts';
import { quoteWord } from '../../define/names.ts';
import { missing, suggestion, unreadCalled } from '../../define/nearest.ts';
import { makeFolder } from '../../machine/files/write.ts';
import { openCatalog } from '../../run/definitions.ts';
import { takeUserData } from '../../userdata/userdata.ts';
import type { ReadingOptions } from '../data/flags.ts';
import { requestOf, watched } from '../data/taking.ts';
import { refuseWithout, UsageError } from '../errors.ts';
import { calledAs } from '../own-command.ts';
import type { ExitCode, Place } from '../place.ts';

export async function newSerializer(
  place: Place,
  name: string,
  { runtime, folder: into = name }: { runtime: string; folder?: string },
): Promise<ExitCode> {
  const { runners } = openCatalog(place.home);
  const having = [...runners.values()].filter(({ folder }) => existsSync(join(folder, TEMPLATE)));
  const runner = having.find((one) => one.runtime === runtime);
  const names = having.map((one) => one.runtime);
  if (runner === undefined)
    throw new UsageError(`--runtime: there is no template for "${runtime}".${suggestion(runtime, names)}`);
  const taken = runner.serializers.find(({ id }) => id === name);
  refuseTaken(`serializer ${runtime}/${name}`, taken && (taken.from ?? runner.file));
  const folder = resolve(into);
  copyTemplate(join(runner.folder, TEMPLATE), folder, named(name));
  const row = quoteWord(join(into, 'row.toml'));
  return done(folder, [`check league -d users/small -s ${runtime}/${name} --add ${row}`, `bench ${row}`]);
}

export async function newRunner(place: Place, name: string): Promise<ExitCode> {
  const { runners } = openCatalog(place.home);
  refuseTaken(`runtime "${name}"`, runners.get(name)?.file);
  const folder = newPlace('runners', name);
  copyTemplate(join(place.home, 'templates', 'runner'), folder, name);
  return done(folder, [`doctor -r ${name}`, `check contract -r ${name}`]);
}

export async function newSuite(
  place: Place,
  name: string,
  { dataset: word }: { dataset: string },
): Promise<ExitCode> {
  const { suites, datasets, unread } = openCatalog(place.home);
  refuseTaken(`suite "${name}"`, suites.get(name)?.file);
  const [dataset = '', size] = word.split('/');
  const found = datasets.get(dataset);
  if (found === undefined)
    throw (
      unreadCalled(unread, 'dataset', dataset) ?? new UsageError(missing('dataset', dataset, datasets.keys()))
    );
  const file = `${newPlace('suites', name)}.toml`;
  refuseThere(file);
  makeFolder(dirname(file));
  const { baseline } = suites.get(DEFAULT_SUITE)!;
  const words = { name, dataset, size: size ?? found.sizes[0]!.name, baseline };
  copyFile(join(place.home, 'templates', 'suite', 'suite.toml'), file, words);
  return done(file, [`check ${name}`, `run ${name}`]);
}

export async function newDataset(
  place: Place,
  name: string,
  { from, ...options }: ReadingOptions & { readonly from?: string },
): Promise<ExitCode> {
  const { documents, schema, as } = options;
  refuseWithout('--from FILE', from, { '--documents': documents, '--schema': schema, '--as': as });
  const { datasets } = openCatalog(place.home);
  refuseTaken(`dataset "${name}"`, datasets.get(name)?.folder);
  const folder = newPlace('datasets', name);
  if (from === undefined) copyTemplate(join(place.home, 'templates', 'dataset'), folder, name);
  else {
    const request = requestOf(from, options);
    await watched(request.source, (watch) => takeUserData(request, watch, dirname(folder), name));
  }
  return done(folder, [`new suite ${name} --dataset ${name}`, `check ${name}`]);
}

const TEMPLATE = 'template';

function newPlace(kind: 'datasets' | 'suites' | 'runners', name: string): string {
  const [first = join(process.cwd(), kind)] = placesOf(process.cwd())(kind);
  return join(first, named(name));
}

function named(name: string): string {
  const issue = nameSchema.safeParse(name).error?.issues[0];
  if (issue === undefined) return name;
  throw new UsageError(`"${name}" is not a valid name: ${issue.message}`);
}

function refuseTaken(what: string, place: string | undefined): void {
  if (place !== undefined)
    throw new UsageError(`there is already a ${what}, in ${place}: choose another name`);
}

function refuseThere(path: string): void {
  if (existsSync(path)) throw new UsageError(`${path} already exists: choose another name, or remove it`);
}

function copyTemplate(template: string, folder: string, name: string): void {
  refuseThere(folder);
  makeFolder(folder);
  for (const file of readdirSync(template)) copyFile(join(template, file), join(folder, file), { name });
}

function copyFile(from: string, to: string, words: Readonly<Record<string, string>>): void {
  const text = readFileSync(from, 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (all, key) => words[key] ?? all);
  writeFileSync(to, text, { flag: 'wx' });
}

function done(path: string, next: readonly string[]): ExitCode {
  const lines = next.map((words) => `  ${calledAs()} ${words}\n`);
  process.stdout.write(
    `Created ${relative(process.cwd(), path)}. The comments in its files say what to edit. Next:\n${lines.join('')}`,
  );
  return 0;
}
