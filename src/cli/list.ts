import { join, relative, sep } from 'node:path';
import type { Catalog } from '../define/catalog.ts';
import { documentsName, runtimeName } from '../define/names.ts';
import type { SuiteDefinition } from '../define/types.ts';
import { contenderName } from '../plan/case.ts';
import type { Filters } from '../plan/filters.ts';
import { EmptyPlanError } from '../plan/missed.ts';
import { makePlan, selectFromAll } from '../plan/plan.ts';
import { openCatalog } from '../run/definitions.ts';
import type { ListFormat, OutputOptions, PlanOptions } from './options.ts';
import type { ExitCode, Place } from './place.ts';
import { listTable, printBlocks } from './print.ts';

export async function list(
  place: Place,
  options: PlanOptions & OutputOptions<ListFormat>,
): Promise<ExitCode> {
  const catalog = openCatalog(place.home, { runners: options.runner });
  const own = join(place.home, sep);
  const found = findAll(catalog, options, (path) => (path.startsWith(own) ? '' : relative('', path)));
  const { suites, datasets, serializers, variants, unread } = found;
  const tables = [
    listTable(suites, { SUITE: 'name', ...fromIn(suites), WHAT: 'title', DATA: 'data' }),
    listTable(datasets, { DATASET: 'name', ...fromIn(datasets), WHAT: 'title', SIZES: 'sizes' }),
    listTable(serializers, {
      SERIALIZER: 'name',
      ...fromIn(serializers),
      WHAT: 'title',
      FORMAT: 'format',
      OUTPUT: 'output',
      TASKS: 'tasks',
    }),
    listTable(variants, { VARIANT: 'name', WHAT: 'title' }),
    listTable(unread, { 'NOT READ': 'file', WHY: 'reason' }),
  ];
  const filled = tables.filter(({ rows }) => rows.length > 0);
  await printBlocks(filled, found, options);
  return 0;
}

/** @param from returns the path to show for a definition file; empty for built-in definitions */
function findAll(catalog: Catalog, filters: Filters, from: (path: string) => string) {
  const { datasets, runners, suites, unread } = catalog;
  const { rows: wanted, cases: left } = selectFromAll(catalog, filters);
  const tasks = new Set(left.map(({ task }) => task));
  const rows = wanted.filter(({ definition }) => definition.tasks.some((task) => tasks.has(task)));
  const runtimes = new Set(rows.map(({ runtime }) => runtime));
  return {
    suites: [...suites.values()].flatMap((suite) => {
      const { name, title, file } = suite;
      const data = documentsLeft(suite, runners, filters);
      return data.length === 0 ? [] : [{ name, title, from: from(file), data }];
    }),
    datasets: [...datasets.values()].flatMap(({ name, title, folder, sizes }) => {
      const isLeft = (size: string) => left.some((one) => one.dataset === name && one.size === size);
      const own = sizes.map((size) => size.name).filter(isLeft);
      return own.length === 0 ? [] : [{ name, title, from: from(folder), sizes: own }];
    }),
    serializers: rows
      .filter(({ variant }) => variant === null)
      .map((row) => {
        const { title, format, output, tasks } = row.definition;
        const file = row.definition.from ?? runners.get(row.runtime)!.file;
        return { name: contenderName(row), title, from: from(file), format, output, tasks };
      }),
    variants: [...runners.values()]
      .filter(({ runtime }) => runtimes.has(runtime))
      .flatMap(({ runtime, variants }) =>
        variants.map(({ id, title }) => ({ name: `${runtimeName({ runtime, variant: id })}/*`, title })),
      ),
    // Suites of an unreadable dataset have the same error as the dataset, so equal errors are listed once.
    unread: [...new Set(unread.values())].map(({ file, message }) => ({
      file: relative('', file),
      reason: message.slice(file.length).replace(/^:\s*/, ''),
    })),
  };
}

function documentsLeft(suite: SuiteDefinition, runners: Catalog['runners'], filters: Filters): string[] {
  try {
    return [...new Set(makePlan(suite, runners, filters).cases.map(documentsName))];
  } catch (error) {
    if (error instanceof EmptyPlanError) return [];
    throw error;
  }
}

function fromIn(rows: readonly { readonly from: string }[]): Record<string, 'from'> {
  return rows.some(({ from }) => from !== '') ? { FROM: 'from' } : {};
}
