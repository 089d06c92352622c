/** What a run answers, in sentences: they are the last that a run prints, and the first of a report. */
import { caseName, runtimeName } from '../../define/names.ts';
import { sameMargin } from '../../stats/judgement.ts';
import type { OwnDocuments } from '../../store/record.ts';
import { type Block, heading, paragraph } from '../text/document.ts';
import { grouped, interval, threeDigits } from '../text/numbers.ts';
import {
  caseAnswer,
  type KindAnswer,
  type Leaders,
  type Tallies,
  type Tally,
  type TaskAnswer,
  taskAnswers,
} from '../view/answer.ts';
import { type CaseView, documentSize } from '../view/case.ts';
import type { RankedRow } from '../view/rows.ts';
import type { RunView } from '../view/view.ts';
import { cheapest } from './prices.ts';
import { findingCell, inverse } from './ranking.ts';

/** More cases than these are answered together. */
const MOST_CASES = 3;
/** More that can't be told apart are counted. */
const MOST_NAMED = 2;

/**
 * The answer of a whole run; nothing where no row is ranked.
 *
 * @param shown its cases, with the rows that are asked of
 */
export function composeAnswer(
  shown: readonly CaseView[],
  { settings, own }: Pick<RunView, 'settings' | 'own'>,
): Block[] {
  const asked = shown.filter(({ ranked }) => ranked.length > 0);
  if (asked.length === 0) return [];
  const answers = asked.map(caseAnswer);
  const leftOut = answers.some((one) => one.leftOut > 0) ? ', hand-written rows left out' : '';
  const many = asked.length > MOST_CASES;
  const claimed = asked.filter(({ disturbed }) => !disturbed);
  const tell = (one: CaseView) => [
    ...(asked.length > 1 ? [paragraph(caseName(one), 'strong')] : []),
    ...caseSentences(one, settings).map((text) => paragraph(text)),
  ];
  const overall = () => taskAnswers(answers).map((one) => paragraph(overallSentence(one)));
  const lines = many ? overall() : claimed.flatMap(tell);
  const unclaimed = asked.filter(({ disturbed }) => disturbed);
  const sentences = new Set(unclaimed.flatMap((one) => caseSentences(one, settings)));
  // What holds of all cases alike needs no name.
  if (claimed.length === 0 && sentences.size === 1)
    lines.push(...[...sentences].map((text) => paragraph(text)));
  else lines.push(...unclaimed.flatMap(tell));
  const told = own === undefined ? [] : [paragraph(ownSentence(own))];
  return [heading(2, `Summary${many ? ` of ${asked.length} cases` : ''}${leftOut}`), ...told, ...lines];
}

/** `For 200 documents of yours, 2,134 bytes in the middle:` */
function ownSentence({ documents, timed, held, medianBytes }: OwnDocuments): string {
  const bytes = `${grouped(medianBytes)} bytes`;
  if (documents === 1) return `For one document of yours, ${bytes}:`;
  const chosen = timed + held < documents ? `${grouped(timed + held)} of your ${grouped(documents)}` : '';
  const which = chosen === '' ? `${grouped(documents)} documents of yours` : `${chosen} documents`;
  return `For ${which}, ${bytes} in the middle:`;
}

/** A sentence for text and one for bytes. @param shown with the rows that are asked of */
export function caseSentences(shown: CaseView, settings: RunView['settings']): string[] {
  const { disturbed, kinds } = caseAnswer(shown);
  if (kinds.length === 0) return ['No row that can be adopted is ranked.'];
  const words = new Wording(shown, sameMargin(settings.target));
  if (disturbed) return [`Nothing is claimed of times. ${kinds.map((kind) => words.size(kind)).join(' ')}`];
  return [...kinds.map((kind) => `${kind.outputKind}: ${words.kind(kind)}.`), ...cheapest(shown)];
}

/** How the rows of one case are told. */
class Wording {
  readonly #case: CaseView;
  readonly #margin: number;

  constructor(one: CaseView, margin: number) {
    this.#case = one;
    this.#margin = margin;
  }

  kind({ overall, runtimes }: KindAnswer): string {
    const leading = new Set(overall.fastest.map(runtimeName));
    const others = runtimes
      .filter(({ runtime }) => !leading.has(runtime))
      .map((one) => this.#runtime(one, overall.sizesDiffer));
    const elsewhere = others.length === 0 ? '' : `. Fastest of other runtimes: ${others.join('; ')}`;
    return `${this.#fastest(overall)}${this.#smallest(overall)}${elsewhere}`;
  }

  /** `Smallest bytes: jvm/avro (200 bytes).` */
  size({ outputKind, overall: { smallest } }: KindAnswer): string {
    const [first, ...more] = smallest;
    if (first === undefined) return `The size of ${outputKind} is not known.`;
    const alike = more.length === 0 ? '' : ` and ${more.length} more of its size`;
    return `Smallest as ${outputKind}: ${this.#sized(first)}${alike}.`;
  }

  #fastest({ fastest, both, rows, sizesDiffer, next }: Leaders): string {
    const [first, ...more] = fastest;
    const told = `${this.#sized(first!)}, ${this.#against(first!, true)}`;
    if (rows === 1) return `only ${told}`;
    if (more.length === 0) {
      const which = both.length > 0 && sizesDiffer ? 'fastest and smallest' : 'fastest';
      const behind = next && saysNext(first!, next) ? `; next is ${this.#told(next, sizesDiffer)}` : '';
      return `${which} is ${told}${behind}`;
    }
    const named = more.slice(0, MOST_NAMED - 1).map((row) => this.#told(row, sizesDiffer));
    const left = fastest.length - MOST_NAMED;
    const others = left > 0 ? [...named, `${left} more`] : named;
    return `fastest is ${told}; it can't be told from ${others.join(' and ')}`;
  }

  #smallest({ fastest, smallest, both, sizesDiffer }: Leaders): string {
    const [first, ...more] = both.length > 0 ? both : smallest;
    if (!sizesDiffer || first === undefined || first === fastest[0]) return '';
    const alike = more.length === 0 ? '' : `, and ${more.length} more of its size`;
    return `; smallest is ${this.#told(first, true)}${alike}`;
  }

  #runtime({ fastest, smallest }: Leaders, sizesDiffer: boolean): string {
    const [first] = fastest;
    const lean = sizesDiffer && !smallest.includes(first!) ? `, smallest ${this.#sized(smallest[0]!)}` : '';
    return `${this.#told(first!, sizesDiffer)}${lean}`;
  }

  /** @param sized whether its size says anything */
  #told(row: RankedRow, sized: boolean): string {
    return `${sized ? this.#sized(row) : row.name}, ${this.#against(row, false)}`;
  }

  #sized(row: RankedRow): string {
    const bytes = documentSize(row, this.#case);
    return bytes === undefined ? row.name : `${row.name} (${grouped(bytes)} bytes)`;
  }

  /** `~2.53x faster than node/json [2.42, 2.65]`. @param named whether the baseline is */
  #against(row: RankedRow, named: boolean): string {
    if (row.finding === 'baseline') return 'the baseline';
    const link = { faster: 'than', slower: 'than', same: 'as', undecided: 'against' }[row.finding];
    const baseline = named ? ` ${link} ${this.#case.baseline}` : '';
    const ends = interval(row.finding === 'faster' ? inverse(row.ratio) : row.ratio);
    return `${findingCell(row, this.#margin).text}${baseline}${ends === '' ? '' : ` ${ends}`}`;
  }
}

/** A baseline is told by who comes after it; other runtimes are told anyway. */
function saysNext(first: RankedRow, next: RankedRow): boolean {
  return first.finding === 'baseline' && runtimeName(first) === runtimeName(next);
}

function overallSentence({ task, outputKind, overall, runtimes }: TaskAnswer): string {
  const leader = runtimes.find(({ fastest }) =>
    fastest.some(({ name }) => name === overall.fastest[0]!.name),
  );
  const others = runtimes.filter((one) => one !== leader);
  const elsewhere = others.map(({ fastest, cases }) => tallied(fastest.slice(0, 1), cases)).join('; ');
  const sentences = [
    `fastest is ${tallied(overall.fastest, overall.cases)}${leanest(overall)}`,
    ...(others.length > 0 ? [`Fastest of other runtimes: ${elsewhere}`] : []),
  ];
  return `${task}, ${outputKind}: ${sentences.join('. ')}.`;
}

function leanest({ smallest, both, cases }: Tallies): string {
  if (smallest.length === 0) return '';
  const [lean, all] = [smallest[0]!, both[0]];
  const each = all === undefined ? '' : `; both ${all.name} in ${all.cases}`;
  return `; smallest ${lean.name} in ${lean.cases} of ${cases}${each}`;
}

/** `jvm/circe in 5 of 6 cases (1.2x to 2.3x faster than the baseline), jvm/jackson in 1`. */
function tallied([first, ...more]: readonly Tally[], cases: number): string {
  const others = more.slice(0, MOST_NAMED - 1).map(({ name, cases }) => `, ${name} in ${cases}`);
  const of = cases === 1 ? 'in the only case' : `in ${first!.cases} of ${cases} cases`;
  return `${first!.name} ${of} (${rangeText(first!)})${others.join('')}`;
}

function rangeText({ low, high }: Tally): string {
  const times = (value: number) => `${grouped(value, threeDigits(value))}x`;
  const range = (from: number, to: number) =>
    times(from) === times(to) ? times(to) : `${times(from)} to ${times(to)}`;
  if (low === 1 && high === 1) return 'the baseline';
  if (high < 1) return `${range(1 / high, 1 / low)} faster than the baseline`;
  if (low > 1) return `${range(low, high)} slower than the baseline`;
  return `${range(low, high)} the baseline's time`;
}
