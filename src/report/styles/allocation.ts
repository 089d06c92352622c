import type { AnalyzedCase } from '../../analysis/analyze.ts';
import type { RankedRow } from '../../analysis/rows.ts';
import { known } from '../../plan/figure.ts';
import { grouped, percent } from '../numbers.ts';

export function allocationsOf({ ranked }: AnalyzedCase) {
  const baseline = ranked.find(({ finding }) => finding === 'baseline');
  const base = known(baseline?.memory?.allocated);
  return new Map(
    ranked.flatMap((row) => {
      const bytes = known(row.memory?.allocated);
      if (bytes === null) return [];
      // Null if the baseline's bytes are unknown or 0.
      const ratio = base ? bytes / base : null;
      const finding = ratio === null ? '' : allocatedFinding(row, baseline!);
      return [[row, { bytes, ratio, finding: row === baseline ? 'baseline' : finding }] as const];
    }),
  );
}

export function allocatedFinding(row: RankedRow, other: RankedRow): string {
  const own = known(row.memory?.allocated)!;
  const beside = known(other.memory?.allocated)!;
  const error = (row.memory?.allocatedError ?? 0) + (other.memory?.allocatedError ?? 0);
  const ratio = own / beside;
  if (beside === 0) return own === 0 ? 'same' : 'more';
  if (error > 0 && Math.abs(ratio - 1) <= error) return `same ± ${percent(error)}`;
  if (ratio.toFixed(2) === '1.00') return 'same';
  return ratio > 1 ? `${grouped(ratio, 2)}x more` : `${ratio === 0 ? '∞' : grouped(1 / ratio, 2)}x less`;
}

export function allocationNotes({ ranked, isOver }: AnalyzedCase): string[] {
  const why = isOver ? 'no memory pass was made (--memory makes one)' : 'the run ended before a memory pass';
  const meaning =
    'Allocated: bytes of one operation; without a ratio where the baseline allocates nothing or was not counted.';
  const isUnknown = ranked.every(({ memory }) => memory === null);
  return [isUnknown ? `Allocations and collections are unknown: ${why}.` : meaning];
}
