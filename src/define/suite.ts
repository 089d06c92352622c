import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { MOST } from './bounds.ts';
import { checkToml, type Read, requireName, table, titleSchema, uniqueList, whole } from './check.ts';
import type { DatasetDefinition } from './dataset.ts';
import { editionKeys } from './published-figure.ts';
import { readToml } from './toml.ts';
import { type Runners, TABLE_STYLES, TASKS } from './types.ts';

const patternSchema = z
  .string()
  .max(MOST.word)
  .regex(/^[^\s/]+\/[^\s/]+$/, { error: 'expected a pattern over runtime/serializer, such as "*/json"' });

const caseSchema = table({
  dataset: z.string(),
  sizes: uniqueList(z.string()).min(1),
  tasks: uniqueList(z.enum(TASKS)).min(1),
  serializers: uniqueList(patternSchema).min(1).exactOptional(),
});

const suiteSchema = table({
  title: titleSchema,
  more: titleSchema.optional(),
  baseline: z
    .string()
    .max(MOST.word)
    .regex(/^[A-Za-z0-9._+-]+\/[A-Za-z0-9._+-]+$/, {
      error: 'expected one serializer as runtime/serializer',
    }),
  serializers: uniqueList(patternSchema).min(1),
  style: z.enum(TABLE_STYLES).default('default'),
  batch: whole(1, 100_000).default(1),
  quick: z.boolean().default(false),
  memory: z.boolean().exactOptional(),
  case: z.array(caseSchema).min(1),
  edition: z.array(table(editionKeys)).exactOptional(),
});

export type SuiteCase = Read<typeof caseSchema>;

export interface SuiteDefinition extends Omit<Read<typeof suiteSchema>, 'case' | 'edition'> {
  readonly name: string;
  readonly file: string;
  readonly cases: readonly SuiteCase[];
  readonly editions?: NonNullable<Read<typeof suiteSchema>['edition']>;
  readonly publishedFile?: string;
}

/** Reads a suite; `readCatalog` checks that its datasets and serializers exist. @throws DefinitionError */
export function readSuite(file: string): SuiteDefinition {
  const absolute = resolve(file);
  const toml = readToml(absolute);
  const name = basename(absolute, '.toml');
  requireName(toml, name, 'suite');
  const { case: cases, edition: editions, ...data } = checkToml(toml, suiteSchema);
  const published = join(dirname(absolute), `${name}.published.csv`);
  return {
    ...data,
    name,
    file: absolute,
    cases,
    ...(editions && { editions }),
    ...(existsSync(published) && { publishedFile: published }),
  };
}

/** Patterns of the default rows for a user's documents: each runtime's `shortlist` rows, or all rows if it has none. */
export function shortlistOf(runners: Runners): string[] {
  return [...runners.values()].flatMap(({ runtime, serializers }) => {
    const marked = serializers.filter(({ shortlist }) => shortlist).map(({ id }) => `${runtime}/${id}`);
    return marked.length > 0 ? marked : [`${runtime}/*`];
  });
}

/**
 * Makes a suite for a user's dataset.
 * @param suite gives serializers and tasks; if null, the rows are those of `shortlist` (null: all), and there
 * is no baseline
 */
export function suiteOfUserData(
  suite: SuiteDefinition | null,
  { name: dataset, folder, title, sizes: all }: DatasetDefinition,
  shortlist: readonly string[] | null = null,
): SuiteDefinition {
  const sizes = all.map(({ name }) => name);
  if (suite === null) {
    const tasks = ['serialize', 'deserialize'] as const;
    const cases = [{ dataset, sizes, tasks }];
    const usual = { style: 'default', batch: 1, quick: true, baseline: '' } as const;
    const more = shortlist && { more: 'every other serializer: --all' };
    const serializers = [...(shortlist ?? ['*/*'])];
    return { name: dataset, file: folder, title, ...usual, ...more, serializers, cases };
  }
  const { publishedFile: _published, more: _more, ...taken } = suite;
  const tasks = new Set(suite.cases.flatMap((one) => one.tasks));
  const cases = [...tasks].map((task) => {
    const asked = suite.cases.filter((one) => one.tasks.includes(task));
    const serializers = new Set(asked.flatMap((one) => one.serializers ?? suite.serializers));
    return { dataset, sizes, tasks: [task], serializers: [...serializers] };
  });
  return { ...taken, title: `${suite.title}, on ${title}`, quick: true, cases };
}
