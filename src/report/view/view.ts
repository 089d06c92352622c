/** The one view model of a run: everything that a formatter may say, and nothing that it would have to compute. */
import { type PartialReason, partialReason } from '../../store/partial.ts';
import type { Interruption } from '../../store/record.ts';
import { allRows, buildCase, type CaseView, indexRun, type ViewOptions, type ViewRecord } from './case.ts';
import type { ViewSample } from './figures.ts';
import type { Row } from './rows.ts';

export { allRows, type CaseView, type ViewOptions, type ViewRecord } from './case.ts';

export type RunView = Omit<ViewRecord, 'cases' | 'interruptions'> & {
  readonly cases: readonly CaseView[];
  /** Times between being stopped and being resumed; empty for a run that was measured in one go. */
  readonly interruptions: readonly Interruption[];
  /** Null for a run that is whole. */
  readonly partialReason: PartialReason | null;
  /** What the reader of the files had to say, e.g. that the last sample was cut short. */
  readonly warnings: readonly string[];
};

/** What `readRun` of the store gives, as far as a report needs it. */
export interface RunData {
  readonly record: ViewRecord;
  readonly samples: {
    /** Of a case; asked for once, case after case. */
    of(number: number): readonly ViewSample[];
    readonly warnings: readonly string[];
  };
}

export function buildView({ record, samples }: RunData, options?: ViewOptions): RunView {
  const index = indexRun(record);
  const cases = record.cases.map((_, number) => buildCase(index, number, samples.of(number), options));
  return {
    ...record,
    cases,
    interruptions: record.interruptions ?? [],
    partialReason: partialReason(record),
    warnings: samples.warnings,
  };
}

/** Every row of every case, in the order of the report. */
export function runRows({ cases }: Pick<RunView, 'cases'>): Row[] {
  return cases.flatMap(allRows);
}
