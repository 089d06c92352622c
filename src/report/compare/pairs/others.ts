/** The rows of a case that aren't compared, and what became of each. */
import { isFailure } from '../../../plan/verdict.ts';
import type { Row } from '../../view/rows.ts';
import type { OtherRow } from './rows.ts';
import { type CaseSide, factsOf, plainSide, type RunSide, type Sides } from './sides.ts';

/** What there is of a case: at least one side. */
export type Found = Sides<CaseSide | undefined>;

/** What a reader has to see first. */
const URGENCY: readonly OtherRow['kind'][] = ['failing', 'lost', 'mended', 'new', 'unranked', 'incomparable'];

/** Rows that aren't compared. @param why of those that both runs ranked */
export function othersOf(
  runs: Sides<RunSide>,
  found: Found,
  paired: ReadonlySet<string>,
  why: string,
): OtherRow[] {
  const names = new Set([...(found.after?.rows.keys() ?? []), ...(found.before?.rows.keys() ?? [])]);
  const rows = [...names].flatMap((name): OtherRow[] => {
    if (paired.has(name)) return [];
    const before = found.before?.rows.get(name);
    const after = found.after?.rows.get(name);
    const sides = {
      before: before ? plainSide(runs.before, before) : null,
      after: after ? plainSide(runs.after, after) : null,
    };
    const kind = kindOf(before, after);
    const was = sides.before?.reason ? `was: ${sides.before.reason}` : '';
    const told = sides.after?.reason ?? was;
    return [{ ...factsOf((after ?? before)!), kind, ...sides, reason: kind === 'incomparable' ? why : told }];
  });
  return rows.sort((a, b) => URGENCY.indexOf(a.kind) - URGENCY.indexOf(b.kind));
}

export function kindOf(before: Row | undefined, after: Row | undefined): OtherRow['kind'] {
  const ranked = { before: before?.kind === 'ranked', after: after?.kind === 'ranked' };
  if (ranked.before && ranked.after) return 'incomparable';
  if (before?.verdict === 'ok' && after && fails(after)) return 'failing';
  if (ranked.before) return 'lost';
  if (ranked.after) return before && fails(before) ? 'mended' : 'new';
  return before ? 'unranked' : 'new';
}

function fails(row: Row): boolean {
  return row.kind === 'failed' && isFailure({ verdict: row.verdict, reason: row.reason });
}
