/** What of a run's samples outlives its view. */
import { rowName } from '../../define/names.ts';
import { type BlockTimes, blockTimes } from '../../stats/comparison.ts';
import { groupBy } from '../../stats/group-by.ts';
import { timedSlices, type ViewSample } from './figures.ts';
import type { RunData, ViewRecord } from './view.ts';

/**
 * A run of which something is kept of each case's samples when they are asked for: they are many, and parsed anew each
 * time.
 */
export function keptOf<T>(
  run: RunData,
  keep: (samples: readonly ViewSample[], number: number) => T,
): { readonly run: RunData; readonly kept: readonly T[] } {
  const kept: T[] = [];
  const of = (number: number) => {
    const samples = run.samples.of(number);
    kept[number] = keep(samples, number);
    return samples;
  };
  return { run: { ...run, samples: { of, warnings: run.samples.warnings } }, kept };
}

/**
 * Of the rows of a case, by name. Of a round under way nothing was verified.
 *
 * @param samples of a case
 * @param number of the case in the record
 */
export function timesByRow(
  { contenders, cases }: Pick<ViewRecord, 'contenders' | 'cases'>,
  samples: readonly ViewSample[],
  number: number,
): ReadonlyMap<string, BlockTimes> {
  const rows = groupBy(timedSlices(samples, cases[number]!.rounds), ({ contender }) => contender);
  return new Map([...rows].map(([contender, own]) => [rowName(contenders[contender]!), blockTimes(own)]));
}
