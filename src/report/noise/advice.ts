/** What to do about a machine's noise: sentences that each rest on a fact that was read or measured. */
import type { NoiseSummary, Reach } from '../../stats/noise-summary.ts';
import { counted, percent } from '../text/numbers.ts';
import { spelledPrograms } from './busy.ts';
import type { NoiseReport } from './report.ts';

/** What a run aims at unless told otherwise. */
const USUAL_TARGET = 0.02;

/** Whether the machine is fit to measure on, and advice, most important first: none where nothing was found to better. */
export function noiseAdvice(report: NoiseReport) {
  const quiet = report.conditions.find(({ condition }) => condition === 'quiet')?.summary;
  const loaded = report.conditions.find(({ condition }) => condition === 'loaded')?.summary;
  return {
    verdict: quiet ? verdict(quiet.reach) : 'The machine was not measured as it is.',
    advice: [
      ...others(report),
      ...governor(report),
      ...disturbances(report, quiet),
      ...(quiet ? settings(quiet) : []),
      ...(quiet && loaded ? cores(report, quiet, loaded) : []),
      ...certainty(quiet ?? loaded),
    ],
  };
}

function verdict(reach: Reach | null): string {
  if (reach === null) return 'As it is, this machine is not fit to measure on: no usual target is in reach.';
  if (reach.target > USUAL_TARGET)
    return `As it is, this machine is fit for differences of ${percent(reach.target)} and more only.`;
  return `As it is, this machine is fit to measure on: ±${percent(reach.target)} is in reach.`;
}

function others({ machine, use }: NoiseReport): string[] {
  if (use !== null) {
    const named = spelledPrograms(use);
    return named === '' ? [] : [`Close what works beside the measurement: ${named} when this began.`];
  }
  return machine.load !== null && machine.load > machine.cores / 4
    ? [`Close other programs: the load was ${machine.load.toFixed(2)} when this began.`]
    : [];
}

function governor({ machine }: NoiseReport): string[] {
  // All others let the clock rate follow the load.
  if (machine.governor === null || machine.governor === 'performance') return [];
  return [
    `The clock rate follows the load (governor ${machine.governor}): "sudo cpupower frequency-set -g performance" keeps it up, if the machine is yours.`,
  ];
}

function disturbances({ use, dozing }: NoiseReport, quiet: NoiseSummary | undefined): string[] {
  const lines: string[] = [];
  if (use !== null && use.stolenCores >= 0.02)
    lines.push(
      `This is a virtual machine whose host gave away ${percent(use.stolenCores)} of a core to others: measure at another hour, or on a machine of your own.`,
    );
  if (quiet?.waited && quiet.waited >= 0.02)
    lines.push(
      `Slices waited for a core for ${percent(quiet.waited)} of their time, which is taken out of it: leave them a core that nothing else uses.`,
    );
  if (dozing.dozes && dozing.unkept !== null)
    lines.push(
      `Cores doze and can't be kept awake (${dozing.unkept}): times come out longer than in a program that is at work, and more so for rows that allocate more.`,
    );
  return lines;
}

function settings({ reach }: NoiseSummary): string[] {
  if (reach === null)
    return ['Until that is better, no target will be reached; read the intervals, not the order of rows.'];
  if (reach.target > USUAL_TARGET)
    return [
      `Use --target ${Number((100 * reach.target).toFixed(1))}: the usual ±2 % would end at 30 rounds without being reached.`,
    ];
  return reach.rounds > 20
    ? [
        `±${percent(reach.target)} takes about ${reach.rounds} of the 30 rounds of a full run here: allow for the time.`,
      ]
    : [];
}

/** What our own load did tells what other programs' would do. */
function cores({ machine, plan }: NoiseReport, quiet: NoiseSummary, loaded: NoiseSummary): string[] {
  if (quiet.reach === null) return [];
  const [before, under] = [quiet.reach.target, loaded.reach?.target ?? Number.POSITIVE_INFINITY];
  const what = `${plan.load} of ${machine.cores} cores in use by others now and then`;
  // Of a machine that is too noisy as it is, a load on top tells nothing.
  if (before > USUAL_TARGET && under <= before) return [];
  if (under <= before) return [`With ${what} the target is as realistic: that much may run beside it.`];
  const worse = loaded.reach ? `only ±${percent(under)} is realistic` : 'no usual target is in reach';
  return [`With ${what}, ${worse}: leave more than ${machine.cores - plan.load} free while you measure.`];
}

/** Few comparisons say little about a rate. */
function certainty(summary: NoiseSummary | undefined): string[] {
  if (!summary || summary.comparisons >= 30) return [];
  return [
    `${counted(summary.comparisons, 'comparison')} ${summary.comparisons === 1 ? 'tells' : 'tell'} the spread roughly and the rate of false alarms hardly: --comparisons 100 takes longer and says more.`,
  ];
}
