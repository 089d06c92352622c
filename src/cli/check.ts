import { type CheckedCase, type CheckedRow, checkCases, checkedRecord } from '../bench/checking.ts';
import { openPlan } from '../bench/definitions.ts';
import { openWorkbench } from '../bench/workbench.ts';
import { caseName } from '../define/names.ts';
import { type Contender, contenderName } from '../plan/case.ts';
import type { PlannedCase } from '../plan/plan.ts';
import { isFailure } from '../plan/verdict.ts';
import { checkBlocks, checkedRows, checkJson, totalText } from '../report/check/report.ts';
import { paragraph } from '../report/text/document.ts';
import { spelledSeconds } from '../report/text/numbers.ts';
import { RESULT_COLUMNS } from '../report/view/columns.ts';
import { attended } from './attended.ts';
import type { DataOptions } from './data/flags.ts';
import { askedData } from './data/taking.ts';
import type { OutputOptions, PatienceOptions, PlanOptions, RowFormat } from './options.ts';
import { Parts } from './parts.ts';
import { patienceOf } from './patience.ts';
import { type ExitCode, type Place, toolVersion } from './place.ts';
import { about } from './run/span.ts';
import { type Status, withTime } from './status.ts';

type CheckOptions = PlanOptions &
  DataOptions &
  PatienceOptions &
  OutputOptions<RowFormat> & { readonly redact?: boolean };

/** `wiremark check`: every row does its task on every document, without timing. */
export async function check(
  place: Place,
  suite: string | undefined,
  options: CheckOptions,
): Promise<ExitCode> {
  const { runner: runners, add: rows, redact, rebuild } = options;
  const asked = await askedData(options, suite);
  const { catalog, plan } = openPlan(place.home, { ...asked, runners, rows, filters: options, limits: true });
  const { cache } = place;
  const startedAt = new Date();
  const begin = performance.now();
  return attended<ExitCode>(null, async ({ status, signal }) => {
    const rows = plan.cases.reduce((sum, { contenders }) => sum + contenders.length, 0);
    const patience = patienceOf(options);
    const progress = withTime(status);
    const input = { plan, catalog, cache, progress, signal, patience, redact, rebuild };
    const workbench = await openWorkbench(input);
    const parts = new Parts(options);
    const cases: CheckedCase[] = [];
    for await (const one of checkCases(workbench, plan, signal, watch(status, rows))) {
      cases.push(one);
      status.clear();
      await parts.add(...checkBlocks(one.planned, one.rows));
    }
    const all = cases.flatMap((one) => one.rows);
    const seconds = (performance.now() - begin) / 1000;
    await parts.add(paragraph(`${totalText(all)}; took ${spelledSeconds(seconds)}`));
    const record = await checkedRecord(workbench, plan, cases, { tool: toolVersion(place), startedAt });
    await parts.end(checkJson(record), { columns: RESULT_COLUMNS, rows: checkedRows(record) });
    const failed = ({ verdict, contender }: CheckedRow) => isFailure(verdict, contender.definition.isAdded);
    if (all.some(failed)) return 1;
    const done = ({ verdict, contender }: CheckedRow) =>
      contender.limit === null && ['ok', 'remembers'].includes(verdict.verdict);
    if (all.some(done)) return 0;
    process.stderr.write('wiremark: no row was verified: the reasons are in the table\n');
    return 1;
  });
}

/** `users/small, serialize: jvm/jackson; 12 of 60 rows done, about 30 s left`. */
function watch(status: Status, rows: number) {
  const begin = performance.now();
  return (planned: PlannedCase, contender: Contender, done: number) => {
    const each = (performance.now() - begin) / 1000 / done;
    const left = done < 3 ? '' : `, ${about((rows - done) * each)} left`;
    status.show(`${caseName(planned)}: ${contenderName(contender)}; ${done} of ${rows} rows done${left}`);
  };
}
