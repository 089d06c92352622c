/** The view that the page shows, as it was recorded or with another baseline. */
import { rowName } from '../../define/names.ts';
import type { ViewSample } from '../../report/view/figures.ts';
import { buildView, type CaseView, type RunView } from '../../report/view/view.ts';
import type { Sample } from '../../store/record.ts';
import type { PageData } from './data.ts';

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

/**
 * Timed slices as text that a page can carry: some six characters each, and not a nanosecond lost.
 *
 * Slices of one row follow each other in runs: same phase, round and number of operations, block after block. A run is a
 * line: these and its first block, then each slice's time as its difference from the one before, and after a comma what
 * it waited: nothing for no wait, `?` where that isn't known. Numbers are written in base 36.
 */

/** What a page needs to know of a sample. */
export type RowSample = Pick<Sample, 'round' | 'phase' | 'block' | 'ops' | 'ns' | 'waitNs'>;

const HEAD = 4;

/** Slices of one row in the order given. Warm-ups are left out: what they tell of a row is known before (data.ts). */
export function writeSamples(slices: readonly RowSample[]): string {
  const lines = runs(slices.filter(({ phase }) => CARRIED.includes(phase))).map((run) => {
    const { phase, round, block, ops } = run[0]!;
    const times = run.map(({ ns, waitNs }, i) => {
      const wait = waitNs === null ? ',?' : waitNs === 0 ? '' : `,${spelled(waitNs)}`;
      return `${spelled(ns - (run[i - 1]?.ns ?? 0))}${wait}`;
    });
    return [phase, ...[round, block, ops].map(spelled), ...times].join(' ');
  });
  return lines.join('\n');
}

const CARRIED: readonly Sample['phase'][] = ['block', 'start', 'first'];

/** @param text that writeSamples made */
export function readSamples(text: string): RowSample[] {
  const lines = text === '' ? [] : text.split('\n');
  return lines.flatMap((line) => {
    const words = line.split(' ');
    const phase = words[0] as Sample['phase'];
    const [round, block, ops] = words.slice(1, HEAD).map(number) as [number, number, number];
    let ns = 0;
    return words.slice(HEAD).map((word, i) => {
      const [time, wait] = word.split(',') as [string, string?];
      ns += number(time);
      const waitNs = wait === '?' ? null : number(wait ?? '0');
      return { round, phase, block: block + i, ops, ns, waitNs };
    });
  });
}

function runs(slices: readonly RowSample[]): RowSample[][] {
  const found: RowSample[][] = [];
  for (const slice of slices) {
    const run = found.at(-1);
    const last = run?.at(-1);
    const follows =
      last?.phase === slice.phase &&
      last.round === slice.round &&
      last.ops === slice.ops &&
      last.block + 1 === slice.block;
    if (run && follows) run.push(slice);
    else found.push([slice]);
  }
  return found;
}

const spelled = (value: number): string => value.toString(36);
const number = (text: string): number => Number.parseInt(text, 36);
