/** The page of a run that is being measured: how far it is, from its record alone. */
import type { VNode } from 'preact';
import { caseName, rowName } from '../../define/names.ts';
import type { RunCase, RunRecord } from '../../store/record.ts';
import { type PageColumn, PageTable } from '../markup/table.tsx';
import { runHref, SELDOM, type ServedPage, When } from './layout.tsx';
import type { RunEntry } from './source.ts';

/** The query of the address under which the figures so far are shown. */
export const SO_FAR = 'so-far';

export function runningPage({ key, record }: RunEntry): ServedPage {
  const content = (
    <>
      <p class="note">
        This run is being measured now; it began at <When at={record.startedAt} /> UTC.{' '}
        <a href={`${runHref(key)}?${SO_FAR}`}>Show the figures so far.</a>
      </p>
      <p class="note dim">
        Making them takes this machine a moment, which may disturb what is being timed. This page reads the
        run's record only, and renews itself.
      </p>
      <Cases record={record} />
    </>
  );
  return { title: record.suite.title, content, place: null, renews: SELDOM };
}

function Cases({ record }: { record: RunRecord }): VNode {
  const current = record.cases.find(({ ended }) => ended === undefined);
  const columns: PageColumn<RunCase>[] = [
    { head: 'case', names: true, cell: caseName },
    { head: 'rounds', class: 'number', cell: (one) => roundsText(one, record) },
    { head: 'state', cell: (one) => caseState(one, one === current) },
    { head: 'not ok so far', class: 'prose bad', cell: (one) => failures(record, one).join(', ') },
  ];
  return <PageTable caption="How far each case is" columns={columns} rows={record.cases} />;
}

/** `3 of 10 to 30`. */
function roundsText({ rounds = 0 }: RunCase, { settings }: RunRecord): string {
  const { minimum, maximum } = settings.rounds;
  return `${rounds} of ${minimum === maximum ? minimum : `${minimum} to ${maximum}`}`;
}

/** Cases are measured one after the other. */
function caseState({ ended }: RunCase, first: boolean): string {
  if (ended !== undefined) return `over (${ended})`;
  return first ? 'under way' : 'to come';
}

/** `jvm/circe: mismatch`. */
function failures({ cases, outcomes, contenders }: RunRecord, of: RunCase): string[] {
  return outcomes
    .filter((one) => cases[one.case] === of && one.verdict.verdict !== 'ok')
    .map(({ contender, verdict }) => `${rowName(contenders[contender]!)}: ${verdict.verdict}`);
}
