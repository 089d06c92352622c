/** Tables of recorded runs, as block times alone: what claims are tried on. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowName } from '../../../src/define/names.ts';
import { type BlockTimes, sliceTime } from '../../../src/stats/comparison.ts';
import { DISTURBED, tooDisturbed } from '../../../src/stats/disturbance.ts';
import { groupBy } from '../../../src/stats/group-by.ts';
import { readRun } from '../../../src/store/folder/reader.ts';
import type { Sample } from '../../../src/store/record/record.ts';

/** ns per operation, by round, then block. A round in which the row wasn't timed is empty. */
export type RoundTimes = readonly (readonly number[])[];

export interface RecordedTable {
  readonly run: string;
  /** Dataset, size and task. */
  readonly case: string;
  readonly baseline: string;
  readonly disturbed: boolean;
  /** By name of the row. */
  readonly rows: Readonly<Record<string, RoundTimes>>;
}

const HEAD = 'run,case,disturbed,row,round,block_ns';

/** From a file with a line for each round of a row; the first row of a table is its baseline. */
export function recordedTables(file: string): RecordedTable[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
  const tables = groupBy(
    lines.map((line) => line.split(',')),
    ([run, of]) => `${run},${of}`,
  );
  return [...tables.values()].map((cells): RecordedTable => {
    const [run, of, disturbed, baseline] = cells[0] as [string, string, string, string];
    const rows: Record<string, number[][]> = {};
    for (const [, , , row, round, ...times] of cells) {
      rows[row!] ??= [];
      rows[row!]![Number(round)] = times.map(Number);
    }
    return { run, case: of, baseline, disturbed: disturbed === 'true', rows };
  });
}

/** As `recordedTables` reads them. */
export function tablesText(tables: readonly RecordedTable[]): string {
  const lines = tables.flatMap(({ run, case: of, baseline, disturbed, rows }) =>
    [baseline, ...Object.keys(rows).filter((row) => row !== baseline)].flatMap((row) =>
      rows[row]!.map((times, round) => [run, of, disturbed, row, round, ...times].join(',')),
    ),
  );
  return [HEAD, ...lines, ''].join('\n');
}

/** Of every run below a folder. */
export function tablesBelow(folder: string): RecordedTable[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => tablesOf(join(folder, name)));
}

/** Of a run's cases, the serializers that did the work. */
export function tablesOf(folder: string): RecordedTable[] {
  const { record, samples } = readRun(folder);
  return record.cases.flatMap((planned, number): RecordedTable[] => {
    const ok = record.outcomes.filter(
      ({ case: own, contender, verdict }) =>
        own === number && verdict.verdict === 'ok' && record.contenders[contender]!.limit === null,
    );
    const timed = samples
      .of(number)
      .filter(({ phase, round }) => phase === 'block' && round < (planned.rounds ?? 0));
    const rows = ok.map(({ contender }) => ({
      name: rowName(record.contenders[contender]!),
      slices: timed.filter((slice) => slice.contender === contender),
    }));
    return [
      {
        run: record.name ?? record.id,
        case: `${planned.dataset}/${planned.size} ${planned.task}`,
        baseline: rowName(record.contenders[planned.baseline]!),
        disturbed: areDisturbed(rows.flatMap(({ slices }) => slices)),
        rows: Object.fromEntries(rows.map(({ name, slices }) => [name, roundTimes(slices)])),
      },
    ];
  });
}

/** Four digits: far more than a slice is worth. */
function roundTimes(slices: readonly Sample[]): RoundTimes {
  const rounds: number[][] = [];
  for (const slice of slices) {
    rounds[slice.round] ??= [];
    rounds[slice.round]![slice.block] = Number(sliceTime(slice).toPrecision(4));
  }
  return rounds;
}

/** As reports find it: pairs of rows in a block of which one waited too long. */
function areDisturbed(slices: readonly Sample[]): boolean {
  const known = slices.filter(({ waitNs }) => waitNs !== null);
  const pairs = { known: 0, disturbed: 0 };
  for (const block of groupBy(known, ({ round, block }) => `${round} ${block}`).values()) {
    const peaceful = block.filter(({ ns, waitNs }) => waitNs! <= DISTURBED * ns).length;
    const of = (count: number) => (count * (count - 1)) / 2;
    pairs.known += of(block.length);
    pairs.disturbed += of(block.length) - of(peaceful);
  }
  return tooDisturbed(pairs);
}

export function timesOfRounds(rounds: RoundTimes): BlockTimes {
  const timed = [...rounds.entries()].filter(([, blocks]) => blocks?.length > 0);
  return new Map(timed.map(([round, blocks]) => [round, new Map(blocks.entries())]));
}
