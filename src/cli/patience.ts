import { type Patience, USUAL_PATIENCE } from '../trial/process.ts';

/** How long to wait for each answer of a runner: `--patience`, else as usual. */
export function patienceOf({ patience }: { readonly patience?: number }): Patience {
  if (patience === undefined) return USUAL_PATIENCE;
  const ms = patience * 1000;
  return { load: ms, documents: ms, slice: ms, end: Math.min(ms, USUAL_PATIENCE.end) };
}
