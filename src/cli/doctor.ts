import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { findToolchain } from '../build/installed.ts';
import { inspectTools, type ToolState } from '../build/toolchain.ts';
import type { Catalog } from '../define/catalog.ts';
import { runtimeName } from '../define/names.ts';
import { keepCoresAwake } from '../machine/idle-spinners.ts';
import { observeMachine, WATCH } from '../machine/usage.ts';
import { type Case, contenderName, namedOf } from '../plan/case.ts';
import { type Filters, namesVariant } from '../plan/filters.ts';
import { EmptyPlanError } from '../plan/missed.ts';
import { type Lineup, type PlannedCase, selectFromAll, soloLineup } from '../plan/plan.ts';
import { isFailure, spelledReason } from '../plan/verdict.ts';
import { busyLine } from '../report/machine.ts';
import { counted, listed } from '../report/numbers.ts';
import {
  type Block,
  cell,
  heading,
  list,
  paragraph,
  proseColumn,
  tableOf,
  wordColumn,
} from '../report/text/document.ts';
import { openCatalog } from '../run/definitions.ts';
import { groupBy } from '../stats/group-by.ts';
import { askVersion } from '../trial/check.ts';
import { patienceOf } from '../trial/process.ts';
import { openWorkbench, type Workbench } from '../trial/workbench.ts';
import { attended } from './interruptible.ts';
import type { ListFormat, OutputOptions, PatienceOptions, PlanOptions } from './options.ts';
import type { ExitCode, Place } from './place.ts';
import { Parts } from './print.ts';

type DoctorOptions = PlanOptions & PatienceOptions & OutputOptions<ListFormat>;

export async function doctor(place: Place, options: DoctorOptions): Promise<ExitCode> {
  const { runner: own, acceptLicense, rebuild } = options;
  const all = openCatalog(place.home, { runners: own, acceptLicense, runtimes: options.runtime });
  const files = own?.map((file) => resolve(file));
  const runners = new Map([...all.runners].filter(([, { file }]) => files?.includes(file) ?? true));
  const catalog = { ...all, runners };
  const plan = planForDoctor(catalog, options);
  return attended<ExitCode>(async ({ status, progress, signal }) => {
    const { cache } = place;
    const parts = new Parts(options);
    const languages = new Set(plan.cases.map(({ baseline }) => baseline.runtime));
    if (languages.size > 1)
      status.note(
        `wiremark: Checking ${plan.cases.length} serializers in ${languages.size} languages. The first time installs packages and takes a few minutes. For one language: -r ${[...languages][0]}`,
      );
    if (own === undefined) status.show('checking for other programs');
    const machine = own === undefined ? await watchMachine() : null;
    status.clear();
    if (machine !== null) await parts.add(heading(2, 'This machine'), ...machineTexts(machine));
    const tools = new Map<string, readonly ToolState[]>();
    for (const runner of runners.values()) {
      const { runtime, toolchain } = runner;
      if (!plan.cases.some(({ baseline }) => baseline.runtime === runtime)) continue;
      const found = findToolchain(runner, cache);
      if (found.ok) tools.set(runtime, await inspectTools(toolchain, undefined, found.variables));
      else
        tools.set(runtime, [{ program: runtime, found: false, reason: found.reason, fix: found.fix ?? '' }]);
    }
    await parts.add(heading(2, 'Languages'), list(toolLines(runners, tools)));
    const patience = patienceOf(options);
    const workbench = await openWorkbench({ plan, catalog, cache, progress, signal, patience, rebuild });
    const inspected: InspectedRunner[] = [];
    for (const { runtime, title, variants } of runners.values()) {
      const cases = plan.cases.filter(({ baseline }) => baseline.runtime === runtime);
      if (cases.length === 0) continue;
      const serializers: InspectedSerializer[] = [];
      for (const planned of cases) {
        signal.throwIfAborted();
        status.show(`${contenderName(planned.baseline)}: asking for its version`);
        const variant = variants.find(({ id }) => id === planned.baseline.variant);
        serializers.push(await inspectSerializer(workbench, planned, variant?.title));
      }
      status.clear();
      inspected.push({ runtime, title, tools: tools.get(runtime)!, serializers });
      await parts.add(...runnerBlocks(inspected.at(-1)!));
    }
    await parts.add(paragraph(readyText(inspected), 'strong'));
    await parts.end({ machine, runners: inspected });
    return inspected.some(({ serializers }) => serializers.some(({ failed }) => failed)) ? 1 : 0;
  });
}

async function watchMachine() {
  const use = await observeMachine(WATCH);
  const { reason: unkept, stop } = await keepCoresAwake();
  await stop();
  return { cores: availableParallelism(), use, unkept };
}

function machineTexts({ cores, use, unkept }: Awaited<ReturnType<typeof watchMachine>>): Block[] {
  const others =
    use === null
      ? "This system doesn't report what other programs use."
      : (busyLine(use, cores) ?? 'No other program is busy.');
  const awake = unkept
    ? `cores can't be kept awake: ${unkept}`
    : 'cores are kept awake while blocks are measured';
  return [paragraph(others), paragraph(`It has ${counted(cores, 'core')}; ${awake}.`)];
}

function toolLines(runners: Catalog['runners'], tools: ReadonlyMap<string, readonly ToolState[]>): string[] {
  return [...tools].map(([runtime, own]) => {
    const each = own.map(({ program, ...tool }) =>
      tool.found ? `${program} ${tool.version}` : `${program}: ${tool.reason}; fix: ${tool.fix}`,
    );
    return `${runners.get(runtime)!.title}: ${each.join(', ') || 'needs no other program'}`;
  });
}

function readyText(runners: readonly InspectedRunner[]): string {
  const all = runners.flatMap(({ serializers }) => serializers);
  const missing = all.filter(({ version }) => version === null).map(({ name }) => name);
  const ready = `Ready: ${all.length - missing.length} of ${counted(all.length, 'row')}`;
  return missing.length === 0 ? `${ready}.` : `${ready}; missing: ${listed(missing)}.`;
}

/**
 * Plans one case for each serializer. A variant (the runtime with other start options) is planned with only one serializer,
 * unless the filters name the variant.
 */
function planForDoctor(catalog: Catalog, filters: Filters): Lineup {
  const { rows, cases } = selectFromAll(catalog, filters);
  // Dataset `record` is preferred, because its documents are small.
  const usual = cases.filter(({ dataset }) => dataset === 'record');
  const chosen = rows
    .filter(
      (one, i) =>
        one.variant === null ||
        namesVariant(filters, namedOf(one)) ||
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

type InspectedSerializer = Awaited<ReturnType<typeof inspectSerializer>>;

async function inspectSerializer(
  workbench: Workbench,
  planned: PlannedCase,
  variantTitle: string | undefined,
) {
  const { baseline } = planned;
  const { version, verdict } = await askVersion(workbench, planned, baseline);
  const isOk = verdict.verdict === 'ok';
  return {
    name: contenderName(baseline),
    verdict: verdict.verdict,
    failed: isFailure(verdict),
    license: workbench.builds.license(baseline) ?? null,
    version: isOk ? version : null,
    remark: isOk ? (variantTitle ?? baseline.definition.note ?? '') : spelledReason(verdict),
  };
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

export function runnerBlocks({ title, serializers }: InspectedRunner): Block[] {
  const silent = serializers.filter(({ version }) => version === null);
  const alike = [...groupBy(silent, ({ verdict, remark }) => `${verdict}: ${remark}`)];
  const shared = alike.filter(([, rows]) => rows.length > 1);
  const rest = serializers.filter((one) => !shared.some(([, rows]) => rows.includes(one)));
  const items = shared.map(([why, rows]) => `${rows.map(({ name }) => name).join(', ')}: ${why}`);
  return [
    heading(2, title),
    ...(rest.length > 0 ? [tableOf(COLUMNS, rest)] : []),
    ...(items.length > 0 ? [list(items)] : []),
  ];
}
