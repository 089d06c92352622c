/** What a run says before it begins: how long it will take, and how it would take less. */
import { setTimeout as pause } from 'node:timers/promises';
import { type ExpectedRun, expectedTime, quickly } from '../../bench/expecting.ts';
import type { Span } from '../../measure/expected.ts';
import type { Attendance } from '../attended.ts';
import { spelledSpan } from './span.ts';

/** What takes longer than this many seconds says so, wherever it goes, and how to shorten it. */
const LONG = 600;
/** Seconds in which somebody at a terminal may think better of it. */
const WAIT = 5;

/**
 * Lines that say how long a run will take.
 *
 * @param root the folder in which runs are kept: earlier ones tell
 */
export async function expectation(
  root: string,
  run: ExpectedRun,
): Promise<{ long: boolean; lines: string[] }> {
  const expected = await expectedTime(root, run);
  const long = isLong(expected);
  const first = spelledPlan(run, expected);
  return { long, lines: long ? [first, ...(await shorter(root, run))] : [first] };
}

/** Says it, where it matters; what is long waits for a moment, as long as somebody may be there to stop it. */
export async function sayExpected(
  root: string,
  run: ExpectedRun,
  { status, signal }: Pick<Attendance, 'status' | 'signal'>,
): Promise<void> {
  const { long, lines } = await expectation(root, run);
  if (status.rows === 0 && !long) return;
  for (const line of lines) status.note(`wiremark: ${line}`);
  if (status.rows === 0) return;
  for (let left = long ? WAIT : 0; left > 0; left--) {
    status.show(`beginning in ${left} s (Ctrl-C stops it)`);
    await pause(1000, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  status.clear();
}

const isLong = ({ most }: Span) => most > LONG;

/** `4 to 9 minutes expected: 2 cases, 10 to 30 rounds of 5 serializers`. */
function spelledPlan({ plan, settings }: ExpectedRun, expected: Span): string {
  const rows = plan.contenders.filter(({ limit }) => limit === null).length;
  const { minimum, maximum } = settings.rounds;
  const rounds = minimum === maximum ? count(maximum, 'round') : `${minimum} to ${maximum} rounds`;
  return `${spelledSpan(expected)} expected: ${count(plan.cases.length, 'case')}, ${rounds} of ${count(rows, 'serializer')}`;
}

/** Flags that make it shorter; a run that goes on has its settings already. */
async function shorter(root: string, run: ExpectedRun): Promise<string[]> {
  if (run.resumed !== null) return ['Ctrl-C keeps what is measured; --resume goes on'];
  const { plan, settings } = run;
  const quick = settings.quick ? [] : [`--quick (${spelledSpan(await expectedTime(root, quickly(run)))})`];
  const budget = settings.budget === null ? ['--budget 10m (as far as it gets)'] : [];
  const fewer = plan.cases.length + plan.contenders.length > 2 ? ['fewer rows or cases: -s -r -d -t -f'] : [];
  const flags = [...quick, ...budget].join(', ');
  return [flags, ...fewer].filter((way) => way !== '').map((way) => `shorter: ${way}`);
}

const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
