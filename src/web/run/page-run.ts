/** The run as the page has it, and its view for each baseline. */
import { rowName } from '../../define/names.ts';
import type { ViewSample } from '../../report/view/figures.ts';
import { buildView, type CaseView, type RunData, type RunView } from '../../report/view/view.ts';
import type { PageData } from './data.ts';
import { readSamples } from './samples-text.ts';

export interface PageRun {
  readonly data: PageData;
  readonly samples: RunData['samples'];
}

/** @throws RangeError when the slices are damaged */
export function openRun(data: PageData): PageRun {
  const samples = data.cases.map(({ slices }, number) =>
    slices.flatMap((text, i) => {
      const contender = data.record.cases[number]!.contenders[i]!;
      return readSamples(text).map((sample): ViewSample => ({ ...sample, case: number, contender }));
    }),
  );
  return { data, samples: { of: (number) => samples[number]!, warnings: data.warnings } };
}

/** @param baseline name of a row that every case is to be relative to; null: each case's own, as it was recorded */
export function viewOf({ data, samples }: PageRun, baseline: string | null): RunView {
  const { record, timeUnverified } = data;
  const picked = record.contenders.findIndex((one) => baseline === rowName(one));
  const options = { timeUnverified, ...(picked >= 0 && { relativeTo: picked }) };
  const view = buildView({ record, samples }, options);
  const cases = view.cases.map((one, number) => {
    const { whole } = data.cases[number]!;
    return whole !== undefined && picked < 0
      ? { ...whole, documentBytes: one.documentBytes }
      : withKnown(one, data, number);
  });
  return { ...view, cases };
}

/** What was found from samples that the page doesn't carry. */
function withKnown(view: CaseView, { record, cases }: PageData, number: number): CaseView {
  const { launches, disturbances } = cases[number]!;
  const known = new Map(
    record.cases[number]!.contenders.map((index, i) => [rowName(record.contenders[index]!), launches[i]!]),
  );
  const ranked = view.ranked.map((row) => ({ ...row, ...known.get(row.name)! }));
  const limits = view.limits.map((row) => ({ ...row, steadiness: known.get(row.name)!.steadiness }));
  return { ...view, ranked, limits, disturbances };
}
