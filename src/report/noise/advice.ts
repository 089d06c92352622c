/** What to do about a machine's noise: sentences that each rest on a fact that was read or measured. */
import { USUAL_TARGET } from '../../stats/judgement.ts';
import type { NoiseSummary, Reach } from '../../stats/noise-summary.ts';
import { percent } from '../text/numbers.ts';
import { spelledPrograms } from './busy.ts';
import type { NoiseReport } from './report.ts';

/** Less of a core, or of the time, is nothing to act on. */
const NEGLIGIBLE = 0.02;

/** Whether the machine is fit to measure on, and what to do, most important first: nothing where nothing would help. */
export function noiseAdvice(report: NoiseReport) {
  const { machine, use, conditions } = report;
  const [quiet, loaded] = (['quiet', 'loaded'] as const).map(
    (wanted) => conditions.find(({ condition }) => condition === wanted)?.summary,
  );
  const named = use === null ? '' : spelledPrograms(use);
  const stolen = use?.stolenCores ?? 0;
  const waited = quiet?.waited ?? 0;
  const governed = machine.governor !== null && machine.governor !== 'performance';
  const advice = [
    named !== '' && `Close other programs: ${named} when this began.`,
    governed &&
      `The clock rate follows the load (governor ${machine.governor}): "sudo cpupower frequency-set -g performance" keeps it up, if the machine is yours.`,
    stolen >= NEGLIGIBLE &&
      `This is a virtual machine whose host gave away ${percent(stolen)} of a core to others: measure at another hour, or on a machine of your own.`,
    waited >= NEGLIGIBLE &&
      `Slices waited for a core for ${percent(waited)} of their time (subtracted from the figures): leave a core free for them.`,
    quiet && targetAdvice(quiet.reach),
    quiet && loaded && loadAdvice(report, quiet, loaded),
  ];
  return {
    verdict: quiet ? verdict(quiet.reach) : 'The machine was not measured as it is.',
    advice: advice.filter((line) => typeof line === 'string'),
  };
}

function verdict(reach: Reach | null): string {
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

/** What our own load did tells what other programs' would do. */
function loadAdvice(
  { machine, plan }: NoiseReport,
  quiet: NoiseSummary,
  { reach }: NoiseSummary,
): string | null {
  if (quiet.reach === null || (reach !== null && reach.target <= quiet.reach.target)) return null;
  const worse = reach ? `only ±${percent(reach.target)} is realistic` : 'no usual target is in reach';
  return `With ${plan.load} of ${machine.cores} cores in use by others now and then, ${worse}: leave more than ${machine.cores - plan.load} free while you measure.`;
}
