/** What a reader of a comparison may do now, as it can be typed. */
import { quoteWord } from '../../files/shell-word.ts';
import { calledOf } from '../run/again.ts';
import { closerLook } from '../tables/answer.ts';
import type { GuardedComparison } from './guard/guard.ts';
import { changedBaseline, isJudged } from './pairs/rows.ts';

/** How wiremark was called, and what it called the runs. */
export interface Called {
  readonly command: string;
  readonly runs: readonly string[];
  /** Of `--baseline`, as it was typed. */
  readonly baseline?: string | undefined;
  /** Whether it is for others, who are to see no path of this machine. */
  readonly shared?: boolean;
}

/** Null where rules were given and all is decided. */
export function nextStep(
  comparisons: readonly GuardedComparison[],
  { command, runs, baseline, shared }: Called,
) {
  const views = comparisons.map(({ view }) => view);
  const rows = views.flatMap(({ cases }) => cases.flatMap((one) => one.rows));
  const judged = rows.filter(isJudged);
  const { after, mode } = views.at(-1)!;
  const called = calledOf(after, command, shared);
  const { run, again } = called;
  const words = baseline === undefined ? runs : [...runs, '--baseline', baseline];
  const compare = `${command} compare ${words.map(quoteWord).join(' ')}`;
  const failing = rows.filter(({ state }) => state === 'failing');
  if (failing.length > 0) return closerLook(failing, called);
  if (views.every(({ before, after }) => before.id === after.id))
    return `compare it with another run: ${command} runs lists them`;
  const hidden = views.some(({ cases }) => cases.some(changedBaseline));
  const alone = mode === 'relative' && rows.some(({ state }) => state === 'baseline');
  if (hidden || (judged.length === 0 && alone))
    return views.every(({ machines }) => machines.comparable)
      ? `add a row that doesn't change, or compare times: ${compare} --absolute`
      : `measure both again with a row that doesn't change, such as one of another library`;
  if (judged.length === 0) return `measure the same rows and documents again: ${again}`;
  if (judged.some(({ disturbed }) => disturbed))
    return `measure both again when the machine is idle: ${again}`;
  if (judged.some(({ grade }) => grade !== 'established')) {
    if (after.settings.quick) return `measure both again in full, which narrows the intervals: ${run} --full`;
    const rounds = Math.min(...judged.flatMap((row) => [row.before.rounds, row.after.rounds]));
    return `measure both again with four times the rounds, which halves the intervals: ${run} --rounds ${4 * rounds}`;
  }
  const guarded = comparisons.some(({ outcomes }) => outcomes.length > 0);
  return guarded ? null : `in CI, fail the build by a rule: ${compare} --fail-if 'slower > 5%'`;
}
