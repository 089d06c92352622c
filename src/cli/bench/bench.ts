import { readRow } from '../../define/row.ts';
import { UsageError } from '../errors.ts';
import type { ExitCode, Place } from '../place.ts';
import type { RunOptions } from '../run/command.ts';
import { run } from '../run/run.ts';

/** `wiremark bench`: a run of league with rows from outside, beside rows like them. */
export async function bench(place: Place, rows: readonly string[], options: RunOptions): Promise<ExitCode> {
  if (options.resume !== undefined) throw new UsageError('a bench is a run: "wiremark run --resume" goes on');
  const own = rows.map((file) => readRow(file));
  const { serializer, runtime, wireFormat, dataset, full } = options;
  const alike = {
    runtime: [...new Set(own.map((row) => row.runtime))],
    wireFormat: [...new Set(own.map((row) => row.serializer.format))],
  };
  const isChosen = [serializer, runtime, wireFormat].some((patterns) => patterns !== undefined);
  return run(place, 'league', {
    ...options,
    ...(!isChosen && alike),
    ...(options.data === undefined && { dataset: dataset ?? ['users/small'] }),
    ...(!full && { quick: true }),
    add: [...rows, ...(options.add ?? [])],
  });
}
