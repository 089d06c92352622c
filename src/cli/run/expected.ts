/** A run says before it begins how long it takes, and how it would take less; a long one leaves a moment to stop it. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Expectation, type ExpectedRun, expectedRun, quickly } from '../../bench/expecting.ts';
import { counted } from '../../report/numbers.ts';
import { plannedRounds } from '../../report/tables/notes.ts';
import type { Attendance } from '../attended.ts';
import { about } from './span.ts';

/** What may take longer than this many seconds says so, in logs too. */
const LONG = 600;
/** Seconds in which a person at a terminal may stop it. */
const WAIT = 5;

export const isLong = (seconds: number): boolean => seconds > LONG;

interface Announcement {
  readonly seconds: number;
  readonly lines: readonly string[];
}

/**
 * Says it, in a log too. At a terminal, what is long waits a moment.
 *
 * @throws the signal's reason when it is stopped
 */
export async function announce(
  { seconds, lines }: Announcement,
  { status, signal }: Pick<Attendance, 'status' | 'signal'>,
): Promise<void> {
  for (const line of lines) status.note(`wiremark: ${line}`);
  if (status.rows === 0) return;
  for (let left = isLong(seconds) ? WAIT : 0; left > 0; left--) {
    status.show(`beginning in ${left} s (Ctrl-C stops it)`);
    await pause(1000, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  status.clear();
}

/** @param root the folder in which runs are kept: earlier ones tell */
export async function announcement(
  root: string,
  run: ExpectedRun,
  expectation: Expectation,
): Promise<Announcement> {
  const { seconds } = expectation;
  const { plan, settings } = run;
  const cases = counted(plan.cases.length, 'case');
  const rows = counted(expectation.rows, 'serializer');
  // `about 4 min of measuring: 2 cases, 10 to 30 rounds of 5 serializers`
  const first = `${about(seconds)} of measuring: ${cases}, ${plannedRounds(settings.rounds)} of ${rows}`;
  return { seconds, lines: isLong(seconds) ? [first, ...(await shorter(root, run))] : [first] };
}

/** Flags that make it shorter; a resumed run has its settings already. */
async function shorter(root: string, run: ExpectedRun): Promise<string[]> {
  if (run.resumed !== null) return ['Ctrl-C keeps what is measured; --resume continues'];
  const { plan, settings } = run;
  const quick = settings.quick ? [] : [`--quick (${about((await expectedRun(root, quickly(run))).seconds)})`];
  const budget = settings.budget === null ? ['--budget 10m (as far as it gets)'] : [];
  const fewer = plan.cases.length + plan.contenders.length > 2 ? ['fewer rows or cases: -s -r -d -t -f'] : [];
  const flags = [...quick, ...budget].join(', ');
  return [flags, ...fewer].filter((way) => way !== '').map((way) => `shorter: ${way}`);
}
