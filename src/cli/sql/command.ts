import type { Command } from '@commander-js/extra-typings';
import { addOutput, type OptionsOf, repeatable } from '../options.ts';
import { type Does, RUN } from '../place.ts';

export type SqlOptions = OptionsOf<ReturnType<typeof sqlFlags>>;

export function addSql(program: Command, does: Does): void {
  const command = program
    .command('sql')
    .description('query recorded runs, their results and every sample')
    .argument('[query]', "a query in DuckDB's SQL; - for standard input")
    .addHelpText('after', HELP);
  sqlFlags(command).action(does(async () => (await import('./sql.ts')).sql));
}

function sqlFlags(command: Command<[string | undefined]>) {
  const what = 'query only this run; repeatable (default: every run of this folder)';
  return addOutput(command.option('--run <run>', what, repeatable), ['terminal', 'csv', 'json']);
}

const HELP = `
The query is DuckDB's SQL over three views: runs, results and samples. "wiremark sql" alone prints their columns. A
query reads no other file and changes nothing. A table has at most 10,000 rows, with fractions of six digits; CSV and
JSON have all rows and digits.

  wiremark sql "select name, suite, started_at, partial_reason from runs"
  wiremark sql "select r.started_at, ns_per_op, version
    from results join runs r on r.id = run
    where serializer = 'jackson' and task = 'serialize' order by 1"
  wiremark sql --run last "select runtime, serializer, task, round,
    median(ns_per_op) as ns from samples where phase = 'block'
    group by all order by all"
  wiremark sql "from samples where phase = 'block'" --out samples.csv
  wiremark sql --format json - < query.sql | jq .

A run is ${RUN}.
Exit codes: 0 the query was answered; 2 the query is wrong, or a run can't be read.`;
