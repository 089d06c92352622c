import { caseName } from '../../define/names.ts';
import { machineText, measuredText } from '../../report/tables/notes.ts';
import { borderless } from '../../report/text/borderless.ts';
import { tableOf, wordColumn } from '../../report/text/document.ts';
import { renderTerminal } from '../../report/text/terminal.ts';
import { spelledSeconds } from '../../report/text/times.ts';
import { singleLine, wrap } from '../../report/text/width.ts';
import { rowCounts, spelledRows } from '../../report/view/tally.ts';
import { DATA_FOLDER, RUN_FILE, SAMPLES_FILE, SEAL_FILE, WRITER_FILE } from '../../store/files.ts';
import type { ListedRun } from '../../store/locate.ts';
import { readRecord } from '../../store/reader.ts';
import type { RunCase, RunRecord } from '../../store/record.ts';
import { spelledTime } from '../../store/run-label.ts';
import { reasonOf, runState, secondsTaken } from '../../store/state.ts';
import { placeOfRun } from '../opening.ts';
import type { OutputOptions } from '../options.ts';
import type { ExitCode, Place } from '../place.ts';
import { put, terminalOf } from '../print.ts';
import { listTable } from '../table.ts';
import { filesOf, spelledBytes } from './facts.ts';

/** `wiremark runs show`: a run's facts, cases and files. */
export async function runsShow(
  _: Place,
  which: string,
  { format, out }: OutputOptions<'terminal' | 'json'>,
): Promise<ExitCode> {
  const folder = await placeOfRun(which);
  const record = readRecord(folder);
  const files = filesOf(folder);
  if (format === 'json') {
    const whole = { folder, state: runState(folder, record), seconds: secondsTaken(record), files, record };
    put(`${JSON.stringify(whole, null, 2)}\n`, out);
    return 0;
  }
  const facts = factsOf({ folder, record });
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  const room = Math.max(NARROWEST, terminalOf(out).width - width);
  // A path stays whole, to be copied.
  const fitted = (name: string, text: string) => (name === 'folder' ? text : wrap(text, room).join('\n'));
  const [head, ...rows] = facts.map(([name, text]) => [name, fitted(name, singleLine(text))]);
  const cases = record.cases.map(caseRow(record));
  const whats = files.map(({ name, bytes }) => ({
    ...{ name, size: spelledBytes(bytes), what: WHAT[name] ?? "not wiremark's" },
  }));
  const tables = [tableOf(CASES, cases), listTable(whats, { FILE: 'name', SIZE: 'size', WHAT: 'what' })];
  put(`${borderless({ head: head!, rows })}\n\n${renderTerminal(tables, terminalOf(out))}`, out);
  return 0;
}

/** Facts are never narrower, even where lines run over the edge. */
const NARROWEST = 24;

const WHAT: Readonly<Record<string, string>> = {
  [RUN_FILE]: 'machine, versions, settings, verdicts',
  [SAMPLES_FILE]: 'every timed slice, a line each',
  [SEAL_FILE]: 'digests of both, for sha256sum -c',
  [WRITER_FILE]: 'the process that is writing it',
  [DATA_FOLDER]: 'schema of your documents; with --keep-data the documents too',
};

const CASES = ['CASE', 'ROWS', 'ROUNDS', 'ENDED'].map((head, i) =>
  wordColumn<readonly string[]>(head, (row) => row[i]!),
);

type Fact = readonly [name: string, text: string];

function factsOf(run: ListedRun): Fact[] {
  const { record, folder } = run;
  const seconds = secondsTaken(record);
  const { name, tags, suite, machine, settings, request } = record;
  const some = (fact: string, text: string | undefined): Fact[] => (text ? [[fact, text]] : []);
  return [
    ['id', record.id],
    ...some('name', name),
    ...some('tags', tags?.join(' ')),
    // The title of a suite of one's own documents begins with its name.
    ['suite', suite.title.startsWith(`${suite.name}: `) ? suite.title : `${suite.name}: ${suite.title}`],
    ['state', stateText(run)],
    ['started', `${spelledTime(record.startedAt)} (${record.startedAt})`],
    ...some('took', seconds === null ? undefined : spelledSeconds(seconds)),
    ...(record.interruptions ?? []).map(({ from, until }): Fact => ['interrupted', `${from} to ${until}`]),
    ['machine', machineText(machine)],
    ['wiremark', record.tool],
    ...Object.entries(record.runtimes),
    ['settings', measuredText(settings)],
    ...Object.entries(request.filters).map(([filter, list]): Fact => [filter, list.join(', ')]),
    ['rows', spelledRows(rowCounts(record))],
    ['folder', folder],
  ];
}

function stateText({ folder, record }: ListedRun): string {
  const reason = reasonOf(folder, record);
  return reason === null ? runState(folder, record) : `partial: ${reason.text}`;
}

function caseRow({ outcomes, contenders }: RunRecord) {
  return (planned: RunCase, number: number) => {
    const { rounds = 0, ended = '' } = planned;
    const found = outcomes.filter((outcome) => outcome.case === number);
    const rows = spelledRows(rowCounts({ cases: [planned], outcomes: found, contenders }));
    return [caseName(planned), rows, `${rounds}`, ended];
  };
}
