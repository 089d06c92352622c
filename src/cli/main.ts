import { Command, CommanderError, Help, Option } from '@commander-js/extra-typings';
import { addBench } from './bench/command.ts';
import { addCompare } from './compare/command.ts';
import { addAll, addDocuments, addReading, DOCUMENTS } from './data/flags.ts';
import { explain, isSystemError, spellSystemError, UsageError } from './errors.ts';
import { addFleet } from './fleet/command.ts';
import { addNew } from './new/command.ts';
import {
  addFilters,
  addOutput,
  addPatience,
  duration,
  LIST_FORMATS,
  ROW_FORMATS,
  rowFlag,
  runnerFlag,
  seed,
} from './options.ts';
import { columnsOr, guardOutput } from './output.ts';
import { typeable } from './own-command.ts';
import { type Does, type ExitCode, type Place, SUITE, toolVersion } from './place.ts';
import { addReport } from './report/command.ts';
import { addRun, RARE } from './run/command.ts';
import { addRuns } from './runs/command.ts';
import { addServe } from './serve/command.ts';
import { addSql } from './sql/command.ts';

/**
 * Runs a command line and returns the exit code. A verb's module is loaded only when the verb is called, so that `--help` is
 * quick.
 */
export async function main(argv: readonly string[], place: Place): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  guardOutput(process.stdout);
  guardOutput(process.stderr, typeable);
  guard(place);
  const does: Does =
    (load) =>
    async (...words) => {
      (await import('../machine/scratch.ts')).sweep();
      const verb = (await load()) as (place: Place, ...words: unknown[]) => Promise<ExitCode>;
      // Commander passes the arguments, then the options, then the command, which no verb needs.
      exitCode = await verb(place, ...words.slice(0, -1));
    };
  const isAll = argv.includes(HELP_ALL);
  const program = makeProgram(does, toolVersion(place), isAll);
  const asked = argv.map((word) => (word === HELP_ALL ? '--help' : word));
  // Commander's `help` takes only one verb, so `help fleet plan` becomes `fleet plan --help`.
  const words = argv[0] === 'help' ? [...asked.slice(1), '--help'] : asked;
  try {
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return explain(error, place);
  }
}

const HELP_ALL = '--help-all';

/** Exit code if the program that reads the output closed the pipe: 128 plus SIGPIPE, as in shells. */
const READER_GONE = 141;

/**
 * Ends wiremark with a message after an uncaught error, or if standard output can't be written (without a message if its reader
 * closed the pipe).
 */
function guard(place: Place): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(READER_GONE);
    end(isSystemError(error) ? new UsageError(spellSystemError(error, place, 'standard output')) : error);
  });
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  function end(error: unknown): void {
    process.exit(explain(error, place));
  }
}

function makeProgram(does: Does, version: string, isAll: boolean): Command {
  const program = new Command('wiremark');
  program
    .description('Measures serializers in every language, on the same data, with verified output.')
    .version(version, '-V, --version')
    .exitOverride()
    .showHelpAfterError('(--help explains)')
    .configureHelp({
      sortOptions: false,
      showGlobalOptions: false,
      visibleOptions: (verb) =>
        new Help()
          .visibleOptions(verb)
          .filter(
            ({ long }) => isAll || !['run', 'bench'].includes(verb.name()) || !RARE.includes(long ?? ''),
          ),
    })
    .configureOutput({
      writeOut: (help) => process.stdout.write(typeable(help)),
      getOutHelpWidth: () => columnsOr(80),
    })
    .helpCommand('help [verb...]', 'explain a verb')
    .addHelpText('after', EXAMPLES);
  for (const add of VERBS) add(program, does);
  return program;
}

const VERBS = [
  ...[addRun, addBench, addCheck, addInfer, addReport, addCompare, addRuns, addSql, addFleet],
  ...[addServe, addNew, addList, addDoctor, addNoise, addSource],
];

const EXAMPLES = `
First steps:
  wiremark run                        compare a few serializers in five languages (two minutes)
  wiremark run --data orders.ndjson   measure your own documents
  wiremark bench row.toml             measure your own library next to others (begin with "new serializer")
  wiremark run scalajack --quick      repeat a published benchmark in a few short rounds
  wiremark check                      verify the output of every row, without timing it
  wiremark doctor                     show what this machine has and lacks, and how to install it
  wiremark runs                       list recorded runs, for "report", "compare" and "sql"

Environment:
  WIREMARK_CACHE  folder for documents, builds and packages (default: wiremark
                  in the system's cache folder); safe to remove at any time
  TMPDIR          folder for temporary files

Exit codes: 0 every available row is ok; 1 a row or a rule failed (on your own
documents: a row of yours), an added row is unavailable, or no row did its
work; 2 wrong usage, a malformed definition, a rule that had nothing to judge,
or a system error; 130 interrupted (what was measured is kept and printed).`;

function addCheck(program: Command, does: Does): void {
  const command = program
    .command('check')
    .description('verify a suite, or rows on your own documents, without timing them')
    .argument('[suite]', SUITE)
    .option('--redact', 'show types and lengths of differing values, not the values')
    .addHelpText(
      'after',
      '\nExit codes: 0 every available row is ok; 1 a row failed (on your own documents: a\nrow of yours), or no row was verified.',
    );
  const planned = addFilters(addAll(addDocuments(command)))
    .addOption(runnerFlag)
    .addOption(rowFlag);
  addOutput(addPatience(planned), ROW_FORMATS).action(does(async () => (await import('./check.ts')).check));
}

function addInfer(program: Command, does: Does): void {
  const command = program
    .command('infer')
    .description('print the schema of your own documents, and how it was inferred')
    .argument('<file>', DOCUMENTS)
    .addHelpText('after', INFER_HELP)
    .hook('preAction', (_, verb) => {
      const { format, out } = verb.opts() as { format?: string; out?: string };
      if (format === undefined && out === undefined && !process.stdout.isTTY)
        verb.setOptionValue('format', 'json');
    });
  addOutput(addReading(command), LIST_FORMATS).action(does(async () => (await import('./infer.ts')).infer));
}

const INFER_HELP = `
--format json prints only the schema, as does a pipe. Edit it and use it with
--schema, or overrule a decision:

  wiremark infer orders.ndjson --as /status=string --out schema.json
  wiremark run --data orders.ndjson --schema schema.json -f json`;

function addList(program: Command, does: Does): void {
  const command = program.command('list').description('list suites, datasets and serializers');
  addOutput(addFilters(command).addOption(runnerFlag), LIST_FORMATS).action(
    does(async () => (await import('./list.ts')).list),
  );
}

function addDoctor(program: Command, does: Does): void {
  const command = program
    .command('doctor')
    .description(
      "list runtimes, toolchains and each serializer's version, or why it is unavailable and the fix",
    )
    .addHelpText('after', DOCTOR_HELP);
  addOutput(addPatience(addFilters(command).addOption(runnerFlag)), LIST_FORMATS).action(
    does(async () => (await import('./doctor.ts')).doctor),
  );
}

const DOCTOR_HELP = `
Starts each serializer. The first time installs and compiles packages, which
takes minutes.
Exit codes: 0 every installed runner answered; 1 one crashed or didn't answer.`;

function addSource(program: Command, does: Does): void {
  const command = program
    .command('source')
    .description('print what is measured of a row: its files, generated code, packages and a document')
    .argument('<row>', 'serializer, runtime/serializer, or a variant or version of it')
    .option('--job', 'print the job that its runner gets instead, to replay it by hand')
    .addHelpText('after', SOURCE_HELP);
  const planned = addFilters(addDocuments(command)).addOption(runnerFlag).addOption(rowFlag);
  planned.action(does(async () => (await import('./source.ts')).source));
}

function addNoise(program: Command, does: Does): void {
  program
    .command('noise')
    .description('measure a row against itself, to see which differences this machine can show')
    .option('-s, --serializer <name>', "measure this one (default: the quick start's baseline)")
    .option('-d, --dataset <dataset/size>', 'use these documents', 'record/single')
    .option('-t, --task <task>', 'measure this task', 'serialize')
    .addOption(
      new Option('--budget <time>', 'measure for about this time').argParser(duration).default(180, '3m'),
    )
    .option('--seed <n>', 'order by this seed (default: random)', seed)
    .action(does(async () => (await import('./noise.ts')).noise));
}

const SOURCE_HELP = `
Uses the first case that the filters select (default: record/single, or your
own documents).

  wiremark source alba -d posts/collection
  wiremark source mine --add row.toml
  wiremark source orjson --data orders.ndjson

Add commands of the protocol (docs/PROTOCOL.md) to a job and pipe it in:

  wiremark source msgpackr --job > job
  (cat job; echo 'slice 1000 1'; echo 'end') | <the printed command>`;
