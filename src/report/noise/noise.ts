/** What `wiremark noise` found, as text and as JSON. */
import { FULL_ROUNDS } from '../../stats/judgement.ts';
import { excludesOne } from '../../stats/noise.ts';
import { machineText } from '../tables/notes.ts';
import { type Block, paragraph, tableOf, wordColumn } from '../text/document.ts';
import { grouped } from '../text/numbers.ts';
import { renderTerminal } from '../text/terminal.ts';
import { type NoiseFacts, noiseAdvice } from './advice.ts';
import { type DozingFact, dozingFact } from './dozing.ts';

/** All that `wiremark noise` did and found. */
export interface NoiseReport extends NoiseFacts {
  readonly what: { readonly serializer: string; readonly dataset: string; readonly task: string };
  readonly seed: number;
  readonly dozing: DozingFact;
  readonly seconds: number;
}

/** Every figure, with the advice as sentences. */
export function noiseJson(report: NoiseReport): string {
  return `${JSON.stringify({ ...report, ...noiseAdvice(report) }, null, 2)}\n`;
}

/** For a terminal of 80 columns. */
export function noiseText(report: NoiseReport): string {
  const { what, seed, seconds } = report;
  const { verdict, advice } = noiseAdvice(report);
  const list = (items: readonly string[]): Block => ({ kind: 'list', items });
  const columns = ['', 'BESIDE ITSELF'].map((head, i) =>
    wordColumn<readonly string[]>(head, (line) => line[i]!),
  );
  return renderTerminal(
    [
      paragraph(`${what.serializer} compared with itself: ${what.dataset}, ${what.task}`),
      list([machineFacts(report)]),
      tableOf(columns, figures(report)),
      paragraph(`${HOW} Seed ${seed}; ${grouped(seconds)} s in all.`),
      list([verdict, ...advice.map((line) => `- ${line}`)]),
    ],
    { width: 80, color: false },
  );
}

const HOW = `Every round starts two fresh processes of the serializer and compares them as a run does; the true ratio is 1. The realistic target is what nine of ten runs of ${FULL_ROUNDS.minimum} to ${FULL_ROUNDS.maximum} rounds reach where rounds scatter as here.`;

function machineFacts({ machine, use, dozing }: NoiseReport): string {
  const others =
    use === null ? 'unknown on this system' : `${use.busyCores.toFixed(2)} cores before it began`;
  return `${machineText(machine)}; other programs: ${others}; ${dozingFact(dozing)}.`;
}

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

function fine(share: number): string {
  const percent = 100 * share;
  return `${grouped(percent, percent < 10 ? 2 : 1)} %`;
}

function target(reach: NoiseFacts['reach']): string {
  if (reach === null) return 'none up to ±10 %';
  return `±${grouped(100 * reach.target, Number.isInteger(100 * reach.target) ? 0 : 1)} % in ${reach.rounds} rounds`;
}
