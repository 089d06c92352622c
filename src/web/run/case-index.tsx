/** The index of a run's cases: the way to each, and who leads there. */
import type { VNode } from 'preact';
import type { OutputKind } from '../../define/types.ts';
import type { CaseParts } from '../../report/run/compose.ts';
import { ratio } from '../../report/text/numbers.ts';
import { caseAnswer } from '../../report/view/answer.ts';
import type { RankedRow } from '../../report/view/rows.ts';
import type { CaseView } from '../../report/view/view.ts';

/** Of a case's heading. */
export function caseId({ dataset, size, task }: CaseView): string {
  return `case-${dataset}-${size}-${task}`;
}

/** More that can't be told apart are counted. */
const MOST_NAMED = 2;

interface IndexColumn {
  readonly head: string;
  /** Whether the first one's ratio is told. */
  readonly timed: boolean;
  /** By case. */
  readonly cells: readonly (readonly RankedRow[])[];
}

/** @param cases with the rows that the reader has chosen; nothing for a single one */
export function CaseIndex({ cases }: { cases: readonly CaseParts[] }): VNode | null {
  const listed = cases.filter(({ ranking, unranked }) => ranking !== null || unranked !== null);
  if (listed.length < 2) return null;
  const answers = listed.map(({ shown, title }) => ({ shown, title, kinds: caseAnswer(shown).kinds }));
  const ofKind = (kind: OutputKind) =>
    answers.map(({ kinds }) => kinds.find(({ outputKind }) => outputKind === kind)?.overall);
  const columns = (['text', 'bytes'] as const).flatMap((kind): IndexColumn[] => {
    const cells = ofKind(kind);
    const fastest = cells.map((one) => one?.fastest ?? []);
    const smallest = cells.map((one) => (one?.sizesDiffer ? one.smallest : []));
    return [
      { head: `fastest, ${kind}`, timed: true, cells: fastest },
      { head: `smallest, ${kind}`, timed: false, cells: smallest },
    ];
  });
  const told = columns.filter(({ cells }) => cells.some((rows) => rows.length > 0));
  return (
    <nav class="contents" aria-label="Cases">
      <div class="scroll">
        <table class="cases">
          <caption class="unseen">Cases, and who leads in each</caption>
          <thead>
            <tr>
              <th scope="col" class="name">
                case
              </th>
              {told.map(({ head }) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {answers.map(({ shown, title }, i) => (
              <tr key={title}>
                <th scope="row" class="name">
                  <a href={`#${caseId(shown)}`} onClick={follow}>
                    {title}
                  </a>
                </th>
                {told.map(({ head, cells, timed }) => (
                  <Leading key={head} rows={cells[i]!} timed={timed} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </nav>
  );
}

function Leading({ rows, timed }: { rows: readonly RankedRow[]; timed: boolean }): VNode {
  const names = rows.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = rows.length - names.length;
  const text = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return (
    <td>
      {text}
      {timed && rows.length > 0 && <span class="dim">{` ${ratio(rows[0]!.ratio)}`}</span>}
    </td>
  );
}

/** The address says what the reader has chosen: a way within the page must not take its place. */
function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))!;
  event.preventDefault();
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}
