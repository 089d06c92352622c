import type { Command } from '@commander-js/extra-typings';
import { addOutput, type OptionsOf, repeatable, wholeNumber } from '../options.ts';
import type { Does } from '../place.ts';
import { SQL_FORMATS } from './formats.ts';

export type SqlOptions = OptionsOf<ReturnType<typeof sqlFlags>>;

/** `wiremark sql`. */
export function addSql(program: Command, does: Does): void {
  const command = program
    .command('sql')
    .description('query recorded runs: as they are, their results, every sample')
    .argument('[query]', "a query in DuckDB's SQL; - for standard input")
    .addHelpText('after', HELP);
  sqlFlags(command).action(does(async () => (await import('./sql.ts')).sql));
}

function sqlFlags(command: Command<[string | undefined]>) {
  const what = 'only over this run; repeatable (default: every run of this folder)';
  const seconds = 'for how long it may look for rows (default: 60)';
  const rows = 'so many rows at most (default: 10000 in a terminal, else all)';
  return addOutput(
    command
      .option('--run <run>', what, repeatable)
      .option('--rows <n>', rows, wholeNumber(1, 1e9))
      .option('--timeout <seconds>', seconds, wholeNumber(1, 1e6)),
    SQL_FORMATS,
  );
}

const HELP = `
The query is DuckDB's SQL over three views: runs, results and samples. "wiremark sql" alone prints their columns. It
reads the runs and no other file, and changes nothing. - takes the query from standard input. In a table, fractions
are rounded to six digits; CSV and JSON have them whole.

  wiremark sql "from runs"
  wiremark sql "select r.started_at, ns_per_op, version from results join runs r on r.id = run
                where serializer = 'jackson' and task = 'serialize' order by 1"
  wiremark sql --run last "select runtime, serializer, task, round, median(ns_per_op) as ns
                from samples where phase = 'block' group by all order by all"
  wiremark sql "from samples where phase = 'block'" --out samples.csv
  wiremark sql --format json - < query.sql | jq .

A run is named by an id or the beginning or end of one, a name, last, last~1, or its path.
Exit codes: 0 the query was answered; 2 it is wrong, or a run can't be read.`;
