import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyze } from '../../analysis/analyze.ts';
import { choose } from '../../analysis/choose.ts';
import { parseFailRules } from '../../analysis/rules/rule.ts';
import { suggestion } from '../../define/nearest.ts';
import { PLAN_FILE, readPlan } from '../../fleet/folder.ts';
import { makeFolder } from '../../machine/files/write.ts';
import { chartMarkup } from '../../report/charts/markup.ts';
import { againstReport } from '../../report/run/report.ts';
import { readRecord } from '../../store/folder/reader.ts';
import { runLabel } from '../../store/record/run-label.ts';
import { refuseWithout, UsageError } from '../errors.ts';
import { openFolder, placeOfRun } from '../open-run.ts';
import { PRINTED, pageFile } from '../options.ts';
import type { ExitCode, Place } from '../place.ts';
import {
  exitCodeOf,
  printReport,
  printRun,
  put,
  refuseFlags,
  refuseTable,
  refuseUnmatched,
  warn,
} from '../print.ts';
import type { ReportOptions } from './command.ts';
import { spliceRun } from './splicing.ts';

export async function report(place: Place, which: string, options: ReportOptions): Promise<ExitCode> {
  refuseWithout('--splice FILE', options.splice, { '--check': options.check });
  refuseWithout('--against published', options.against, { '--edition': options.edition });
  refuseFlags(options);
  if (existsSync(join(which, PLAN_FILE))) {
    const { printFleet } = await import('../fleet/fleet.ts');
    return printFleet(place, readPlan(which), options);
  }
  const folder = await placeOfRun(which);
  if (options.byVersion) {
    const run = openFolder(folder);
    const { printVersions } = await import('../fleet/fleet.ts');
    await printVersions(place, choose(analyze(run), { filters: options }), options);
    return exitCodeOf(run.record);
  }
  const { splice, charts } = options;
  const html = options.html ?? pageFile(options);
  if (html !== undefined) refuseFiltered(options);
  if (html !== undefined) return printPage(place, folder, { ...options, html });
  if (charts !== undefined) return writeCharts(folder, charts);
  if (splice !== undefined) return spliceRun(which, folder, splice, options.check);
  if (options.against !== undefined) return printAgainst(folder, options);
  const rules = parseFailRules(readRecord(folder).request.failIf);
  return (await printRun(folder, { ...options, rules }, options)).exitCode;
}

function refuseFiltered(options: Readonly<Record<string, unknown>>): void {
  const lost = PRINTED.find((key) => !['format', 'out'].includes(key) && options[key] !== undefined);
  if (lost !== undefined) throw new UsageError(`a page has every row and column: leave out --${lost}`);
}

export async function printPage(
  { home }: Place,
  folder: string,
  { html, style }: Pick<ReportOptions, 'style'> & { readonly html: string },
): Promise<ExitCode> {
  const { renderPage } = await import('../../web/run/render.ts');
  const { record, ...run } = openFolder(folder);
  const suite = { ...record.suite, ...(style && { style }) };
  put(await renderPage({ home, run: { ...run, record: { ...record, suite } } }), html);
  return exitCodeOf(record);
}

async function printAgainst(folder: string, options: ReportOptions): Promise<ExitCode> {
  const run = openFolder(folder);
  const { published = [], editions = [] } = run.record;
  const { edition } = options;
  refuseTable('--against', options.format);
  const names = editions.map(({ name }) => name);
  if (edition !== undefined && !names.includes(edition))
    throw new UsageError(`there is no edition "${edition}".${suggestion(edition, names)}`);
  refuseUnmatched(`run "${runLabel(run.record)}"`, [run.record], options);
  const against = againstReport(choose(analyze(run), { filters: options }), edition);
  if (against === null) {
    const cases = new Set(published.map(({ dataset, size, task }) => `${dataset}/${size} (${task})`));
    throw new UsageError(
      `no case of the run has published figures; there are some for: ${[...cases].join(', ') || 'none'}`,
    );
  }
  await printReport(against, options);
  return exitCodeOf(run.record);
}

function writeCharts(folder: string, into: string): ExitCode {
  const run = openFolder(folder);
  makeFolder(into);
  const charts = chartMarkup(run);
  for (const { file, svg } of charts) {
    const path = join(into, file);
    writeFileSync(path, svg);
    process.stdout.write(`${path}\n`);
  }
  if (charts.length === 0) warn('no row is ranked, so there is nothing to draw');
  return exitCodeOf(run.record);
}
