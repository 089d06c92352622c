/**
 * From two runs of the same row to what changed between them. Rounds of different runs have nothing in common that could
 * pair them, as the rounds of one run have: they are two independent samples, and a round, which is a fresh process, is
 * one value of a sample.
 */
import { CONFIDENCE, type Comparison, exponentiated } from './comparison.ts';
import { type Judgement, judge } from './judgement.ts';
import { hodgesLehmannShift, rankSumInterval, rankSumPValue, smallestPValue } from './rank-sum.ts';

/** After over before: above 1 is slower. The rounds are those of the run that has fewer. */
export type Change = Pick<Comparison, 'ratio' | 'interval' | 'pValue' | 'rounds'>;

/**
 * Compares the rounds of two runs.
 *
 * @param before logarithms, one a round: of the ratio to a baseline in the same blocks, or of the time itself. Ratios
 *   have the machine's speed in them twice, so that it cancels; times of two runs differ by whatever the machine did
 * @param after the same of the other run
 * @returns null when a run has no round
 */
export function changeBetween(
  before: readonly number[],
  after: readonly number[],
  confidence = CONFIDENCE,
): Change | null {
  if (before.length === 0 || after.length === 0) return null;
  return {
    ratio: Math.exp(hodgesLehmannShift(before, after)),
    interval: exponentiated(rankSumInterval(before, after, confidence)),
    pValue: rankSumPValue(before, after),
    rounds: Math.min(before.length, after.length),
  };
}

export interface ChangeJudgement extends Judgement {
  /**
   * Faster or slower, and not by chance among so many rows: the test finds so after Holm's adjustment. Preliminary
   * findings go by their interval alone and are seldom sure.
   */
  readonly sure: boolean;
}

/** Says what each change shows, in the family of all: see `judge`. */
export function judgeChanges(changes: readonly Change[], margin: number): ChangeJudgement[] {
  return judge(changes, margin).map((judgement) => {
    const moved = judgement.finding === 'faster' || judgement.finding === 'slower';
    return { ...judgement, sure: moved && judgement.pValue <= 1 - CONFIDENCE };
  });
}

/**
 * Rounds that each run must have for a change of one row among `rows` to be sure, when every round of one run lies
 * beyond all of the other.
 */
export function roundsToBeSure(rows: number): number {
  let rounds = 2;
  while (rows * smallestPValue(rounds, rounds) > 1 - CONFIDENCE) rounds++;
  return rounds;
}
