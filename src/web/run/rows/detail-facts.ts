/** All that is known of a row, as terms and what they are. */
import { runtimeName } from '../../../define/names.ts';
import { counted, grouped, interval, percent, ratio, singleTime } from '../../../report/text/numbers.ts';
import type {
  FailedRow,
  LaunchTime,
  OperationTime,
  RankedRow,
  Row,
  UnmeasuredRow,
  UnverifiedTime,
} from '../../../report/view/rows.ts';
import type { CaseView, RunView } from '../../../report/view/view.ts';
import type { MemoryFigures } from '../../../store/record.ts';

export interface Fact {
  readonly term: string;
  readonly text: string;
  /** Words of a program, which keep their lines. */
  readonly verbatim?: boolean;
  /** Of work that was not done. */
  readonly struck?: boolean;
}

/** @param packages exact ones, as the manifest has them; none for what comes with the runtime */
export function rowFacts(row: Row, one: CaseView, view: RunView, packages: readonly string[]): Fact[] {
  const facts = [...configuration(row, view, packages)];
  if (row.kind === 'ranked') facts.push(...rankedFacts(row, one));
  if (row.kind === 'failed' || row.kind === 'unmeasured') facts.push(...failureFacts(row));
  return facts;
}

function configuration(row: Row, view: RunView, packages: readonly string[]): Fact[] {
  const version = row.version === null ? 'version not reported' : row.version;
  return [
    { term: 'Serializer', text: `${row.title}, ${version}` },
    { term: 'Runtime', text: [runtimeName(row), view.runtimes[runtimeName(row)] ?? ''].join(' ').trim() },
    ...(packages.length === 0 ? [] : [{ term: 'Packages', text: packages.join('\n'), verbatim: true }]),
    { term: 'Output', text: `${row.format}, as ${row.outputKind}` },
  ];
}

function rankedFacts(row: RankedRow, one: CaseView): Fact[] {
  return [
    {
      term: 'Verdict',
      text: 'ok: its whole output was compared with the data, in a rehearsal and after timing',
    },
    ...listed('Declared deviations', row.deviations),
    { term: 'Ratio', text: ratioText(row, one) },
    { term: 'Time', text: timeText(row.nsPerOp) },
    ...firstSightFacts(row),
    { term: 'Throughput', text: throughputText(row) },
    { term: 'Measured', text: measuredText(row) },
    ...boundFacts(row),
    ...sizeFacts(row),
    ...startFacts(row),
    ...(row.memory === null ? [] : [{ term: 'Memory', text: memoryText(row.memory) }]),
  ];
}

const listed = (term: string, texts: readonly string[]): Fact[] =>
  texts.length === 0 ? [] : [{ term, text: texts.join(', ') }];

function ratioText(row: RankedRow, { baseline }: CaseView): string {
  if (row.finding === 'baseline') return 'this is the baseline';
  const { confidence } = row.ratio;
  const ends = interval(row.ratio);
  const known =
    ends === '' || confidence === null ? 'no interval' : `${ends}, ${percent(confidence)} confidence`;
  return `${ratio(row.ratio)} relative to ${baseline}, the pseudo-median over launches; ${known}`;
}

function timeText(time: OperationTime): string {
  const { estimate, low, high, mean } = time;
  const ends = low === null || high === null ? '' : ` [${singleTime(low)}, ${singleTime(high)}]`;
  return `${singleTime(estimate)}${ends}; mean of all slices ${singleTime(mean)}`;
}

/** What a service sees, whose documents are all new. */
function firstSightFacts({ firstSight, idleCores }: RankedRow): Fact[] {
  const facts: Fact[] = [];
  if (firstSight !== null) {
    const { times, minimum, maximum, rounds } = firstSight;
    const [middle, least, most] = [times, minimum, maximum].map((value) => grouped(value, 2));
    const extremes = `${rounds === 1 ? '' : `${least} to ${most} in `}${counted(rounds, 'round')}`;
    facts.push({
      term: 'At first sight',
      text: `documents never seen before take ${middle} times as long as warm ones (${extremes})`,
    });
  }
  if (idleCores !== null)
    facts.push({ term: 'While idle', text: `${grouped(idleCores, 3)} cores busy while others were timed` });
  return facts;
}

function throughputText({ throughput: { score, error } }: RankedRow): string {
  const decimals = score >= 1000 ? 0 : 2;
  const around = error === null ? '' : ` ± ${grouped(error, decimals)} (99.9 %)`;
  return `${grouped(score, decimals)} operations/s${around}`;
}

function measuredText({ rounds, samples, steadiness, launchSpread, finding }: RankedRow): string {
  const { steady, launches } = steadiness;
  const parts = [`${grouped(samples)} slices in ${counted(rounds, 'round')}`];
  // A run may have been recorded without its warm-ups.
  if (launches > 0) parts.push(`steady before timing in ${steady} of ${launches} launches`);
  if (launchSpread !== null && finding !== 'baseline')
    parts.push(`ratio varies by ${percent(launchSpread)} from launch to launch`);
  return parts.join('; ');
}

function boundFacts({ bounds: { timesWalk, percentOfHandWritten, handWritten } }: RankedRow): Fact[] {
  const walk = timesWalk === null ? [] : [`${ratio(timesWalk)} times a walk over the objects`];
  const hand =
    percentOfHandWritten === null || handWritten === null
      ? []
      : [`${grouped(percentOfHandWritten.estimate)} % of the speed of ${handWritten}`];
  return listed('Beside the limits', [...walk, ...hand]);
}

function sizeFacts({ sizes }: RankedRow): Fact[] {
  if (sizes === null) return [];
  const { raw, gzip, zstd, brotli } = sizes;
  const packed = Object.entries({ gzip, zstd, brotli }).map(([name, bytes]) => `${name} ${grouped(bytes)}`);
  return [{ term: 'Size', text: `${grouped(raw)} bytes a document; ${packed.join(', ')}` }];
}

function startFacts({ start: { coldStart, firstOperation } }: RankedRow): Fact[] {
  const text = ({ median, minimum, maximum, launches }: LaunchTime) =>
    `${singleTime(median)} (${singleTime(minimum)} to ${singleTime(maximum)}, ${launches} launches)`;
  return [
    ...(coldStart === null ? [] : [{ term: 'Cold start', text: text(coldStart) }]),
    ...(firstOperation === null ? [] : [{ term: 'First operation', text: text(firstOperation) }]),
  ];
}

/** A figure or why there is none. */
function memoryText({ allocated, allocatedError, collections, peakResident }: MemoryFigures): string {
  const error = allocatedError === null ? '' : ` ± ${percent(allocatedError)}`;
  const bytes = allocated.known
    ? `${grouped(allocated.value)}${error} bytes an operation`
    : `bytes an operation not known: ${allocated.reason}`;
  const counts = Object.entries(collections).map(([name, figure]) =>
    figure.known
      ? `${grouped(figure.value, 3)} ${name} collections in 1,000 operations`
      : `${name}: ${figure.reason}`,
  );
  const peak = peakResident.known
    ? `at most ${grouped(peakResident.value / 2 ** 20)} MiB resident`
    : `resident memory not known: ${peakResident.reason}`;
  return [bytes, ...counts, peak].join('; ');
}

function unverifiedText({ nsPerOp, ratio: relative, rounds }: UnverifiedTime): string {
  const beside = relative === null ? '' : `, ${ratio(relative)} times the baseline's`;
  return `${singleTime(nsPerOp.estimate)}${beside}, over ${counted(rounds, 'round')}`;
}

function failureFacts(row: FailedRow | UnmeasuredRow): Fact[] {
  if (row.kind === 'unmeasured') return [{ term: 'Verdict', text: `not measured: ${row.reason}` }];
  const { verdict, reason, cure, difference, unverified } = row;
  return [
    { term: 'Verdict', text: verdict },
    { term: 'Reason', text: reason, verbatim: true },
    ...(unverified === null
      ? []
      : [{ term: 'Unverified time', text: unverifiedText(unverified), struck: true }]),
    ...(cure === null ? [] : [{ term: 'To mend it', text: cure, verbatim: true }]),
    ...(difference === null
      ? []
      : [
          {
            term: 'First difference',
            text: `${difference.set === 'hard' ? 'hard document' : 'document'} ${difference.document}, at ${difference.pointer || 'its root'}`,
          },
          { term: 'Expected', text: difference.expected, verbatim: true },
          { term: 'Found', text: difference.found, verbatim: true },
        ]),
  ];
}
