import { analyze, runRows } from '../analysis/analyze.ts';
import { RESULT_COLUMNS } from '../analysis/columns.ts';
import type { Row } from '../analysis/rows.ts';
import { caseName } from '../define/names.ts';
import { type Contender, contenderName } from '../plan/case.ts';
import type { PlannedCase } from '../plan/plan.ts';
import { isFailure, spelledReason } from '../plan/verdict.ts';
import { counted, spelledSeconds } from '../report/numbers.ts';
import { REPORT_SCHEMA } from '../report/run/report.ts';
import { areAllOwn } from '../report/tally.ts';
import { cell, heading, paragraph, proseColumn, tableOf, wordColumn } from '../report/text/document.ts';
import { type CheckedCase, checkCases, checkedRecord } from '../run/checking.ts';
import { openPlan } from '../run/definitions.ts';
import { groupBy } from '../stats/group-by.ts';
import type { CheckedRow } from '../trial/check.ts';
import { patienceOf } from '../trial/process.ts';
import { openWorkbench } from '../trial/workbench.ts';
import type { DataOptions } from './data/flags.ts';
import { askedData } from './data/taking.ts';
import { attended } from './interruptible.ts';
import type { OutputOptions, PatienceOptions, PlanOptions, RowFormat } from './options.ts';
import { type ExitCode, type Place, toolVersion } from './place.ts';
import { Parts, warn } from './print.ts';

type CheckOptions = PlanOptions &
  DataOptions &
  PatienceOptions &
  OutputOptions<RowFormat> & { readonly redact?: boolean };

export async function check(
  place: Place,
  suite: string | undefined,
  options: CheckOptions,
): Promise<ExitCode> {
  const { runner: runners, add: rows, all, acceptLicense, redact, rebuild } = options;
  const asked = await askedData(options, suite);
  const { catalog, plan } = openPlan(place.home, {
    ...asked,
    ...{ runners, rows, all, acceptLicense, filters: options, limits: true },
  });
  const startedAt = new Date().toISOString();
  const begin = performance.now();
  return attended<ExitCode>(async ({ status, progress, signal }) => {
    const rows = plan.cases.reduce((sum, { contenders }) => sum + contenders.length, 0);
    const { cache } = place;
    const patience = patienceOf(options);
    const workbench = await openWorkbench({
      ...{ plan, catalog, cache, progress, signal, patience, redact, rebuild },
    });
    const parts = new Parts(options);
    const cases: CheckedCase[] = [];
    const watch = (planned: PlannedCase, contender: Contender, done: number) =>
      status.show(`${caseName(planned)}: ${contenderName(contender)}; ${done} of ${rows} rows done`);
    for await (const one of checkCases(workbench, plan, signal, watch)) {
      cases.push(one);
      status.clear();
      await parts.add(heading(2, caseName(one.planned)), tableOf(COLUMNS, one.rows));
    }
    const all = cases.flatMap((one) => one.rows);
    const seconds = (performance.now() - begin) / 1000;
    await parts.add(paragraph(`${totalText(all)}; took ${spelledSeconds(seconds)}`));
    const record = checkedRecord(workbench, plan, cases, { tool: toolVersion(place), startedAt });
    // Without samples, `analyze` says of `ok` rows that the run was stopped too early. `check` never measures, so this reason is
    // removed.
    const found = runRows(analyze({ record, samples: { of: () => [], warnings: [] } })).map((row) =>
      row.verdict === 'ok' ? ({ ...row, reason: null } as unknown as Row) : row,
    );
    const { tool, runtimes, datasets, machine, suite } = record;
    const facts = { tool, startedAt, runtimes, datasets };
    const json = { schema: REPORT_SCHEMA, check: facts, machine, suite, rows: found };
    await parts.end(json, { columns: RESULT_COLUMNS, rows: found });
    const areAll = areAllOwn({ data: asked.data, runners: runners ?? [] });
    const failed = ({ verdict, contender: { definition } }: CheckedRow) =>
      isFailure(verdict, definition.isAdded) && (definition.isAdded === true || areAll);
    if (all.some(failed)) return 1;
    const done = ({ verdict, contender }: CheckedRow) =>
      contender.limit === null && ['ok', 'remembers'].includes(verdict.verdict);
    if (all.some(done)) return 0;
    warn('no row was verified: the reasons are in the table');
    return 1;
  });
}

const COLUMNS = [
  wordColumn<CheckedRow>('SERIALIZER', ({ contender }) => contenderName(contender)),
  wordColumn<CheckedRow>('VERDICT', ({ verdict }) => {
    const bad = isFailure(verdict) ? 'bad' : 'dim';
    return cell(verdict.verdict, verdict.verdict === 'ok' ? 'good' : bad);
  }),
  proseColumn<CheckedRow>('', ({ contender, verdict, forgiven, beyond }) => {
    if (verdict.verdict !== 'ok') return spelledReason(verdict);
    if (contender.limit !== null) return `limit: ${contender.definition.title}`;
    const forgave = forgiven.length > 0 ? [`declared deviation: ${forgiven.join(', ')}`] : [];
    return [...forgave, ...(beyond === null ? [] : [beyond])].join('; ');
  }),
];

function totalText(rows: readonly CheckedRow[]): string {
  const found = groupBy(rows, ({ verdict }) => verdict.verdict);
  const others = [...found].filter(([verdict]) => verdict !== 'ok');
  const words = others.map(([verdict, { length }]) => `, ${length} ${verdict}`);
  return `${counted(rows.length, 'row')}: ${found.get('ok')?.length ?? 0} ok${words.join('')}`;
}
