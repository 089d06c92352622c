import { loadCatalog } from '../bench/definitions.ts';
import type { RunnerOptions } from './options.ts';
import type { ExitCode, Place } from './place.ts';
import { makeTable } from './table.ts';

/** `wiremark list`: what there is to run, in three short tables. */
export async function list(place: Place, options: RunnerOptions): Promise<ExitCode> {
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
      `${runner.runtime}/${one.id}`,
      one.title,
      one.format,
      one.output,
      one.tasks.join(', '),
    ]),
  );
  process.stdout.write(
    [
      makeTable(['SUITE', 'WHAT', 'DATA'], suites),
      makeTable(['DATASET', 'WHAT', 'SIZES'], datasets),
      makeTable(['SERIALIZER', 'WHAT', 'FORMAT', 'OUTPUT', 'TASKS'], serializers),
    ].join('\n\n'),
  );
  process.stdout.write('\n');
  return 0;
}
