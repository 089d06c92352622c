/** What `wiremark noise` found, as text and as JSON. */
import { awakeFact, spelledPrograms } from '../report/machine.ts';
import { counted, grouped, percent } from '../report/numbers.ts';
import { machineText } from '../report/tables/notes.ts';
import { list, paragraph, tableOf, wordColumn } from '../report/text/document.ts';
import { renderTerminal } from '../report/text/terminal.ts';
import { FULL_ROUNDS, USUAL_TARGET } from '../stats/judgement.ts';
import { excludesOne, type Reach } from './figures.ts';
import type { NoiseWish, ObservedNoise } from './observe.ts';

/** All that `wiremark noise` did and found. */
export interface NoiseReport extends ObservedNoise {
  readonly what: NoiseWish;
}

/** Every figure, with the advice as sentences. */
export function noiseJson(report: NoiseReport): string {
  return `${JSON.stringify({ ...report, ...noiseAdvice(report) }, null, 2)}\n`;
}

/** For a terminal of 80 columns. */
export function noiseText(report: NoiseReport): string {
  const { what, seed, seconds, machine, use, unkept } = report;
  const others = use ? `${use.busyCores.toFixed(2)} cores before it began` : 'unknown on this system';
  const { verdict, advice } = noiseAdvice(report);
  const columns = ['', 'BESIDE ITSELF'].map((head, i) =>
    wordColumn<readonly string[]>(head, (line) => line[i]!),
  );
  return renderTerminal(
    [
      paragraph(`${what.serializer} compared with itself: ${what.dataset}, ${what.task}`),
      list([`${machineText(machine)}; other programs: ${others}; ${awakeFact(unkept)}.`]),
      tableOf(columns, figures(report)),
      paragraph(`${HOW} Seed ${seed}; ${grouped(seconds)} s in all.`),
      list([verdict, ...advice.map((line) => `- ${line}`)]),
    ],
    { width: 80, color: false },
  );
}

const HOW = `Every round starts two fresh processes of the serializer and compares them as a run does; the true ratio is 1. The realistic target is what nine of ten runs of ${FULL_ROUNDS.minimum} to ${FULL_ROUNDS.maximum} rounds reach where rounds scatter as here.`;

function figures({ rounds, spread, runs, waited, reach }: NoiseReport): (readonly string[])[] {
  const ratios = runs.map(({ ratio }) => ratio);
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(3));
  return [
    ['rounds', String(rounds)],
    ['scatter from round to round', spread === null ? 'takes two rounds' : fine(spread)],
    [
      `ratio of ${FULL_ROUNDS.minimum} rounds`,
      runs.length === 0 ? 'takes more rounds' : [...new Set([low, high])].join(' to '),
    ],
    ['  called a difference', `${runs.filter(excludesOne).length} of ${runs.length}`],
    ['waited for a core', waited === null ? 'unknown here' : fine(waited)],
    ['realistic target of a run', target(reach)],
  ];
}

const fine = (share: number) => `${grouped(100 * share, share < 0.1 ? 2 : 1)} %`;

function target(reach: Reach | null): string {
  if (reach === null) return 'none up to ±10 %';
  return `±${grouped(100 * reach.target, Number.isInteger(100 * reach.target) ? 0 : 1)} % in ${reach.rounds} rounds`;
}

/** Less of a core, or of the time, is nothing to act on. */
const NEGLIGIBLE = 0.02;

/** Whether the machine is fit to measure on, and what to do, most important first: nothing where nothing would help. */
export function noiseAdvice({ machine, use, waited, rounds, reach }: NoiseReport) {
  const named = use === null ? '' : spelledPrograms(use);
  const stolen = use?.stolenCores ?? 0;
  const governed = machine.governor !== null && machine.governor !== 'performance';
  const advice = [
    named !== '' && `Close other programs: ${named} when this began.`,
    governed &&
      `The clock rate follows the load (governor ${machine.governor}): "sudo cpupower frequency-set -g performance" keeps it up, if the machine is yours.`,
    stolen >= NEGLIGIBLE &&
      `This is a virtual machine whose host gave away ${percent(stolen)} of a core to others: measure at another hour, or on a machine of your own.`,
    (waited ?? 0) >= NEGLIGIBLE &&
      `Slices waited for a core for ${percent(waited!)} of their time (subtracted from the figures): leave a core free for them.`,
    rounds >= FULL_ROUNDS.minimum && targetAdvice(reach),
  ];
  return {
    verdict: verdict(rounds, reach),
    advice: advice.filter((line) => typeof line === 'string'),
  };
}

function verdict(rounds: number, reach: Reach | null): string {
  if (rounds < FULL_ROUNDS.minimum)
    return `${counted(rounds, 'round')} can't tell what this machine is fit for: allow more time with --budget.`;
  if (reach === null) return 'As it is, this machine is not fit to measure on: no usual target is in reach.';
  if (reach.target > USUAL_TARGET)
    return `As it is, this machine is fit for differences of ${percent(reach.target)} and more only.`;
  return `As it is, this machine is fit to measure on: ±${percent(reach.target)} is in reach.`;
}

function targetAdvice(reach: Reach | null): string | null {
  if (reach === null)
    return 'Until that is better, no target will be reached; read the intervals, not the order of rows.';
  if (reach.target <= USUAL_TARGET) return null;
  return `Use --target ${Number((100 * reach.target).toFixed(1))}: the usual ±2 % would end at 30 rounds without being reached.`;
}
