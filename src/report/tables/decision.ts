import type { AnalyzedRun } from '../../analysis/analyze.ts';
import { answeringRows, type Best, isSmallerGzipped } from '../../analysis/answer.ts';
import { type AnsweredCase, BOTH } from '../../analysis/both.ts';
import { sameMargin } from '../../analysis/finding.ts';
import { needsSchema, type RankedRow } from '../../analysis/rows.ts';
import type { Sizes } from '../../store/record/record.ts';
import { grouped, LIKELY_MEANING, listed, saidRange } from '../numbers.ts';
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
import { scopeText, sizeChange } from './case-answer.ts';
import { isSlowUnseen } from './case-notes.ts';
import { columnsOf, findingCell } from './columns.ts';
import { said } from './notes.ts';

export function decisionBlocks(one: AnsweredCase, settings: AnalyzedRun['settings']): Block[] {
  const { answer, ranked, baseline } = one;
  if (answer === null) return [];
  const all = { rows: ranked, margin: sameMargin(settings.target) };
  const { rows } = answeringRows(one);
  const best = answer.runtimes.flatMap((language) => language.best);
  const isChosen = ({ name, gain }: RankedRow) =>
    gain?.finding === 'baseline' || best.some(({ names }) => names[0] === name);
  const chosen = answer.runtimes.flatMap((language) =>
    rows.filter((row) => row.runtime === language.runtime && language.rows > 1 && isChosen(row)),
  );
  const whyText = (row: RankedRow) => {
    const questions = best.flatMap((question) => questionText(question, row)).join(', ');
    const costs = [
      ...said(row.format, row.format !== 'json'),
      ...said('needs a schema', needsSchema(row)),
      ...said('slow on unseen documents', isSlowUnseen(row)),
    ].join(', ');
    return [questions, costs].filter((text) => text !== '').join('; ');
  };
  const bytes = sizeColumns(one, 'raw', 'bytes');
  const gzip = rows.some(isSmallerGzipped) ? sizeColumns(one, 'gzip', 'gzip', 2) : [];
  const columns = [
    ...columnsOf(['name', 'ns_per_op'], all),
    wordColumn<RankedRow>('gain', ({ gain }) =>
      gain ? findingCell(gain, all.margin, saidRange(gain.ratio, all.margin)) : '',
    ),
    ...bytes,
    ...gzip,
    proseColumn<RankedRow>('why', whyText, true),
  ];
  const over = [...new Set(chosen.flatMap(({ gain }) => gain?.over ?? []))];
  const gains = over.length > 0 ? ` and what it gains over ${listed(over)}` : '';
  const scope = scopeText(answer);
  const what = scope ? `Of the rows${scope}, what to choose` : 'What to choose';
  const isSum = one.task === BOTH;
  const above = `${what}${isSum ? ' by the sum of both times' : ''}${gains}:`;
  const fastest = rows.filter(({ name }) => answer.runtimes.some(({ names }) => names[0] === name));
  const languages = [...columnsOf(['name', 'ns_per_op', 'compared'], all), bytes[0]!, ...gzip.slice(0, 1)];
  const between = `Languages, each by its fastest library or the first of those tied, compared with ${baseline}:`;
  const isLikely = [...chosen, ...fastest].some((row) => [row.gain?.grade, row.grade].includes('likely'));
  return [
    ...(chosen.length > 0 ? [paragraph(above), tableOf(filled(columns, chosen), chosen)] : []),
    ...(fastest.length > 1 ? [paragraph(between), tableOf(filled(languages, fastest), fastest)] : []),
    ...(isSum && isLikely ? [paragraph(LIKELY_MEANING)] : []),
  ];
}

/** The mean size of a document in bytes, and its difference in percent from that of the row `gain.over`. */
function sizeColumns(one: AnsweredCase, as: keyof Sizes, head: string, spare = 0): ColumnOf<RankedRow>[] {
  const size = (row: RankedRow | undefined) => row?.sizes?.[as];
  const changeText = (row: RankedRow) => {
    const [own, other] = [size(row), size(one.ranked.find(({ name }) => name === row.gain?.over))];
    const change = sizeChange(own, other);
    return change === 0 ? '' : `${change < 0 ? '−' : '+'}${Math.abs(change)} %`;
  };
  return [numberColumn(head, size, grouped, spare), figureColumn('change', changeText, spare)];
}

function questionText({ question, names: [first, ...tied], grade }: Best, { name }: RankedRow): string[] {
  if (name !== first) return [];
  if (tied.length > 0) return [`${question} (tied with ${listed(tied)})`];
  return [grade === 'likely' ? `probably ${question}` : question];
}
