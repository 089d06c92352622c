import { type ColumnId, RESULT_COLUMNS, resultColumn } from '../../analysis/columns.ts';
import type { Row } from '../../analysis/rows.ts';
import { documentsName, runtimeName } from '../../define/names.ts';
import { documentTitle } from '../../plan/verdict.ts';
import { rankText, singleTime } from '../../report/numbers.ts';
import { plainText } from '../../report/tables/columns.ts';
import type { Datum } from '../../store/record/columns.ts';
import { type RowParts, toned } from '../markup/blocks.tsx';
import type { PageContext } from './state.ts';

export function rowKey(row: Pick<Row, 'dataset' | 'size' | 'task' | 'name'>): string {
  return `${documentsName(row)} ${row.task} ${row.name}`;
}

export function opening(context: PageContext, groups: readonly (readonly [Row, ...Row[]])[]) {
  const { state, act } = context;
  const keysOf = (number: number) => groups[number]!.map(rowKey);
  const isOpen = (number: number) => keysOf(number).some((key) => state.open.includes(key));
  const press = (number: number) => {
    const keys = keysOf(number);
    const others = state.open.filter((key) => !keys.includes(key));
    act({ open: isOpen(number) ? others : [...others, keys[0]!] });
  };
  return {
    name: ({ text, tone }, number) => {
      const own = `${runtimeName(groups[number]![0])}/`;
      const runtime = text.startsWith(own) ? own : '';
      return (
        <button type="button" class="open" aria-expanded={isOpen(number)} onClick={() => press(number)}>
          <span class="dim">{toned({ text: runtime, tone })}</span>
          {toned({ text: text.slice(runtime.length), tone })}
        </button>
      );
    },
    below: (number, columns) => {
      if (!isOpen(number)) return null;
      return (
        <tr class="detail-row">
          <td colSpan={columns}>
            {groups[number]!.map((row, _, { length }) => (
              <Detail key={row.name} context={context} row={row} named={length > 1} />
            ))}
          </td>
        </tr>
      );
    },
  } satisfies RowParts;
}

interface DetailProps {
  readonly context: PageContext;
  readonly row: Row;
  readonly named: boolean;
}

function Detail({ context: { data }, row, named }: DetailProps) {
  return (
    <div class="detail">
      {named && <p class="strong">{row.name}</p>}
      <dl>
        {rowFacts(row, data).map(({ term, what, text, verbatim, struck }) => (
          <div key={term} class={verbatim ? 'wide' : undefined}>
            <dt title={what}>{term}</dt>
            <dd>{verbatim ? <pre>{text}</pre> : struck ? <s>{text}</s> : text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

type RowData = Pick<PageContext['data'], 'view' | 'packages' | 'licenses'>;

interface Fact {
  readonly term: string;
  readonly text: string;
  readonly what?: string;
  readonly verbatim?: boolean;
  readonly struck?: boolean;
}

/** Columns of an open row; a column's range follows its figure. */
const SHOWN: ReadonlySet<ColumnId> = new Set([
  ...(['title', 'version', 'format', 'bound', 'output_kind', 'verdict', 'deviations', 'beyond'] as const),
  ...(['varies', 'reuses', 'rank', 'ratio', 'finding', 'grade', 'ns_per_op', 'ops_per_s'] as const),
  ...(['mb_per_s', 'bytes', 'gzip', 'zstd', 'brotli', 'rounds', 'launch_spread', 'times_walk'] as const),
  ...(['percent_of_hand_written', 'cold_start_ns', 'first_operation_ns', 'first_sight'] as const),
  ...(['unverified_ns_per_op', 'unverified_ratio', 'allocated_bytes_per_op'] as const),
  ...(['collections_per_1000_ops', 'peak_resident_bytes'] as const),
]);

export function rowFacts(row: Row, { view, packages, licenses }: RowData): Fact[] {
  const runtime = runtimeName(row);
  const license = licenses[row.name];
  return [
    { term: 'runtime', text: `${runtime} ${view.runtimes[runtime] ?? ''}`.trim() },
    ...RESULT_COLUMNS.filter(({ id }) => SHOWN.has(id)).flatMap(({ id, head, what, of }) => {
      const text = id === 'rank' && row.kind === 'ranked' ? rankText(row) : valueText(id, of(row));
      if (text === '') return [];
      const term = id === 'rank' ? id : head || id.replace(/_ns(_per_op)?$/, '').replaceAll('_', ' ');
      return [{ term, what, text: `${text}${rangeText(id, row)}`, struck: id.startsWith('unverified') }];
    }),
    ...(license === undefined ? [] : [{ term: 'license', text: license }]),
    ...Object.entries({ ...failure(row), packages: packages[row.name]?.join('\n') }).flatMap(
      ([term, text]) => (text ? [{ term, text, verbatim: true }] : []),
    ),
  ];
}

/** Such as ` [1.02, 1.08]`: the interval of a figure, or its minimum and maximum over launches. */
function rangeText(id: string, row: Row): string {
  const end = (name: string) => valueText(id, resultColumn(`${id}_${name}`)?.of(row) ?? null);
  const [from, to] = [end('low') || end('minimum'), end('high') || end('maximum')];
  return from !== '' && to !== '' ? ` [${from}, ${to}]` : '';
}

function valueText(id: string, value: Datum | null): string {
  if (value === false) return '';
  return typeof value === 'number' && /(^|_)ns(_|$)/.test(id) ? singleTime(value) : plainText(value);
}

function failure({ reason, fix, difference }: Row) {
  const place =
    difference &&
    `${difference.place ?? documentTitle(difference.set, difference.document)}, at ${difference.pointer || 'its root'}`;
  const { expected, found } = difference ?? {};
  return { reason, 'to fix it': fix, 'first difference': place, expected, found };
}
