import { writeFileSync } from 'node:fs';
import pc from 'picocolors';
import { analyze } from '../analysis/analyze.ts';
import { choose } from '../analysis/choose.ts';
import { evaluateRun, type RuleOutcome } from '../analysis/rules/evaluate.ts';
import type { FailRule } from '../analysis/rules/rule.ts';
import { rowCalled } from '../plan/baseline.ts';
import { type Filters, selectsCase, selectsSerializer } from '../plan/filters.ts';
import { type Field, missedPatterns, whyEmpty } from '../plan/missed.ts';
import { ruleLine, worstOf } from '../report/compare/rules.ts';
import { type Report, type ReportFormat, render } from '../report/formats.ts';
import { calledOf } from '../report/run/commands.ts';
import type { ComposeOptions } from '../report/run/compose.ts';
import { reportOf } from '../report/run/report.ts';
import { unanswered } from '../report/tables/answer.ts';
import { hasFailures, rowCounts } from '../report/tally.ts';
import type { DataTable } from '../report/text/csv.ts';
import { type Block, type Table, tableOf, wordColumn } from '../report/text/document.ts';
import type { TerminalOptions } from '../report/text/terminal.ts';
import type { RunRecord } from '../store/record/record.ts';
import { runLabel } from '../store/record/run-label.ts';
import { UsageError } from './errors.ts';
import { openFolder } from './open-run.ts';
import type { OutputOptions, RowFormat, TableOptions } from './options.ts';
import { columnsOr } from './output.ts';
import { calledAs } from './own-command.ts';
import type { ExitCode } from './place.ts';

const DEFAULT_WIDTH = 100;

export async function printRun(
  folder: string,
  options: OutputOptions &
    TableOptions &
    Pick<ComposeOptions, 'answer'> & { readonly rules: readonly FailRule[] },
  { baseline, ...filters }: Filters & { readonly baseline?: string } = {},
) {
  const run = openFolder(folder);
  const { name, rows } = refuseUnmatched(`run "${runLabel(run.record)}"`, [run.record], filters);
  const relativeTo = baseline && rowCalled(baseline, rows, name);
  const { format, out, sort, rules } = options;
  const command = calledAs();
  const analyzed = analyze(run);
  const outcomes = evaluateRun(analyzed, rules);
  const related = relativeTo ? analyze(run, relativeTo) : analyzed;
  const view = choose(related, { filters, ...(sort && { order: sort }) });
  await printReport(reportOf(view, { ...options, command, outcomes }), options);
  // With --out, CSV or JSON, the user at the terminal wouldn't see why no row is ranked.
  if (!isRanked(run.record) && (out !== undefined || ['csv', 'json'].includes(format)))
    warn(unanswered(analyzed, calledOf(analyzed, command)).why);
  return { exitCode: exitCodeOf(run.record), outcomes };
}

export function printOutcomes(outcomes: readonly RuleOutcome[]): ExitCode {
  for (const outcome of outcomes) warn(ruleLine(outcome));
  return EXIT_CODES[worstOf(outcomes)];
}

const EXIT_CODES = { passed: 0, failed: 1, unchecked: 2 } as const;

const isRanked = (record: RunRecord) => rowCounts(record).get('ok')! > 0;

export function terminalOf(out: string | undefined): TerminalOptions {
  const toTerminal = out === undefined && process.stdout.isTTY === true;
  return {
    width: out === undefined ? columnsOr(DEFAULT_WIDTH) : DEFAULT_WIDTH,
    color: toTerminal && pc.isColorSupported,
  };
}

export async function printReport<Row>(report: Report<Row>, { format, out }: OutputOptions): Promise<void> {
  put(await render(report, format, terminalOf(out)), out);
}

export function warn(text: string): void {
  process.stderr.write(`wiremark: ${text}\n`);
}

export function put(content: string | Uint8Array, out: string | undefined): void {
  if (out === undefined) {
    process.stdout.write(content);
    return;
  }
  writeFileSync(out, content);
  warn(`wrote ${out}`);
}

export function refuseFlags(options: OutputOptions & TableOptions): void {
  const { format, style, notes, columns } = options;
  if (format === 'terminal' || format === 'md') return;
  const lost = { '--style': style, '--notes': notes, '--columns': format === 'csv' ? undefined : columns };
  const [flag] = Object.entries(lost).find(([, value]) => value !== undefined) ?? [];
  if (flag !== undefined) throw new UsageError(`${flag} isn't for --format ${format}; use terminal or md`);
}

export function refuseTable(what: string, format: ReportFormat): void {
  if (format === 'summary' || format === 'csv')
    throw new UsageError(`${what} can't be printed as --format ${format}; use md or json`);
}

/**
 * Throws a UsageError if a filter's pattern matches nothing in the runs, or if no row matches all filters.
 * @returns rows and cases of the runs
 */
export function refuseUnmatched(name: string, records: readonly RunRecord[], filters: Filters): Field {
  const rows = records.flatMap(({ contenders }) => contenders.filter(({ limit }) => limit === null));
  const field = { name, rows, cases: records.flatMap(({ cases }) => cases) };
  const missed = missedPatterns(filters, field);
  if (missed.length > 0) throw new UsageError(missed.join('\n'));
  const isLeft = ({ contenders, cases }: RunRecord) => {
    const asked = (index: number) =>
      contenders[index]!.limit === null && selectsSerializer(filters, contenders[index]!);
    return cases.some((one) => selectsCase(filters, one) && one.contenders.some(asked));
  };
  if (!records.some(isLeft)) throw new UsageError(whyEmpty(filters, field));
  return field;
}

export function exitCodeOf(record: RunRecord): ExitCode {
  return hasFailures(record) || !isRanked(record) ? 1 : 0;
}

/** Prints a document in parts: text for standard output as soon as a part is added, other formats and files at the end. */
export class Parts {
  readonly #output: OutputOptions<RowFormat>;
  readonly #blocks: Block[] = [];
  #printed = false;

  constructor(output: OutputOptions<RowFormat>) {
    this.#output = output;
  }

  async add(...blocks: readonly Block[]): Promise<void> {
    this.#blocks.push(...blocks);
    const { format, out } = this.#output;
    if (format !== 'terminal' || out !== undefined) return;
    if (this.#printed) put('\n', out);
    await printBlocks(blocks, null, this.#output);
    this.#printed = true;
  }

  async end<Row>(json: unknown, table?: DataTable<Row>): Promise<void> {
    if (!this.#printed) await printBlocks(this.#blocks, json, this.#output, table);
  }
}

export function printBlocks<Row>(
  blocks: readonly Block[],
  json: unknown,
  output: OutputOptions<RowFormat>,
  table: DataTable<Row> = { columns: [], rows: [] },
): Promise<void> {
  return printReport({ blocks: () => blocks, json: () => json, table: () => table }, output);
}

export function listTable<Row extends Readonly<Record<string, string | readonly string[]>>>(
  rows: readonly Row[],
  heads: Readonly<Record<string, keyof Row>>,
): Table {
  const columns = Object.entries(heads).map(([head, fact]) =>
    wordColumn<Row>(head, (row) => [row[fact] ?? ''].flat().join(', ')),
  );
  return tableOf([...columns.slice(0, -1), { ...columns.at(-1)!, prose: true }], rows);
}
