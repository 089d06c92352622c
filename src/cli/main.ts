import { Command, CommanderError } from 'commander';
import { addCompareOptions, COMPARE_HELP } from './compare-options.ts';
import { addNoiseOptions } from './noise-options.ts';
import { addFilters, addMeasuring, addOutput, addRunners } from './options.ts';
import { type Does, type ExitCode, type Place, toolVersion } from './place.ts';
import { addReportOptions, REPORT_HELP } from './report-options.ts';
import { addRunsVerbs, RUNS_HELP } from './runs/options.ts';
import { addServeOptions, SERVE_HELP } from './serve-options.ts';
import { addSqlOptions, SQL_HELP } from './sql/options.ts';

/**
 * The command line. Every verb is a file of its own, loaded only when it is asked for, so that `--help` stays quick.
 *
 * @param argv arguments after the program's name
 */
export async function main(argv: readonly string[], place: Place): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  leaveQuietly(process.stdout);
  const does =
    (load: () => Promise<(...words: never[]) => Promise<ExitCode>>) =>
    async (...words: unknown[]): Promise<void> => {
      const verb = (await load()) as (place: Place, ...words: unknown[]) => Promise<ExitCode>;
      // Commander passes the arguments, then the options, then itself.
      exitCode = await verb(place, ...words.slice(0, -1));
    };
  const program = makeProgram(does, toolVersion(place));
  try {
    await program.parseAsync(argv as string[], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return (await import('./errors.ts')).explain(error);
  }
}

/** A reader that has seen enough, as `head` does, is no error of ours. */
function leaveQuietly(output: NodeJS.WriteStream): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

function makeProgram(does: Does, version: string): Command {
  const program = new Command('wiremark');
  program
    .description('Measures serializers in every language, on the same data, with verified output.')
    .version(version, '-V, --version')
    .exitOverride()
    .showHelpAfterError('(--help explains)')
    .configureHelp({ sortOptions: false, showGlobalOptions: false })
    .helpCommand('help [verb]', 'explain a verb')
    .addHelpText('after', EXAMPLES);
  addRun(program, does);
  addCheck(program, does);
  addReport(program, does);
  addCompare(program, does);
  addRuns(program, does);
  addSql(program, does);
  addServe(program, does);
  addList(program, does);
  addDoctor(program, does);
  addNoise(program, does);
  addWire(program, does);
  return program;
}

const EXAMPLES = `
First steps:
  wiremark run                       compare a few serializers of Node and the JVM (under two minutes)
  wiremark run scalajack --quick     a founding benchmark, in a first rough reading
  wiremark run league -r node -t serialize -f 'json' -S bson
  wiremark check                     did they all do the work? (no timing)
  wiremark doctor                    what this machine has, what it lacks, and the cure
  wiremark runs                      what was recorded so far; "report", "compare" and "sql" work on it

Exit codes: 0 every available row is ok; 1 a verdict or a guard failed; 2 wrong usage or a malformed definition;
130 interrupted (what was measured is kept and printed).`;

const SUITE = 'name of a suite (see "wiremark list"), or path of a suite file';

function addRun(program: Command, does: Does): void {
  const command = program
    .command('run')
    .description('verify and measure a suite, and print the ranking')
    .argument('[suite]', `${SUITE} (default: "quickstart")`);
  addMeasuring(addRunners(addFilters(command)));
  addOutput(command)
    .option('--list', 'print what would be measured and how long it should take, and stop')
    .option('--resume [run]', 'go on with a run that was killed or interrupted (default: the last)')
    .action(does(async () => (await import('./run.ts')).run))
    .addHelpText(
      'after',
      `
Every row is verified before and after it is timed: its whole output, on ordinary and on deliberately hard
documents. A row that fails is printed with its verdict and the first difference, and is not ranked.
Raw samples are written to .wiremark/runs/ as they arrive; Ctrl-C keeps them and prints what there is.
--resume goes on with a run in its folder, with its plan, seed and settings, and repeats no whole round.

  wiremark run quickstart --full --target 1
  wiremark run scalajack -s circe -s 'jackson*' -t deserialize --rounds 5
  wiremark run league -d users/small --format csv --out league.csv`,
    );
}

function addCheck(program: Command, does: Does): void {
  const command = program
    .command('check')
    .description('verify a suite without timing it')
    .argument('[suite]', SUITE, 'quickstart');
  addRunners(addFilters(command))
    .action(does(async () => (await import('./check.ts')).check))
    .addHelpText('after', '\nExit code 0 when every available row is ok, 1 when a verdict failed.');
}

function addReport(program: Command, does: Does): void {
  const command = program
    .command('report')
    .description('print a recorded run again, in any format')
    .argument('[run]', 'last, last~1, an id or the beginning or end of it, a name, or a path', 'last');
  addReportOptions(command)
    .action(does(async () => (await import('./report.ts')).report))
    .addHelpText('after', REPORT_HELP);
}

function addCompare(program: Command, does: Does): void {
  const command = program
    .command('compare')
    .description('hold two recorded runs against each other: what got slower, faster, or fails now?')
    .argument('[before]', 'a run', 'last~1')
    .argument('[after]', 'a run', 'last');
  addCompareOptions(command)
    .action(does(async () => (await import('./compare.ts')).compare))
    .addHelpText('after', COMPARE_HELP);
}

function addServe(program: Command, does: Does): void {
  const command = program
    .command('serve')
    .description('show all recorded runs as pages, and how a serializer did over time');
  addServeOptions(command)
    .action(does(async () => (await import('./serve.ts')).serve))
    .addHelpText('after', SERVE_HELP);
}

function addRuns(program: Command, does: Does): void {
  const command = program.command('runs').description('list, show, name, tag and remove recorded runs');
  addRunsVerbs(command, does);
  command.addHelpText('after', RUNS_HELP);
}

function addSql(program: Command, does: Does): void {
  const command = program
    .command('sql')
    .description('query recorded runs: as they are, their results, every sample')
    .argument('[query]', "a query in DuckDB's SQL; - for standard input");
  addSqlOptions(command)
    .action(does(async () => (await import('./sql/sql.ts')).sql))
    .addHelpText('after', SQL_HELP);
}

function addList(program: Command, does: Does): void {
  const command = program.command('list').description('list suites, datasets and serializers');
  addRunners(command).action(does(async () => (await import('./list.ts')).list));
}

function addDoctor(program: Command, does: Does): void {
  const command = program
    .command('doctor')
    .description(
      "list runtimes, toolchains and each serializer's version, or why it can't be had and the cure",
    );
  addRunners(addFilters(command)).action(does(async () => (await import('./doctor.ts')).doctor));
}

function addNoise(program: Command, does: Does): void {
  const command = program
    .command('noise')
    .description('compare a serializer with itself: is this machine fit to measure on?');
  addNoiseOptions(command)
    .action(does(async () => (await import('./noise.ts')).noise))
    .addHelpText(
      'after',
      `
Both contenders are the same serializer, so every difference is noise. Comparisons are made with the procedure of
every run, with and without a load that wiremark starts and stops itself, and beside each the naive way: A first,
then B. It takes about three minutes; more comparisons say more.

  wiremark noise
  wiremark noise --comparisons 100 --format json > noise.json
  wiremark noise -s jvm/jackson -d users/small --budget 10m`,
    );
}

function addWire(program: Command, does: Does): void {
  const command = program
    .command('wire')
    .description('print the job that a runner would be sent, to replay it by hand')
    .argument('[suite]', SUITE, 'quickstart');
  addRunners(addFilters(command))
    .action(does(async () => (await import('./wire.ts')).wire))
    .addHelpText(
      'after',
      `
The filters must leave one serializer on one case. The job goes to standard output, the runner's command to standard
error. Add commands of the protocol (docs/PROTOCOL.md) and pipe it in:

  wiremark wire -s node/json -t serialize > job
  (cat job; echo 'slice 1000'; echo 'end') | <the command that was printed>`,
    );
}
