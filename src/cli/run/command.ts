import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';
import { FULL_ROUNDS, QUICK_ROUNDS } from '../../analysis/finding.ts';
import { REPORT_FORMATS } from '../../report/formats.ts';
import { addData } from '../data/flags.ts';
import {
  addBaseline,
  addFilters,
  addOutput,
  addPatience,
  addTables,
  duration,
  OF_TABLES,
  type OptionsOf,
  OTHERS,
  percentage,
  repeatable,
  rowFlag,
  runnerFlag,
  seed,
  wholeNumber,
} from '../options.ts';
import { type Does, SUITE } from '../place.ts';

export type RunOptions = OptionsOf<ReturnType<typeof runFlags>>;

export function addRun(program: Command, does: Does): void {
  const command = program
    .command('run')
    .description('verify and measure a suite or your own documents, and print the ranking')
    .argument('[suite]', SUITE)
    .addHelpText('after', HELP);
  runFlags(command).action(does(async () => (await import('./run.ts')).run));
}

export function runFlags<A extends unknown[]>(command: Command<A>) {
  const planned = addData(addFilters(command).addOption(runnerFlag).addOption(rowFlag));
  const labelled = addBaseline(planned, "the first row that was added, else the suite's").option(
    '--name <name>',
    'name this run',
  );
  // Not chained, because a longer chain takes minutes to type-check. `run.ts` declares the type of this option instead.
  labelled.option('--tag <name=value>', 'record a tag with this run; repeatable', tagged);
  const asked = addMeasuring(labelled);
  // A resumed run keeps its settings, so all flags up to here conflict with `--resume`.
  const kept = asked.options.map((flag) => flag.attributeName());
  const rule = 'exit with 1 if a row breaks this rule against the baseline; repeatable';
  const waiting = addPatience(asked, MEASURING)
    .option('--wait', 'wait until no other run is measuring on this machine')
    .option('--fail-if <rule>', rule, repeatable);
  const printing = addTables(addOutput(waiting, REPORT_FORMATS, true)).optionsGroup(OTHERS);
  printing.option('--help-all', 'show all options');
  return printing
    .addOption(
      new Option('--list', 'print what would be measured and the estimated time, and stop').conflicts([
        'format',
        'out',
        'style',
        ...OF_TABLES,
      ]),
    )
    .addOption(
      new Option(
        '--resume [run]',
        'resume a run that was killed or interrupted (default: the newest of these)',
      ).conflicts([...kept, 'acceptLicense']),
    );
}

export const RARE =
  '--skip-serializer --runner --documents --hard --keep-data --name --tag --target --seed --wait --limits --no-limits --memory --no-memory --time-unverified --redact --patience --rebuild --accept-license --style --notes --sort'.split(
    ' ',
  );

function tagged(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value] = /^([a-z][a-z0-9-]*)=(.{1,200})$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('It takes NAME=VALUE, a name of small letters.');
  return { ...before, [name]: value! };
}

const MEASURING = 'Measuring:';

function addMeasuring<A extends unknown[], O extends OptionValues>(command: Command<A, O, OptionValues>) {
  return command
    .optionsGroup(MEASURING)
    .addOption(
      new Option(
        '--quick',
        `measure ${QUICK_ROUNDS.maximum} short rounds; the result is preliminary`,
      ).conflicts('full'),
    )
    .option(
      '--full',
      `measure ${FULL_ROUNDS.minimum} to ${FULL_ROUNDS.maximum} rounds, until every interval is narrow enough (default: the suite's choice)`,
    )
    .option('--rounds <N>', 'measure exactly N rounds', wholeNumber(1, 1000))
    .option(
      '--target <percent>',
      'stop when every interval is within ± this percentage (default: 2)',
      percentage,
    )
    .option('--budget <time>', 'stop after about this time: 90s, 10m, 2h (default: none)', duration)
    .option('--seed <n>', 'order rows by this seed, as printed with a result (default: random)', seed)
    .option('--limits', 'also measure the best that each runtime can do (default: on, off if quick)')
    .option('--no-limits', "don't measure limits")
    .option('--memory', "count allocations separately (default: on, off if quick, or the suite's choice)")
    .option('--no-memory', "don't count allocations")
    .option(
      '--time-unverified',
      'also time rows that fail verification: struck out, never ranked (see below)',
    )
    .option('--redact', 'show types and lengths of differing values, not the values');
}

const HELP = `
Every row's complete output is verified before and after timing, on ordinary
and on deliberately hard documents. A row that fails is printed with its
verdict and the first difference, and not timed. --time-unverified times a row
whose output is wrong (mismatch), or that answers from memory (remembers), to
compare it with a published figure. Raw samples are written to .wiremark/runs/
as they arrive. Ctrl-C keeps them and prints the results so far. --resume
continues a run with its plan, seed, settings and rules, and repeats no
complete round.

  wiremark run --data orders.ndjson -f json
  wiremark run quickstart --full --target 1
  wiremark run scalajack -s circe -s 'scalajack*' -t deserialize --rounds 5
  wiremark run league -d users/small --format csv --out league.csv`;
