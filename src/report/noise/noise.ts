/** What `wiremark noise` found, as text and as JSON. */
import type { Rate } from '../../stats/noise.ts';
import type { NoiseSummary, WaySummary } from '../../stats/noise-summary.ts';
import { type Block, paragraph, type Table, tableOf, wordColumn } from '../text/document.ts';
import { counted, grouped } from '../text/numbers.ts';
import { renderTerminal } from '../text/terminal.ts';
import { noiseAdvice } from './advice.ts';
import { dozingFact } from './dozing.ts';
import type { NoiseCondition, NoiseReport } from './report.ts';

/** Every figure and every comparison, with the advice as sentences. */
export function noiseJson(report: NoiseReport): string {
  return `${JSON.stringify({ ...report, ...noiseAdvice(report) }, null, 2)}\n`;
}

/** For a terminal of 80 columns. */
export function noiseText(report: NoiseReport): string {
  const { what, conditions } = report;
  const { verdict, advice } = noiseAdvice(report);
  const list = (items: readonly string[]): Block => ({ kind: 'list', items });
  return renderTerminal(
    [
      paragraph(`${what.serializer} compared with itself: ${what.dataset}, ${what.task}`),
      list([machineText(report)]),
      tableFor(conditions),
      paragraph(howItWasDone(report)),
      list([verdict, ...advice.map((line) => `- ${line}`)]),
    ],
    { width: 80, color: false },
  );
}

function machineText({ machine, use, dozing }: NoiseReport): string {
  const facts = [
    `${machine.cpu}, ${counted(machine.cores, 'core')}`,
    machine.load === null ? 'load unknown' : `load ${machine.load.toFixed(2)}`,
    `governor ${machine.governor ?? 'unknown'}`,
    use === null
      ? 'other programs: unknown on this system'
      : `other programs used ${use.busyCores.toFixed(2)} cores before it began`,
    dozingFact(dozing),
  ];
  return `${facts.join('; ')}.`;
}

type Line = readonly [label: string, value: (summary: NoiseSummary) => string];

const LINES: readonly Line[] = [
  ['comparisons', ({ comparisons }) => String(comparisons)],
  ['false alarms at 95 %', ({ interleaved }) => rate(interleaved.falseAlarms)],
  ['  A first, then B', ({ naive }) => rate(naive.falseAlarms)],
  ['spread from run to run (CV)', ({ interleaved }) => coefficient(interleaved)],
  ['  A first, then B', ({ naive }) => coefficient(naive)],
  ['farthest from 1', ({ interleaved }) => fine(interleaved.spread.worst)],
  ['  A first, then B', ({ naive }) => fine(naive.spread.worst)],
  ['waited for a core', ({ waited }) => (waited === null ? 'unknown here' : fine(waited))],
  ['realistic target of a run', target],
];

const HEADS = { quiet: 'AS IT IS', loaded: 'WITH ADDED LOAD' } as const;

function tableFor(conditions: readonly NoiseCondition[]): Table {
  return tableOf<Line>(
    [
      wordColumn('', ([label]) => label),
      ...conditions.map(({ condition, summary }) =>
        wordColumn<Line>(HEADS[condition], ([, value]) => value(summary)),
      ),
    ],
    LINES,
  );
}

function rate(value: Rate | null): string {
  if (value === null) return 'none tested';
  const whole = (share: number) => (100 * share).toFixed(0);
  return `${value.count} of ${value.of} (${whole(value.low)} to ${whole(value.high)} %)`;
}

function coefficient({ spread }: WaySummary): string {
  return spread.cv === null ? 'takes two' : fine(spread.cv);
}

function fine(share: number): string {
  const percent = 100 * share;
  return `${grouped(percent, percent < 10 ? 2 : 1)} %`;
}

function target({ reach }: NoiseSummary): string {
  if (reach === null) return 'none up to ±10 %';
  return `±${grouped(100 * reach.target, Number.isInteger(100 * reach.target) ? 0 : 1)} % in ${reach.rounds} rounds`;
}

function howItWasDone({ plan, seconds, conditions }: NoiseReport): string {
  const load =
    conditions.length > 1
      ? ` The added load was ${plan.load} ${plan.load === 1 ? 'process' : 'processes'} that used a core in phases of 0.2 to 2 s with pauses as long; comparisons with and without it took turns.`
      : '';
  return `A comparison is ${plan.rounds} rounds; each starts two fresh processes of the serializer, warms them up, and takes ${plan.blocks} blocks of one slice of 50 ms of each, in shuffled order: a false alarm is an interval that excludes 1. "A first, then B" takes as many slices of one process, then of another, and a false alarm is a Welch test at 5 %. In brackets: the 95 % interval of a share.${load} The realistic target is what nine of ten runs of 10 to 30 rounds reach where rounds scatter as here. Seed ${plan.seed}; ${grouped(seconds)} s in all.`;
}
