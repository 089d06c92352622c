import type { Command } from '@commander-js/extra-typings';
import { addOutput, repeatable } from '../options.ts';
import { type Does, RUN } from '../place.ts';

export function addSql(program: Command, does: Does): void {
  const which = `query only this run; repeatable (default: every run of this folder): ${RUN}`;
  const command = program
    .command('sql')
    .description('query recorded runs, their results and every sample')
    .argument('[query]', "a query in DuckDB's SQL; - for standard input")
    .addHelpText('after', HELP)
    .option('--run <run>', which, repeatable);
  addOutput(command, ['terminal', 'csv', 'json']).action(does(async () => (await import('./sql.ts')).sql));
}

const HELP = `
The query is DuckDB's SQL over three views: runs, results and samples.
"wiremark sql" alone prints their columns. A query changes nothing. A table
has at most 10,000 rows, with fractions of six digits; CSV and JSON have all.

  wiremark sql "select name, suite, started_at, partial_reason from runs"
  wiremark sql --run last "select runtime, serializer, task, round,
    median(ns_per_op) as ns from samples where phase = 'block'
    group by all order by all"
  wiremark sql --format json - < query.sql | jq .

Exit codes: 0 the query was answered; 2 the query is wrong, or a run can't be
read.`;
