import { type Command, Option } from 'commander';
import { addFilters, OUTPUT_FORMATS, percentage, repeatable } from './options.ts';

/** What counts as the same unless told: two unchanged full runs show as much in nine of ten rows (docs/CI.md). */
const WITHIN = 0.05;

/** The flags of `wiremark compare`. Those that other verbs have too mean the same. */
export function addCompareOptions(command: Command): Command {
  const add = (option: Option, group: string) => command.addOption(option.helpGroup(group));
  add(
    new Option('--absolute', 'compare times, not ratios to the baseline; only on one machine'),
    'Comparing:',
  );
  add(
    new Option('--within <percent>', 'what counts as the same').argParser(percentage).default(WITHIN, '5 %'),
    'Comparing:',
  );
  add(
    new Option('--fail-if <rule>', 'exit with 1 if a row breaks this rule; repeatable').argParser(repeatable),
    'Comparing:',
  );
  add(
    new Option('--format <format>', 'what to print; summary is Markdown in short').choices(OUTPUT_FORMATS),
    'Output:',
  );
  add(
    new Option('--out <file>', 'write it to a file; its ending (.md, .csv, .json) tells the format'),
    'Output:',
  );
  return addFilters(command);
}

export const COMPARE_HELP = `
Runs are named by id, the beginning or end of one, last, last~1, or the path of a folder. Rows are the same where
dataset, size, task, runtime and serializer are. Each row's ratio to the baseline is compared, round by round within
its run: the machine's speed cancels in it, so that runs of different days and machines can be compared. What it can't
see is a change of the baseline itself.

Findings: faster, slower, same (the whole interval within ± --within), undecided (it allows for both). They hold for
all rows together; ~ marks first impressions of few rounds.

Rules of --fail-if, each after a pattern of serializers if need be ("jvm/jackson*: slower > 3%"):
  slower, slower > 5%       surely slower; surely by more than 5 %: the interval begins beyond
  faster, faster > 5%       the same the other way
  failed                    was ok, and is a mismatch, crash or timeout
  missing                   was ok, and is not in the run, unavailable, unsupported or not measured
  bytes > 1%                the output grew
  allocated > 10%           an operation allocates more (needs --memory in both runs)
What is undecided never fails a build; it is counted beside the rule.

  wiremark compare                                  the run before the last, and the last
  wiremark compare 3f9a last -t serialize --within 2
  wiremark compare base.run head.run --fail-if failed --fail-if 'slower > 5%' --format summary

Exit codes: 0 no rule was broken; 1 one was, and standard error says by what; 2 wrong usage, or a rule had nothing to
be held against. docs/CI.md shows a workflow.`;
