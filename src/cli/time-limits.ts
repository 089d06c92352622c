import { type Patience, USUAL_PATIENCE } from '../trial/process.ts';

/** Time limits for replies of a runner: `--patience`, or the defaults. */
export function patienceOf({ patience }: { readonly patience?: number }): Patience {
  if (patience === undefined) return USUAL_PATIENCE;
  const ms = patience * 1000;
  return { load: ms, documents: ms, slice: ms, end: Math.min(ms, USUAL_PATIENCE.end) };
}
