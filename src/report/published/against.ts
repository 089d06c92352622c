/** `report --against published`: a run beside its suite's published tables. */
import type { Report } from '../formats.ts';
import { REPORT_SCHEMA } from '../run/json.ts';
import type { RunView } from '../view/view.ts';
import { compareWithPublished } from './published.ts';
import { composeAgainst } from './tables.ts';

/** @param edition of the page; the nearest unless told. @returns null where the run has no case of the published tables */
export function againstReport(view: RunView, edition?: string): Report<never> | null {
  const published = compareWithPublished(view, edition);
  if (published.length === 0) return null;
  const { id, tool, startedAt, machine, runtimes, suite } = view;
  return {
    blocks: () => composeAgainst(view, published),
    // A line for each row would leave out sizes, editions and reasons: programs have them as JSON.
    table: () => ({ columns: [], rows: [] }),
    json: () => ({
      schema: REPORT_SCHEMA,
      run: { id, tool, startedAt, runtimes },
      machine,
      suite,
      published,
    }),
  };
}
