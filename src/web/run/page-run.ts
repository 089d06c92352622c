/** The view that the page shows, as it was recorded or with another baseline. */
import { rowName } from '../../define/names.ts';
import type { ViewSample } from '../../report/view/figures.ts';
import { buildView, type CaseView, type RunView } from '../../report/view/view.ts';
import type { PageData } from './data.ts';
import { readSamples } from './samples-text.ts';

/**
 * @param baseline name of a row that every case is to be relative to; null: each case's own, as it was recorded
 */
export function viewOf(data: PageData, baseline: string | null): RunView {
  const { record, timeUnverified, warnings } = data;
  const relativeTo = record.contenders.map(rowName).find((name) => name === baseline);
  if (relativeTo === undefined || data.rows === null) {
    const view = buildView({ record, samples: { of: () => [], warnings } });
    return {
      ...view,
      cases: view.cases.map(({ documentBytes }, number) => ({ ...data.cases[number]!, documentBytes })),
    };
  }
  const samples = { of: (number: number) => slicesOf(data, number), warnings };
  const view = buildView({ record, samples }, { timeUnverified, relativeTo });
  return { ...view, cases: view.cases.map((one, number) => withKnown(one, data, number)) };
}

function slicesOf({ record, rows }: PageData, number: number): ViewSample[] {
  return rows![number]!.flatMap(({ slices }, i) => {
    const contender = record.cases[number]!.contenders[i]!;
    return readSamples(slices).map((sample) => ({ ...sample, case: number, contender }));
  });
}

/** What was found from samples that the page doesn't carry. */
function withKnown(view: CaseView, { record, cases, rows }: PageData, number: number): CaseView {
  const known = new Map(
    record.cases[number]!.contenders.map((index, i) => [
      rowName(record.contenders[index]!),
      rows![number]![i]!.known,
    ]),
  );
  const ranked = view.ranked.map((row) => ({ ...row, ...known.get(row.name)! }));
  const limits = view.limits.map((row) => ({ ...row, steadiness: known.get(row.name)!.steadiness }));
  return { ...view, ranked, limits, disturbances: cases[number]!.disturbances };
}
