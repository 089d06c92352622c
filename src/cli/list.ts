import { loadCatalog } from '../bench/definitions.ts';
import { rowName, runtimeName } from '../define/names.ts';
import type { ExitCode, Place } from './place.ts';
import { makeTable } from './table.ts';

/** `wiremark list`: what there is to run, in short tables. */
export async function list(place: Place, options: { runner?: string[] }): Promise<ExitCode> {
  const catalog = loadCatalog(place.home, options.runner);
  const suites = [...catalog.suites.values()].map((suite) => [
    suite.name,
    suite.title,
    // Several cases may be on the same data.
    [...new Set(suite.cases.flatMap(({ dataset, sizes }) => sizes.map((size) => `${dataset}/${size}`)))].join(
      ', ',
    ),
  ]);
  const datasets = [...catalog.datasets.values()].map((dataset) => [
    dataset.name,
    dataset.title,
    dataset.sizes.map(({ name }) => name).join(', '),
  ]);
  const serializers = [...catalog.runners.values()].flatMap((runner) =>
    runner.serializers.map((one) => [
      rowName({ runtime: runner.runtime, variant: null, serializer: one.id }),
      one.title,
      one.format,
      one.output,
      one.tasks.join(', '),
    ]),
  );
  const variants = [...catalog.runners.values()].flatMap(({ runtime, variants }) =>
    variants.map(({ id, title }) => [`${runtimeName({ runtime, variant: id })}/*`, title]),
  );
  process.stdout.write(
    [
      makeTable(['SUITE', 'WHAT', 'DATA'], suites),
      makeTable(['DATASET', 'WHAT', 'SIZES'], datasets),
      makeTable(['SERIALIZER', 'WHAT', 'FORMAT', 'OUTPUT', 'TASKS'], serializers),
      ...(variants.length > 0 ? [makeTable(['VARIANT', 'WHAT'], variants)] : []),
    ].join('\n\n'),
  );
  process.stdout.write('\n');
  return 0;
}
