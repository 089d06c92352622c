import type { AnalyzedCase } from '../../analysis/analyze.ts';
import { answeringRows, type CaseAnswer } from '../../analysis/answer.ts';
import { type AnsweredCase, BOTH } from '../../analysis/both.ts';
import type { RankedRow } from '../../analysis/rows.ts';
import { sentWays } from '../../analysis/sending.ts';
import type { Sizes } from '../../store/record/record.ts';
import { listed, markOf, saidRatio, singleTime } from '../numbers.ts';

interface Headline extends Pick<RankedRow, 'grade'> {
  /** Speed of the first row relative to the baseline (of a baseline, to the next row): `1.8×`. Empty if not found faster. */
  readonly figure: string;
  readonly text: string;
}

export interface CaseWords {
  readonly headline: Headline;
  readonly sentences: readonly string[];
  readonly versions?: string;
}

interface Answered extends CaseAnswer, Pick<AnalyzedCase, 'disturbed'> {
  readonly rows: ReadonlyMap<string, RankedRow>;
}

export function caseWords(one: AnsweredCase): CaseWords | null {
  if (one.answer === null) return null;
  const rows = new Map(answeringRows(one).rows.map((row) => [row.name, row]));
  // `one.disturbed` isn't used here: it is also true for a shared machine, which may have been idle.
  const disturbed = one.disturbances.disturbed > one.disturbances.known / 2;
  const answered = { ...one.answer, disturbed, rows };
  const headline = headlineOf(answered, one.ranked);
  const versions = versionsText(answered);
  if (versions === null) return { headline, sentences: [headline.text, ...sentText(one)] };
  // For two versions, a sentence on the fastest one would only repeat the comparison.
  return { headline, versions, sentences: [`${versions}.`, ...(rows.size > 2 ? [headline.text] : [])] };
}

export function fastestText(one: AnalyzedCase): string {
  if (one.answer === null) return '';
  const { names, grade } = one.answer.fastest;
  if (names.length === 1) return `${markOf(grade)}${names[0]} ${caseWords(one)!.headline.figure}`.trim();
  return listed(names);
}

function headlineOf(answered: Answered, ranked: readonly RankedRow[]): Headline {
  const { fastest, rows } = answered;
  const first = rows.get(fastest.names[0]!)!;
  if (fastest.rows === 1) return onlyLibrary(answered, first);
  const { against, ...figure } = advantage(answered, first);
  const size = against === '' ? '' : sizeText(first.sizes, answered.baseline?.sizes);
  const scope = scopeText(answered);
  // Hand-written code may be as fast.
  const isBeside = ranked.some(({ bound, beatenBy }) => bound && !beatenBy.includes(first.name));
  const which = isBeside ? `Of the libraries${scope}, ` : scope && `Of the rows${scope}, `;
  return { ...figure, text: `${which}${leadText(answered)}${against}${size}.` };
}

/** Words that limit an answer to some rows, such as "shown that can do every task"; empty if it is about all rows. */
export function scopeText({ hidden, onlyComplete }: Pick<CaseAnswer, 'hidden' | 'onlyComplete'>): string {
  return `${hidden > 0 ? ' shown' : ''}${onlyComplete ? ' that can do every task' : ''}`;
}

const SAME_TOTAL = 1.05;
const MOST_QUICKEST = 3;

/**
 * Names the quickest ways (a row, compressed or not) to deliver a document at 100 Mbit/s. Empty if there are more than three, if
 * the uncompressed baseline is one of them, if the task stops at a tree, or if times are unreliable or unknown.
 */
function sentText(one: AnsweredCase): string[] {
  const ways = one.disturbed || one.task.endsWith('-tree') ? [] : sentWays(one, 100);
  const usual = ways.find(({ row, way }) => row.name === one.baseline && way === 'uncompressed');
  const least = ways[0]?.ns ?? 0;
  const quickest = ways.filter(({ row, ns }) => {
    const { name, nsPerOp } = ways[0]!.row;
    const isSlower = [...row.beatenBy, ...row.probablyBeatenBy].includes(name);
    // If it wasn't found slower, it may be as fast.
    const more = isSlower ? 0 : Math.max(0, row.nsPerOp.estimate - nsPerOp.estimate);
    return ns - more <= SAME_TOTAL * least;
  });
  const names = quickest.map(({ row, way }) => `${row.name} ${way}`);
  if (usual === undefined || quickest.includes(usual) || names.length > MOST_QUICKEST) return [];
  const [are, about] = names.length === 1 ? ['is', ''] : ['are', 'about '];
  const oneWay = one.task === 'serialize' ? 'write and send' : 'receive and read';
  const doing = one.task === BOTH ? 'write, send and read' : oneWay;
  const other = `${singleTime(usual.ns)} with ${usual.row.name} uncompressed`;
  const all = listed(names);
  return [
    `At 100 Mbit/s, ${all} ${are} quickest: ${about}${singleTime(least)} to ${doing} a document, instead of ${other}.`,
  ];
}

function leadText({ fastest, smallest: least, disturbed }: Answered): string {
  const { names, grade } = fastest;
  const why = disturbed ? 'the machine was too busy to tell them apart' : 'no difference found between them';
  if (names.length > 1) return `${listed(names)} lead: ${why}`;
  const smallest = least?.names.length === 1 && least.names[0] === names[0] ? ' and smallest' : '';
  return `${names[0]} is ${grade === 'established' ? '' : 'probably '}fastest${smallest}`;
}

function advantage({ fastest, rows, baseline }: Answered, first: RankedRow) {
  const leads = first.finding === 'baseline';
  const row = leads ? [...rows.values()].find(({ name }) => name !== first.name) : first;
  const isFound = row?.finding === 'faster' || row?.finding === 'slower';
  if (!isFound || baseline === null) return { figure: '', grade: 'unclear' as const, against: '' };
  const tied = fastest.names.length > 1;
  const figure = figureOf(row);
  const who = tied ? `; ${first.name} looks fastest,` : ':';
  // If the sentence already says "probably fastest", the figure isn't called probable, too.
  const isSure = row.grade === 'established' || fastest.grade === 'likely';
  const about = isSure ? '' : tied ? 'about ' : 'probably ';
  const other = leads ? `${rows.size > 2 ? 'the next, ' : ''}${row.name}` : baseline.name;
  const how = leads ? 'faster' : row.finding;
  const against = `${who} ${about}${figure} ${how} than ${other}`;
  return { figure: how === 'faster' ? figure : '', grade: row.grade, against };
}

const figureOf = ({ ratio }: RankedRow) => saidRatio(ratio).split(' ')[0]!;

function onlyLibrary(answered: Answered, row: RankedRow): Headline {
  const { baseline } = answered;
  const isCompared = baseline !== null && row.finding !== 'baseline';
  const against = isCompared ? `: ${comparedText(row, baseline.name)}` : '';
  const figure = isCompared && row.finding === 'faster' ? figureOf(row) : '';
  const which = scopeText(answered) || ' that is ranked';
  return { figure, grade: row.grade, text: `${row.name} is the only library${which}${against}.` };
}

/** `, 35 % smaller`. Adds the change of the gzipped size if that isn't in the same direction. */
function sizeText(own: Sizes | null, other: Sizes | null | undefined): string {
  const [raw, gzip] = [sizeChange(own?.raw, other?.raw), sizeChange(own?.gzip, other?.gzip)];
  if (raw === 0) return '';
  const text = (change: number) =>
    change === 0 ? 'as large' : `${Math.abs(change)} % ${change < 0 ? 'smaller' : 'larger'}`;
  const gzipped = Math.sign(gzip) === Math.sign(raw) ? '' : ` (gzipped: ${text(gzip)})`;
  return `, ${text(raw)}${gzipped}`;
}

/** Difference in percent, at least −99; 0 if it is less than 1 % or a size is unknown. */
export function sizeChange(own: number | undefined, other: number | undefined): number {
  const change = own && other ? 100 * (own / other - 1) : 0;
  return Math.abs(change) < 1 ? 0 : Math.max(-99, Math.round(change));
}

function versionsText({ rows, baseline }: Answered): string | null {
  const all = [...rows.values()];
  const others = all.filter(({ finding }) => finding !== 'baseline');
  const libraries = new Set(all.map(({ runtime, serializer }) => `${runtime}/${serializer.split('@')[0]}`));
  if (libraries.size > 1 || others.length === 0 || !baseline?.name.includes('@')) return null;
  return others.map((row) => `${row.name} is ${comparedText(row, baseline.name)}`).join('; ');
}

function comparedText({ finding, grade, ratio }: RankedRow, other: string): string {
  if (finding === 'unclear') return `not clearly different from ${other}`;
  const found = finding === 'same' ? 'as fast as' : `${saidRatio(ratio)} than`;
  return `${grade === 'likely' ? 'probably ' : ''}${found} ${other}`;
}
