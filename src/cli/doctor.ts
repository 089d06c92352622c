import { openWorkbench, type Workbench } from '../bench/workbench.ts';
import type { Catalog } from '../define/catalog.ts';
import type { RunnerDefinition, SuiteDefinition } from '../define/types.ts';
import { contenderName, contendersOf, isWanted, type Plan, type PlannedCase } from '../plan/plan.ts';
import type { SerializerContender } from '../plan/verdict.ts';
import { RunnerFailure } from '../runner/client.ts';
import { inspectToolchain } from '../runner/toolchain.ts';
import { attended } from './attended.ts';
import { loadCatalog } from './definitions.ts';
import { type FilterOptions, filtersFrom, type RunnerOptions } from './options.ts';
import type { ExitCode, Place } from './place.ts';
import { makeTable } from './table.ts';

/** `wiremark doctor`: what this machine has, what it lacks and the cure. Every version is told by a started runner. */
export async function doctor(place: Place, options: FilterOptions & RunnerOptions): Promise<ExitCode> {
  const catalog = loadCatalog(place, options);
  const filters = filtersFrom(options);
  const plan = planForDoctor(catalog, (contender) => isWanted(filters, contender));
  return attended<ExitCode>(null, async ({ status, signal }) => {
    const { cache } = place;
    const workbench = await openWorkbench({ plan, catalog, cache, progress: status.show, signal });
    for (const runner of catalog.runners.values()) {
      const cases = plan.cases.filter(({ contenders }) => contenders[0]?.runtime === runner.runtime);
      if (cases.length === 0) continue;
      const toolchain = await describeToolchain(runner);
      const rows: string[][] = [];
      for (const planned of cases) {
        status.show(`${contenderName(planned.baseline)}: asking for its version`);
        rows.push(await describeContender(workbench, planned));
      }
      status.clear();
      const table = makeTable(['SERIALIZER', 'VERSION', ''], rows);
      process.stdout.write(`${runner.title}\n${toolchain}\n\n${table}\n\n`);
    }
    return 0;
  });
}

/** One case for each serializer, so that each is started once: the smallest dataset, the first task it does. */
function planForDoctor(catalog: Catalog, selected: (contender: SerializerContender) => boolean): Plan {
  const contenders = [...catalog.runners.values()].flatMap(contendersOf).filter(selected);
  const dataset = catalog.datasets.get('record') ?? [...catalog.datasets.values()][0]!;
  const cases = contenders.map((contender): PlannedCase => {
    const [task] = contender.definition.tasks;
    const size = dataset.sizes[0]!.name;
    return {
      dataset: dataset.name,
      size,
      task: task!,
      batch: 1,
      contenders: [contender],
      unsupported: [],
      baseline: contender,
    };
  });
  const suite: SuiteDefinition = {
    name: 'doctor',
    title: 'Doctor',
    file: '',
    cases: [],
    serializers: [],
    baseline: '',
    style: 'default',
    batch: 1,
    quick: true,
  };
  return { suite, cases, contenders };
}

async function describeToolchain(runner: RunnerDefinition): Promise<string> {
  const tools = await inspectToolchain(runner);
  return tools
    .map((tool) =>
      tool.found
        ? `  ${tool.program}: ${tool.version}`
        : `  ${tool.program}: ${tool.reason}; cure: ${tool.cure}`,
    )
    .join('\n');
}

async function describeContender(workbench: Workbench, planned: PlannedCase): Promise<string[]> {
  const name = contenderName(planned.baseline);
  const unavailable = workbench.unavailable(planned.baseline);
  if (unavailable) return [name, 'unavailable', withCure(unavailable.reason, unavailable.cure)];
  try {
    const runner = await workbench.start(planned, planned.baseline);
    await runner.end();
    return [name, runner.serializerVersion, planned.baseline.definition.note ?? ''];
  } catch (error) {
    if (!(error instanceof RunnerFailure) || error.verdict.verdict === 'ok') throw error;
    const cure = error.verdict.verdict === 'unavailable' ? error.verdict.cure : undefined;
    return [name, error.verdict.verdict, withCure(error.verdict.reason, cure)];
  }
}

function withCure(reason: string, cure: string | undefined): string {
  return cure ? `${reason}; cure: ${cure}` : reason;
}
