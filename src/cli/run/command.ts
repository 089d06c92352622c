import { type Command, Option, type OptionValues } from '@commander-js/extra-typings';
import { QUICK_ROUNDS } from '../../measure/settings.ts';
import { FULL_ROUNDS } from '../../stats/judgement.ts';
import { addData } from '../data/flags.ts';
import { failIf } from '../guarding.ts';
import {
  addFilters,
  addOutput,
  addPatience,
  addRows,
  addRunners,
  addStyle,
  addTables,
  duration,
  type OptionsOf,
  percentage,
  repeatable,
  seed,
  wholeNumber,
} from '../options.ts';
import { type Does, SUITE } from '../place.ts';

export type RunOptions = OptionsOf<ReturnType<typeof runFlags>>;

/** `wiremark run`. */
export function addRun(program: Command, does: Does): void {
  const command = program
    .command('run')
    .description('verify and measure a suite, and print the ranking; or measure documents of your own')
    .argument('[suite]', `${SUITE} (default: "quickstart")`)
    .addHelpText('after', HELP);
  runFlags(command).action(does(async () => (await import('./run.ts')).run));
}

export function runFlags<A extends unknown[]>(command: Command<A>) {
  const asked = addMeasuring(addData(addLabels(addRows(addRunners(addFilters(command))))));
  // What a run was asked for, it keeps.
  const kept = asked.options.map((flag) => flag.attributeName());
  const wait = new Option('--wait', 'begin when nobody else on this machine is measuring').helpGroup(
    MEASURING,
  );
  const rule = failIf('exit with 1 if a row breaks this rule against the baseline').helpGroup(MEASURING);
  const printing = addOutput(addPatience(asked, MEASURING).addOption(wait).addOption(rule));
  return addTables(addStyle(printing))
    .addOption(
      new Option('--list', 'print what would be measured and how long it should take, and stop').conflicts([
        ...['failIf', 'format', 'out', 'style', 'notes', 'columns', 'sort', 'priceCore', 'priceGb'],
      ]),
    )
    .addOption(
      new Option(
        '--resume [run]',
        'go on with a run that was killed or interrupted (default: the last)',
      ).conflicts(kept),
    );
}

/** The same that `runs name` and `runs tag` give afterwards. */
function addLabels<A extends unknown[], O extends OptionValues>(command: Command<A, O, OptionValues>) {
  return command
    .option('--name <name>', 'call the run so, wherever a run is named')
    .option('--tag <tag>', 'tag the run; repeatable', repeatable);
}

const MEASURING = 'Measuring:';

function addMeasuring<A extends unknown[], O extends OptionValues>(command: Command<A, O, OptionValues>) {
  const flag = <F extends string>(flags: F, what: string) => new Option(flags, what).helpGroup(MEASURING);
  return command
    .addOption(
      flag('--quick', `${QUICK_ROUNDS.maximum} short rounds: a first reading, called preliminary`).conflicts(
        'full',
      ),
    )
    .addOption(
      flag(
        '--full',
        `${FULL_ROUNDS.minimum} to ${FULL_ROUNDS.maximum} rounds until every interval is narrow enough`,
      ),
    )
    .addOption(flag('--rounds <n>', 'just as many rounds').argParser(wholeNumber(1, 1000)))
    .addOption(
      flag('--target <percent>', "half-width of the intervals at which it's enough (default: 2)").argParser(
        percentage,
      ),
    )
    .addOption(flag('--budget <time>', 'stop after about this time: 90s, 10m, 2h').argParser(duration))
    .addOption(
      flag('--seed <n>', 'seed of the order; printed with every result, reproduces it').argParser(seed),
    )
    .addOption(flag('--limits', 'beside the rows, what the runtimes can do at best (default: unless quick)'))
    .addOption(flag('--no-limits', 'leave those out'))
    .addOption(
      flag(
        '--memory',
        'count allocations in a pass of its own (default: unless quick, or as the suite has it)',
      ),
    )
    .addOption(flag('--no-memory', 'leave that pass out'))
    .addOption(
      flag(
        '--time-unverified',
        'time rows that fail verification, too: struck out, never ranked (see below)',
      ),
    )
    .addOption(flag('--redact', 'tell types and lengths of what differs, no values'));
}

const HELP = `
Every row is verified before and after it is timed: its whole output, on ordinary and on deliberately hard
documents. A row that fails is printed with its verdict and the first difference, and is not ranked.
Nor is it timed: how fast wrong output is made says nothing. Where its time is wanted all the same, to hold a
published figure against, say, --time-unverified takes it for rows that put out something wrong (mismatch) or
answer from memory (remembers); they stay below the line, struck out.
Raw samples are written to .wiremark/runs/ as they arrive; Ctrl-C keeps them and prints what there is.
--resume goes on with a run in its folder, with its plan, seed and settings, and repeats no whole round.

  wiremark run --data orders.ndjson -r node,python
  wiremark run league --data orders.json --documents elements --full
  wiremark run quickstart --full --target 1
  wiremark run scalajack -s circe -s 'jackson*' -t deserialize --rounds 5
  wiremark run league -d users/small --format csv --out league.csv`;
