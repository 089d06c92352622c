import { exportRevisions } from '../../build/revisions.ts';
import { readRow } from '../../define/row.ts';
import { UsageError } from '../errors.ts';
import { attended } from '../interruptible.ts';
import type { ExitCode, Place } from '../place.ts';
import { run } from '../run/run.ts';
import type { BenchOptions } from './command.ts';

/**
 * `wiremark bench`: measures a user's own rows next to those of suite `league`: only those with the same runtime and format,
 * unless filters or `--versions` select others.
 */
export async function bench(place: Place, rows: readonly string[], options: BenchOptions): Promise<ExitCode> {
  if (options.resume !== undefined) throw new UsageError('bench can\'t resume: use "wiremark run --resume"');
  const own = rows.map((file) => readRow(file));
  const { serializer = [], runtime = [], wireFormat = [], data, versions: revisions = [] } = options;
  const alike = {
    runtime: [...new Set(own.map((row) => row.runtime))],
    wireFormat: [...new Set(own.map((row) => row.serializer.format))],
  };
  const isChosen = [revisions, serializer, runtime, wireFormat].some((asked) => asked.length > 0);
  const { cache } = place;
  const versions =
    revisions.length === 0
      ? []
      : await attended(({ progress, signal }) =>
          exportRevisions(rows[0]!, revisions, { cache, signal, progress }),
        );
  return run(place, 'league', {
    ...options,
    usual: { ...(!isChosen && alike), ...(data === undefined && { dataset: ['users/small'] }) },
    ...(versions.length > 0 && { serializer: [...versions, ...serializer] }),
    add: [...rows, ...(options.add ?? [])],
    bench: revisions,
  });
}
