/** Reads fleet.toml: what is measured (`suites`, `[[run]]`), on which kinds of machine (`[[kind]]`), how often (`repeats`). */
import { hash } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import { z } from 'zod';
import { checkIds, checkToml, nameSchema, type Read, table, whole, wordSchema } from '../define/check.ts';
import { readToml } from '../define/toml.ts';

const noSpace = z.string().regex(/^[^\s"'\\]+$/, { error: 'expected a word without spaces and quotes' });
const words = z.array(wordSchema);

const suiteSchema = z.string().regex(/^(.*\/)?[A-Za-z0-9][A-Za-z0-9._-]*$/, {
  error: 'expected the name of a suite, or the path of its file',
});

const kindSchema = table({
  id: nameSchema,
  slurm: table({
    constraint: noSpace.optional(),
    partition: noSpace.optional(),
    options: z.array(noSpace).default([]),
  }).optional(),
  actions: table({ 'runs-on': z.union([wordSchema, words.min(1)]) }).optional(),
  ssh: table({ host: noSpace.regex(/^[^-]/), command: words.min(1).optional() }).optional(),
});

const fleetSchema = table({
  name: nameSchema,
  folder: wordSchema.default('.wiremark/fleet'),
  /** Folder on a disk of the measuring machine. Runs are measured there, then copied to the shared folder. */
  disk: wordSchema.default('/var/tmp'),
  command: words.min(1).optional(),
  suites: z.array(suiteSchema).default([]),
  arguments: words.default([]),
  repeats: whole(1, 100).default(1),
  run: z.array(table({ id: nameSchema, arguments: words.min(1) })).default([]),
  kind: z.array(kindSchema).min(1),
});

/** One run to measure: one suite (or `[[run]]` of fleet.toml) on one kind of machine. */
export interface Cell {
  /** Kind of machine, suite or `[[run]]`, and number of the repeat: `epyc+quickstart+1`. */
  readonly id: string;
  readonly kind: Read<typeof kindSchema>;
  readonly arguments: readonly string[];
}

export type Fleet = ReturnType<typeof readFleet>;

export function readFleet(path: string) {
  const file = resolve(path);
  const toml = readToml(file);
  const { kind: kinds, suites, run, repeats, ...read } = checkToml(toml, fleetSchema);
  const home = dirname(file);
  const folder = resolve(home, read.folder);
  // Paths that begin with `./` or `../` become absolute, because jobs run in another folder.
  const found = (word: string) => (/^\.\.?\//.test(word) ? resolve(home, word) : word);
  const suiteOf = (word: string) => (word.endsWith('.toml') ? resolve(home, word) : word);
  const works = [
    ...suites.map((word) => ({ id: basename(word, '.toml'), arguments: [suiteOf(word)] })),
    ...run,
  ];
  if (works.length === 0) throw toml.error(['suites'], 'name a suite, or add a [[run]] with arguments');
  const pathOf = (i: number) => (i < suites.length ? ['suites', i] : ['run', i - suites.length, 'id']);
  checkIds(toml, 'suite or run', works, pathOf);
  checkIds(toml, 'kind', kinds);
  const cells = [...Array(repeats).keys()].flatMap((before) =>
    kinds.flatMap((kind) =>
      works.map(({ id, arguments: own }): Cell => {
        const words = [...own, ...read.arguments].map(found);
        return { id: `${kind.id}+${id}+${before + 1}`, kind, arguments: words };
      }),
    ),
  );
  // The digest tells apart fleets of the same name in different folders.
  const id = `${read.name}-${hash('sha256', folder).slice(0, 6)}`;
  return { ...read, id, home, folder, kinds, cells };
}
