/** What a run says before it begins: how long it will take, and how it would take less. */
import { type ExpectedRun, expectedTime, quickly } from '../../bench/expecting.ts';
import type { Span } from '../../measure/expected.ts';
import { type Announcement, isLong } from '../announcing.ts';
import { spelledSpan } from './span.ts';

/** @param root the folder in which runs are kept: earlier ones tell */
export async function expectation(root: string, run: ExpectedRun): Promise<Announcement> {
  const expected = await expectedTime(root, run);
  const first = spelledPlan(run, expected);
  return { expected, lines: isLong(expected) ? [first, ...(await shorter(root, run))] : [first] };
}

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
