import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { atMost, MOST } from './bounds.ts';
import { checkToml, nameSchema, titleSchema, uniqueList, whole } from './check.ts';
import { alternativesOf } from './patterns.ts';
import { readToml } from './toml.ts';
import { type SuiteCase, type SuiteDefinition, TABLE_STYLES, TASKS } from './types.ts';

const patternSchema = z
  .string()
  .max(MOST.word)
  .regex(/^[^\s/]+\/[^\s/]+$/, {
    error: 'expected a pattern over runtime/serializer, such as "jvm/*" or "*/json"',
  })
  .refine((pattern) => alternativesOf(pattern).length <= MOST.alternatives, {
    error: `expected at most ${MOST.alternatives} alternatives in braces: write several patterns`,
  });

const caseSchema = z.strictObject({
  dataset: z.string(),
  sizes: uniqueList(z.string()).min(1),
  tasks: uniqueList(z.enum(TASKS)).min(1),
  serializers: uniqueList(patternSchema).min(1).optional(),
});

const suiteSchema = z.strictObject({
  title: titleSchema,
  more: titleSchema.optional(),
  baseline: z
    .string()
    .max(MOST.word)
    .regex(/^[A-Za-z0-9._+-]+\/[A-Za-z0-9._+-]+$/, {
      error: 'expected one serializer as runtime/serializer, such as "node/json"',
    }),
  serializers: uniqueList(patternSchema).min(1),
  style: z.enum(TABLE_STYLES).default('default'),
  batch: whole(1, 100_000).default(1),
  quick: z.boolean().default(false),
  memory: z.boolean().optional(),
  case: z.array(caseSchema).min(1),
});

/**
 * Reads a suite's TOML file; the file's name is the suite's. `<name>.published.csv` beside it is its published table.
 * Whether its datasets and serializers exist is checked by `readCatalog`.
 *
 * @throws DefinitionError
 */
export function readSuite(file: string): SuiteDefinition {
  const absolute = resolve(file);
  const toml = readToml(absolute);
  const name = basename(absolute, '.toml');
  if (!nameSchema.safeParse(name).success) {
    throw toml.error([], `the file's name "${name}" is the suite's: use letters, digits, "-", "_" and "."`);
  }
  const data = checkToml(toml, suiteSchema);
  let cases = 0;
  const patterns = new Set(data.serializers);
  data.case.forEach(({ sizes, tasks, serializers = [] }, i) => {
    cases += sizes.length * tasks.length;
    for (const pattern of serializers) patterns.add(pattern);
    if (cases > MOST.entries) throw toml.error(['case', i], atMost(MOST.entries, 'cases'));
    if (patterns.size > MOST.entries) throw toml.error(['case', i], atMost(MOST.entries, 'patterns'));
  });
  const published = join(dirname(absolute), `${name}.published.csv`);
  return {
    name,
    title: data.title,
    file: absolute,
    cases: data.case.map(caseOf),
    serializers: data.serializers,
    baseline: data.baseline,
    style: data.style,
    batch: data.batch,
    quick: data.quick,
    ...(data.memory === undefined ? {} : { memory: data.memory }),
    ...(data.more === undefined ? {} : { more: data.more }),
    ...(existsSync(published) ? { publishedFile: published } : {}),
  };
}

function caseOf({ dataset, sizes, tasks, serializers }: z.output<typeof caseSchema>): SuiteCase {
  return { dataset, sizes, tasks, ...(serializers === undefined ? {} : { serializers }) };
}
