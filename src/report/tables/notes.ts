/** What a reader has to know about a table, in sentences. */
import { runtimeName } from '../../define/names.ts';
import type { Deviation } from '../../define/types.ts';
import { grouped, percent } from '../text/numbers.ts';
import type { LimitRow, RankedRow } from '../view/rows.ts';
import { allRows, type CaseView, type RunView } from '../view/view.ts';
import { DEVIATION_MARK } from './columns.ts';
import { isMixed } from './ranking.ts';
import { memoryNotes } from './start.ts';

const DEVIATION_MEANING: Record<Deviation, string> = {
  'negative-zero-as-zero': '−0 arrives as 0',
  'null-omitted': 'a field that is null is left out',
  'enum-as-number': 'an enum is written as a number',
  'int64-as-string': 'an int64 is written as a string',
  'date-time-as-number': 'an instant is written as a number',
  'uuid-as-bytes': 'a uuid is written as 16 bytes',
};

/** What the table is about: the document, the baseline, how often it was measured. */
export function caseSummary(view: CaseView): string {
  const bytes = [...view.documentBytes].map(([format, size]) => `${grouped(size)} bytes as ${format}`);
  const parts = bytes.length > 0 ? [`One document: ${bytes.join(', ')}.`] : [];
  if (view.baseline === null) return [...parts, 'No row is ranked.'].join(' ');
  parts.push(`Ratio: time relative to ${view.baseline}.`);
  parts.push(`${counted(view.rounds, 'round')} of ${counted(view.blocks, 'block')}.`);
  return parts.join(' ');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** Below the table, most important first. */
export function caseNotes(view: CaseView, settings: RunView['settings']): string[] {
  return [
    ...baselineNote(view),
    ...kindNote(view.ranked),
    ...preliminaryNote(view.ranked),
    ...targetNote(view.ranked, settings.target),
    ...tieNote(view.ranked),
    ...boundNotes(view),
    ...steadyNote([...view.ranked, ...view.limits]),
    ...disturbanceNotes(view),
    ...memoryNotes(view.ranked),
    ...deviationNotes(view),
  ];
}

/** Those without which a table by itself would be misread, for a report in short. */
export function summaryNotes(view: CaseView): string[] {
  return [
    ...baselineNote(view),
    ...kindNote(view.ranked),
    ...preliminaryNote(view.ranked),
    ...tieNote(view.ranked),
    ...deviationNotes(view),
  ];
}

function baselineNote({ baseline, plannedBaseline }: CaseView): string[] {
  if (baseline === null || baseline === plannedBaseline) return [];
  return [
    `The baseline should be ${plannedBaseline}, which is not ranked here: ${baseline}, the fastest row, serves.`,
  ];
}

function kindNote(rows: readonly RankedRow[]): string[] {
  if (!isMixed(rows, ({ outputKind }) => outputKind)) return [];
  return [
    'Text and bytes are ranked together: a text has yet to be encoded or decoded as UTF-8 on its way to or from a file or socket.',
  ];
}

function preliminaryNote(rows: readonly RankedRow[]): string[] {
  const early = rows.filter(({ preliminary }) => preliminary);
  if (early.length === 0) return [];
  const confidences = early.flatMap(({ ratio }) => ratio.confidence ?? []);
  const rounds = counted(Math.max(...early.map((row) => row.rounds)), 'round');
  const reach =
    confidences.length === 0
      ? 'there is no interval'
      : `the intervals have ${percent(Math.min(...confidences))} confidence`;
  return [`~ Preliminary: after ${rounds} ${reach}. A full run takes at least 10 rounds (--full).`];
}

function targetNote(rows: readonly RankedRow[], target: number): string[] {
  const missed = rows.filter(({ targetMissed, preliminary }) => targetMissed && !preliminary);
  if (missed.length === 0) return [];
  const names = missed.map(({ name, halfWidth }) =>
    halfWidth === null ? name : `${name} (± ${percent(halfWidth)})`,
  );
  return [`Target of ± ${percent(target)} not reached: ${names.join(', ')}.`];
}

function tieNote(rows: readonly RankedRow[]): string[] {
  if (!rows.some(({ tied }) => tied)) return [];
  return ["= Tie: compared round by round, a row can't be told from the one above it in the same rank."];
}

function boundNotes({ ranked, limits }: CaseView): string[] {
  const walk = ranked.some(({ bounds }) => bounds.timesWalk !== null);
  const hand = ranked.some(({ bounds }) => bounds.percentOfHandWritten !== null);
  return [
    ...(walk ? ['× walk: time as a multiple of walking the objects in the same runtime.'] : []),
    ...(hand ? [handNote(ranked)] : []),
    ...(limits.length > 0
      ? [
          'Limits: no-op is what the harness itself takes; copy and write put out a JSON document that is ready.',
        ]
      : []),
  ];
}

function handNote(rows: readonly RankedRow[]): string {
  const runtimes = new Set(rows.flatMap((row) => (row.bounds.handWritten ? [runtimeName(row)] : [])));
  const without = rows.filter((row) => runtimes.has(runtimeName(row)) && row.bounds.handWritten === null);
  const formats = [...new Set(without.map(({ format }) => format))];
  const blank = formats.length === 0 ? '' : `; blank for ${formats.join(', ')}, which nobody wrote by hand`;
  return `% of hand: how much of the speed of the fastest hand-written row of the same runtime and format it has${blank}.`;
}

function steadyNote(rows: readonly (RankedRow | LimitRow)[]): string[] {
  const unsteady = rows.filter(({ steadiness }) => steadiness.steady < steadiness.launches);
  if (unsteady.length === 0) return [];
  const names = unsteady.map(
    ({ name, steadiness }) =>
      `${name} (${steadiness.launches - steadiness.steady} of ${steadiness.launches})`,
  );
  return [`Launches that were timed before they became steady: ${names.join(', ')}.`];
}

function disturbanceNotes({ disturbances, ranked, limits }: CaseView): string[] {
  const { redone, counted } = disturbances;
  const untold = new Set(disturbances.untold);
  const rows = [...ranked, ...limits].map(({ name }) => name).filter((name) => untold.has(name));
  const all = rows.length > 0 && rows.length === ranked.length + limits.length;
  return [
    ...(redone > 0
      ? [
          `${redone === 1 ? '1 block was' : `${grouped(redone)} blocks were`} redone because something else took a core; ${grouped(counted)} count.`,
        ]
      : []),
    ...(rows.length > 0
      ? [
          `The system doesn't tell how long ${all ? 'slices' : `slices of ${rows.join(', ')}`} waited for a core: for that, no block was redone.`,
        ]
      : []),
  ];
}

function deviationNotes(view: CaseView): string[] {
  const names = new Map<Deviation, string[]>();
  for (const { name, deviations } of allRows(view))
    for (const deviation of deviations) {
      const rows = names.get(deviation);
      if (rows) rows.push(name);
      else names.set(deviation, [name]);
    }
  return [...names].map(
    ([deviation, rows]) =>
      `${DEVIATION_MARK} Declared deviation ${deviation} (${DEVIATION_MEANING[deviation]}): ${rows.join(', ')}.`,
  );
}

/** What holds for the whole run and has to be known before its tables are read. */
export function runWarnings(view: RunView): string[] {
  const { minimum } = view.settings.rounds;
  const how = view.finishedAt === null ? 'it was killed or is still running' : 'it ended early';
  return [
    ...(view.partial
      ? [`Partial run: ${how}; rows and rounds are missing (planned: at least ${minimum} a case).`]
      : []),
    ...view.warnings,
  ];
}

/** `sha256:` and 12 hexadecimal digits, as people compare them; the JSON report has all. */
const DIGEST_SHOWN = 19;

/** Machine, versions, how it was measured, where the samples are: one fact an item. */
export function runFacts(view: RunView): string[] {
  const { machine, settings } = view;
  return [
    `Run ${view.id}, wiremark ${view.tool}, ${view.startedAt}`,
    `Machine: ${machineText(machine)}`,
    ...versionTexts(view),
    `Measured: ${measuredText(settings)}`,
    ...view.interruptions.map(({ from, until }) => `Interrupted: ${from}, resumed ${until}`),
    `Data: ${Object.entries(view.datasets)
      .map(([name, digest]) => `${name} ${digest.slice(0, DIGEST_SHOWN)}…`)
      .join(', ')}`,
    `Raw samples: .wiremark/runs/${view.id}`,
  ];
}

/** Processor, system and how busy it was. */
export function machineText({
  cpu,
  cores,
  memoryBytes,
  os,
  kernel,
  arch,
  load,
  governor,
}: RunView['machine']): string {
  const facts = [
    cpu,
    counted(cores, 'core'),
    `${grouped(memoryBytes / 2 ** 30, 1)} GiB`,
    os,
    kernel,
    arch,
    load === null ? 'load unknown' : `load ${grouped(load, 2)}`,
    governor === null ? 'governor unknown' : `governor ${governor}`,
  ];
  return facts.join(', ');
}

/** One text for each way a runtime was started: its own version, then those of its serializers that reported one. */
export function versionTexts(view: RunView): string[] {
  const serializers = new Map<string, Set<string>>();
  for (const row of view.cases.flatMap(allRows)) {
    if (row.version === null || row.limit !== null) continue;
    const texts = serializers.get(runtimeName(row)) ?? new Set();
    serializers.set(runtimeName(row), texts.add(`${row.serializer} ${row.version}`));
  }
  return Object.entries(view.runtimes).map(
    ([runtime, version]) => `${runtime} ${version}: ${[...(serializers.get(runtime) ?? [])].join(', ')}`,
  );
}

function measuredText({ seed, quick, rounds, target, budget }: RunView['settings']): string {
  const { minimum, maximum } = rounds;
  const planned = minimum === maximum ? counted(minimum, 'round') : `${minimum} to ${maximum} rounds`;
  const limit = budget === null ? '' : `, budget ${grouped(budget)} s`;
  return `${quick ? 'quick, ' : ''}${planned}, target ± ${percent(target)}${limit}, seed ${seed}`;
}
