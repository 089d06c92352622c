import type { AnalyzedCase, AnalyzedRun } from '../../analysis/analyze.ts';
import { answeringRows, type Best } from '../../analysis/answer.ts';
import { sameMargin } from '../../analysis/finding.ts';
import type { RankedRow } from '../../analysis/rows.ts';
import type { Sizes } from '../../store/record/record.ts';
import { grouped, listed, saidRatio } from '../numbers.ts';
import {
  type Block,
  type ColumnOf,
  figureColumn,
  filled,
  numberColumn,
  paragraph,
  proseColumn,
  tableOf,
  wordColumn,
} from '../text/document.ts';
import { scopeText } from './case-answer.ts';
import { columnsOf, findingCell } from './columns.ts';

export function decisionBlocks(one: AnalyzedCase, settings: AnalyzedRun['settings']): Block[] {
  const { answer, ranked, baseline } = one;
  if (answer === null) return [];
  const all = { rows: ranked, margin: sameMargin(settings.target) };
  const { rows } = answeringRows(one);
  const best = answer.runtimes.flatMap((language) => language.best);
  const isChosen = ({ name, gain, runtime }: RankedRow) =>
    best.some(({ names }) => names[0] === name) ||
    (gain?.finding === 'baseline' && answer.runtimes.some((own) => own.runtime === runtime && own.rows > 1));
  const chosen = answer.runtimes.flatMap(({ runtime }) =>
    rows.filter((row) => row.runtime === runtime && isChosen(row)),
  );
  const columns = [
    ...columnsOf(['name', 'ns_per_op'], all),
    wordColumn<RankedRow>('gain', ({ gain }) =>
      gain ? findingCell(gain, all.margin, saidRatio(gain.ratio)) : '',
    ),
    ...sizeColumns(one, 'raw', 'bytes', 1),
    ...sizeColumns(one, 'gzip', 'gzip', 2),
    proseColumn<RankedRow>('why', (row) => best.flatMap((question) => whyText(question, row)).join(', ')),
  ];
  const over = new Set(chosen.flatMap(({ gain }) => gain?.over ?? []));
  const scope = scopeText(answer, 'do');
  const what = scope ? `Of the rows${scope}, what to choose` : 'What to choose';
  const above = `${what} and what it gains over ${listed([...over])}:`;
  const fastest = rows.filter(({ name }) => answer.runtimes.some(({ names }) => names[0] === name));
  const languages = [
    ...columnsOf(['name', 'ns_per_op', 'compared'], all),
    ...[sizeColumns(one, 'raw', 'bytes', 1)[0]!, sizeColumns(one, 'gzip', 'gzip', 2)[0]!],
  ];
  const between = `Languages, each by the row that looks fastest, compared with ${baseline}:`;
  return [
    ...(chosen.length > 0 ? [paragraph(above), tableOf(filled(columns, chosen), chosen)] : []),
    ...(fastest.length > 1 ? [paragraph(between), tableOf(filled(languages, fastest), fastest)] : []),
  ];
}

/** Two columns: the mean size of a document in bytes, and its difference in percent from the size with the row `gain.over`. */
function sizeColumns(one: AnalyzedCase, as: keyof Sizes, head: string, spare: number): ColumnOf<RankedRow>[] {
  const size = (row: RankedRow | undefined) => row?.sizes?.[as];
  const changeText = (row: RankedRow) => {
    const [own, other] = [size(row), size(one.ranked.find(({ name }) => name === row.gain?.over))];
    const change = own && other ? Math.round(100 * (own / other - 1)) : 0;
    return change === 0 ? '' : `${change < 0 ? '−' : '+'}${Math.abs(change)} %`;
  };
  return [numberColumn(head, size, grouped), figureColumn('change', changeText, spare)];
}

function whyText({ question, names: [first, ...tied], grade }: Best, { name }: RankedRow): string[] {
  if (name !== first) return [];
  if (tied.length > 0) return [`${question} (tied with ${listed(tied)})`];
  return [grade === 'likely' ? `probably ${question}` : question];
}
