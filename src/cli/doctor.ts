import { availableParallelism } from 'node:os';
import { askVersion } from '../bench/checking.ts';
import { loadCatalog } from '../bench/definitions.ts';
import { glanceAtMachine, type MachineGlance } from '../bench/machine.ts';
import { openWorkbench, type Workbench } from '../bench/workbench.ts';
import type { Catalog } from '../define/catalog.ts';
import { runtimeName } from '../define/names.ts';
import type { RunnerDefinition } from '../define/types.ts';
import { contenderName, namedOf } from '../plan/case.ts';
import { addsVariant, type Filters } from '../plan/filters.ts';
import { type Lineup, type PlannedCase, soloLineup, wantedOf, wholeField } from '../plan/plan.ts';
import { spelledReason } from '../plan/verdict.ts';
import { busyLine } from '../report/noise/busy.ts';
import { dozingFact } from '../report/noise/dozing.ts';
import { wrap } from '../report/text/width.ts';
import { inspectTools } from '../runner/toolchain.ts';
import { attended } from './attended.ts';
import type { PlanOptions } from './options.ts';
import type { ExitCode, Place } from './place.ts';
import { makeTable } from './table.ts';

/** `wiremark doctor`: what this machine has, what it lacks and the cure. Every version is told by a started runner. */
export async function doctor(place: Place, options: PlanOptions): Promise<ExitCode> {
  const catalog = loadCatalog(place.home, options.runner);
  const plan = planForDoctor(catalog, options);
  return attended<ExitCode>(null, async ({ status, signal }) => {
    const { cache } = place;
    status.show('looking at what else this machine does, and whether it dozes');
    const glance = await glanceAtMachine();
    status.clear();
    process.stdout.write(`This machine\n${describeMachine(glance)}\n\n`);
    const workbench = await openWorkbench({ plan, catalog, cache, progress: status.show, signal });
    for (const runner of catalog.runners.values()) {
      const cases = plan.cases.filter(({ baseline }) => baseline.runtime === runner.runtime);
      if (cases.length === 0) continue;
      const toolchain = await describeToolchain(runner);
      const rows: string[][] = [];
      for (const planned of cases) {
        status.show(`${contenderName(planned.baseline)}: asking for its version`);
        rows.push(await describeSerializer(workbench, runner, planned));
      }
      status.clear();
      const table = makeTable(['SERIALIZER', 'VERSION', ''], rows);
      process.stdout.write(`${runner.title}\n${toolchain}\n\n${table}\n\n`);
    }
    return 0;
  });
}

function describeMachine({ use, dozing }: MachineGlance): string {
  const cores = availableParallelism();
  const others =
    use === null
      ? 'What else it does is not told by this system.'
      : (busyLine(use, cores) ?? 'Nothing else is at work.');
  const sentence = `It has ${cores} ${cores === 1 ? 'core' : 'cores'}; ${dozingFact(dozing)}.`;
  return [others, sentence].flatMap((text) => wrap(text, 78).map((line) => `  ${line}`)).join('\n');
}

/**
 * Each serializer once, and each variant with one of them unless the filters ask for it: on the smallest documents, in
 * the first task that it does.
 */
function planForDoctor(catalog: Catalog, filters: Filters): Lineup {
  const { name: dataset, sizes } = catalog.datasets.get('record') ?? [...catalog.datasets.values()][0]!;
  const wanted = wantedOf(catalog.runners, filters, wholeField(catalog.runners, 'what is defined'));
  const chosen = wanted.filter(
    (one, i) =>
      one.variant === null ||
      addsVariant(filters, namedOf(one)) ||
      wanted.findIndex((other) => runtimeName(other) === runtimeName(one)) === i,
  );
  const size = sizes[0]!.name;
  return soloLineup(chosen.map((one) => [one, { dataset, size, task: one.definition.tasks[0]! }]));
}

async function describeToolchain(runner: RunnerDefinition): Promise<string> {
  const tools = await inspectTools(runner.toolchain);
  return tools
    .map((tool) => `  ${tool.program}: ${tool.found ? tool.version : `${tool.reason}; cure: ${tool.cure}`}`)
    .join('\n');
}

async function describeSerializer(
  workbench: Workbench,
  { variants }: RunnerDefinition,
  planned: PlannedCase,
): Promise<string[]> {
  const { baseline } = planned;
  const { version, verdict } = await askVersion(workbench, planned, baseline);
  const name = contenderName(baseline);
  const variant = variants.find(({ id }) => id === baseline.variant);
  if (verdict.verdict === 'ok') return [name, version, variant?.title ?? baseline.definition.note ?? ''];
  return [name, verdict.verdict, spelledReason(verdict)];
}
