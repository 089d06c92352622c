import { type Command, Option } from '@commander-js/extra-typings';
import { WITHIN } from '../../analysis/runs/rows.ts';
import { REPORT_FORMATS } from '../../report/formats.ts';
import {
  addBaseline,
  addFilters,
  addOutput,
  type OptionsOf,
  OUTPUT,
  percentage,
  repeatable,
} from '../options.ts';
import { type Does, RUN } from '../place.ts';

export function addCompare(program: Command, does: Does): void {
  compareCommand(program).action(does(async () => (await import('./compare.ts')).compare));
}

export type CompareOptions = OptionsOf<ReturnType<typeof compareCommand>>;

function compareCommand(program: Command) {
  const comparing = program
    .command('compare')
    .description('compare two recorded runs: what got slower or faster, or fails now')
    .argument('[before]', `${RUN} (default: the last two that share cases)`)
    .argument('[after]', 'a later run (default: last)')
    .addHelpText('after', HELP)
    .optionsGroup('Comparing:')
    .addOption(
      new Option('--within <percent>', 'the finding is same if the whole interval lies within this of 1')
        .argParser(percentage)
        .default(WITHIN, '5 %'),
    )
    .option('--fail-if <rule>', 'exit with 1 if a row breaks this rule; repeatable', repeatable)
    .optionsGroup(OUTPUT)
    .addOption(
      new Option('--html <file>', 'write a page to share: one file that needs no network').conflicts([
        'format',
        'out',
      ]),
    );
  const usual = "the run's, if it didn't change";
  return addFilters(addBaseline(addOutput(comparing, REPORT_FORMATS, true), usual));
}

const HELP = `
Each row's ratio to the baseline of its own run is compared, so that the
machine's speed cancels out. If the baseline's own code or version changed,
the fastest unchanged library is the baseline of both.

Findings: faster, slower, same (the interval is within ± --within), unclear.
~ means probably: likely, but not established.

Rules of --fail-if, each with an optional pattern of serializers before it
("jackson*: slower > 3%"):
  slower, slower > 5%  established, and the complete interval is above 5 %
  faster, faster > 5%  the same in the other direction
  failed               was ok, and fails now
  missing              was ok, and is gone, unavailable or not measured
  bytes > 1%           the output grew
  allocated > 10%      an operation allocates more (needs --memory in both)
Likely and unclear changes break no rule.

  wiremark compare                            the last two runs that share cases
  wiremark compare v1 v2 --baseline json
  wiremark compare v1 v2 --out versions.html    as a page
  wiremark compare base.wiremark head.wiremark --fail-if 'slower > 5%'

Exit codes: 0 no rule was broken; 1 a rule was broken; 2 wrong usage, or a
rule had nothing to judge. docs/CI.md shows a workflow.`;
