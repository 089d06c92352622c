import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { inspectTools, type ToolState } from '../build/toolchain.ts';
import type { Catalog } from '../define/catalog.ts';
import { runtimeName } from '../define/names.ts';
import type { RunnerDefinition } from '../define/types.ts';
import { keepCoresAwake } from '../machine/idle-spinners.ts';
import { type MachineUse, observeMachine } from '../machine/usage.ts';
import { type Case, contenderName, namedOf } from '../plan/case.ts';
import { asksForWay, type Filters } from '../plan/filters.ts';
import { EmptyPlanError } from '../plan/missed.ts';
import { type Lineup, leftOfAll, type PlannedCase, soloLineup } from '../plan/plan.ts';
import { isFailure, spelledReason } from '../plan/verdict.ts';
import { busyLine } from '../report/machine.ts';
import {
  type Block,
  cell,
  heading,
  paragraph,
  proseColumn,
  tableOf,
  wordColumn,
} from '../report/text/document.ts';
import { openCatalog } from '../run/definitions.ts';
import { groupBy } from '../stats/group-by.ts';
import { askVersion } from '../trial/check.ts';
import { openWorkbench, type Workbench } from '../trial/workbench.ts';
import { attended } from './interruptible.ts';
import type { ListFormat, OutputOptions, PatienceOptions, PlanOptions } from './options.ts';
import type { ExitCode, Place } from './place.ts';
import { Parts } from './print.ts';
import { patienceOf } from './time-limits.ts';

type DoctorOptions = PlanOptions & PatienceOptions & OutputOptions<ListFormat>;

/**
 * `wiremark doctor`: lists what this machine has, what is missing, and the fix. It starts each row for its version; an
 * installed runner that fails makes the exit code 1. With --runner it checks only these.
 */
export async function doctor(place: Place, options: DoctorOptions): Promise<ExitCode> {
  const { runner: runners, acceptLicense, rebuild } = options;
  const catalog = onlyOwn(openCatalog(place.home, { runners, acceptLicense }), runners);
  const plan = planForDoctor(catalog, options);
  return attended<ExitCode>(async ({ status, progress, signal }) => {
    const { cache } = place;
    const parts = new Parts(options);
    const languages = new Set(plan.cases.map(({ baseline }) => baseline.runtime));
    if (languages.size > 1)
      status.note(
        `wiremark: Checking ${plan.cases.length} serializers in ${languages.size} languages. The first time installs packages and takes a few minutes. For one language: -r ${[...languages][0]}`,
      );
    // Authors of runners call this often and know their machine.
    const isOwn = runners !== undefined;
    if (!isOwn) status.show('checking for other programs');
    const glance = isOwn ? null : await watchMachine();
    status.clear();
    if (glance !== null)
      await parts.add(heading(2, 'This machine'), ...machineTexts(glance).map((text) => paragraph(text)));
    const patience = patienceOf(options);
    const workbench = await openWorkbench({ plan, catalog, cache, progress, signal, patience, rebuild });
    const inspected: InspectedRunner[] = [];
    for (const runner of catalog.runners.values()) {
      const cases = plan.cases.filter(({ baseline }) => baseline.runtime === runner.runtime);
      if (cases.length === 0) continue;
      const tools = await inspectTools(runner.toolchain);
      const serializers: InspectedSerializer[] = [];
      for (const planned of cases) {
        signal.throwIfAborted();
        status.show(`${contenderName(planned.baseline)}: asking for its version`);
        serializers.push(await inspectSerializer(workbench, runner, planned));
      }
      status.clear();
      inspected.push({ runtime: runner.runtime, title: runner.title, tools, serializers });
      await parts.add(...runnerBlocks(inspected.at(-1)!));
    }
    const machine = glance && { cores: availableParallelism(), ...glance };
    await parts.end({ machine, runners: inspected });
    return inspected.some(({ serializers }) => serializers.some(({ failed }) => failed)) ? 1 : 0;
  });
}

/** Removes the package's own runners from a catalog if --runner names others. */
function onlyOwn(catalog: Catalog, files: readonly string[] = []): Catalog {
  if (files.length === 0) return catalog;
  const own = new Set(files.map((file) => resolve(file)));
  const runners = new Map([...catalog.runners].filter(([, { file }]) => own.has(file)));
  return { ...catalog, runners };
}

/** Milliseconds to watch the machine for other programs. */
const WATCH = 1_500;

/** @returns `unkept`: why cores can't be kept awake; null if they can */
async function watchMachine(): Promise<{ use: MachineUse | null; unkept: string | null }> {
  const use = await observeMachine(WATCH);
  const { reason, stop } = await keepCoresAwake();
  await stop();
  return { use, unkept: reason };
}

function machineTexts({ use, unkept }: Awaited<ReturnType<typeof watchMachine>>): string[] {
  const cores = availableParallelism();
  const others =
    use === null
      ? "This system doesn't report what other programs use."
      : (busyLine(use, cores) ?? 'No other program is busy.');
  const awake = unkept
    ? `cores can't be kept awake: ${unkept}`
    : 'cores are kept awake while blocks are measured';
  return [others, `It has ${cores} ${cores === 1 ? 'core' : 'cores'}; ${awake}.`];
}

/**
 * Plans each serializer once, and each variant with one serializer unless the filters ask for more, on the smallest
 * documents and in its first task that the filters select.
 */
function planForDoctor(catalog: Catalog, filters: Filters): Lineup {
  const { rows, cases } = leftOfAll(catalog, filters);
  // The dataset with the smallest documents.
  const usual = cases.filter(({ dataset }) => dataset === 'record');
  const chosen = rows
    .filter(
      (one, i) =>
        one.variant === null ||
        asksForWay(filters, namedOf(one)) ||
        rows.findIndex((other) => runtimeName(other) === runtimeName(one)) === i,
    )
    .flatMap((one) => {
      const does = ({ task }: Case) => one.definition.tasks.includes(task);
      const found = usual.find(does) ?? cases.find(does);
      return found === undefined ? [] : [[one, found] as const];
    });
  if (chosen.length === 0)
    throw new EmptyPlanError('no serializer does a task that the filters select: change -s, -r, -t or -f');
  return soloLineup(chosen);
}

interface InspectedRunner {
  readonly runtime: string;
  readonly title: string;
  readonly tools: readonly ToolState[];
  readonly serializers: readonly InspectedSerializer[];
}

interface InspectedSerializer {
  readonly name: string;
  readonly verdict: string;
  readonly failed: boolean;
  /** Null if it reported none. */
  readonly version: string | null;
  /** License of its packages; null if none is stated. */
  readonly license: string | null;
  /** Why it is unavailable, or the note of its manifest. */
  readonly remark: string;
}

async function inspectSerializer(
  workbench: Workbench,
  { variants }: RunnerDefinition,
  planned: PlannedCase,
): Promise<InspectedSerializer> {
  const { baseline } = planned;
  const { version, verdict } = await askVersion(workbench, planned, baseline);
  const license = workbench.builds.license(baseline) ?? null;
  const row = {
    name: contenderName(baseline),
    verdict: verdict.verdict,
    failed: isFailure(verdict),
    license,
  };
  const variant = variants.find(({ id }) => id === baseline.variant);
  if (verdict.verdict !== 'ok') return { ...row, version: null, remark: spelledReason(verdict) };
  return { ...row, version, remark: variant?.title ?? baseline.definition.note ?? '' };
}

const COLUMNS = [
  wordColumn<InspectedSerializer>('SERIALIZER', ({ name }) => name),
  wordColumn<InspectedSerializer>('VERSION', ({ version, verdict, failed }) =>
    version === null ? cell(verdict, failed ? 'bad' : 'dim') : version,
  ),
  wordColumn<InspectedSerializer>('LICENSE', ({ version, license }) =>
    version === null ? '' : (license ?? ''),
  ),
  proseColumn<InspectedSerializer>('', ({ remark }) => remark),
];

/** Rows with the same failure share one line below the table. */
export function runnerBlocks({ title, tools, serializers }: InspectedRunner): Block[] {
  const lines = tools.map((tool) =>
    tool.found ? `${tool.program}: ${tool.version}` : `${tool.program}: ${tool.reason}; fix: ${tool.fix}`,
  );
  const silent = serializers.filter(({ version }) => version === null);
  const alike = [...groupBy(silent, ({ verdict, remark }) => `${verdict}: ${remark}`)];
  const shared = alike.filter(([, rows]) => rows.length > 1);
  const rest = serializers.filter((one) => !shared.some(([, rows]) => rows.includes(one)));
  const items = shared.map(([why, rows]) => `${rows.map(({ name }) => name).join(', ')}: ${why}`);
  return [
    heading(2, title),
    ...lines.map((line) => paragraph(line)),
    ...(rest.length > 0 ? [tableOf(COLUMNS, rest)] : []),
    ...(items.length > 0 ? [{ kind: 'list' as const, items }] : []),
  ];
}
