/**
 * What kept results hold in the memory of a process that is timed: its most resident bytes after as many slices as a process makes
 * until what it keeps is compared, each keeping one result, beside those of a process that keeps none. Asserts nothing.
 *
 *     node --import tsx script/trials/kept.ts [ROW…]
 */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { loadCatalog } from '../../src/bench/definitions.ts';
import { openWorkbench } from '../../src/bench/workbench.ts';
import { caseName } from '../../src/define/names.ts';
import type { SuiteDefinition } from '../../src/define/types.ts';
import { contenderName } from '../../src/plan/case.ts';
import { known } from '../../src/plan/figure.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { median, sortSamples } from '../../src/stats/samples.ts';

const home = join(import.meta.dirname, '../..');
const TURNS = 5;
const OPS = 3;
/** Results are compared when they have as many bytes as documents have. */
const KEPT_BYTES = 8 * 2 ** 20;
const MIB = 2 ** 20;

const rows = process.argv.slice(2);
const catalog = loadCatalog(home);
const suite: SuiteDefinition = {
  ...{ name: 'kept', title: 'Kept', file: '', style: 'default', batch: 1, quick: true },
  cases: [{ dataset: 'users', sizes: ['small', 'large'], tasks: ['serialize', 'deserialize'] }],
  serializers: rows,
  baseline: rows[0]!,
};
const plan = makePlan(suite, catalog.runners, {});
const cache = join(homedir(), '.cache/wiremark');
const workbench = await openWorkbench({ plan, catalog, cache, progress: () => {} });
console.log(
  'most resident MiB with and without kept results, their difference; how many results, MiB of their documents',
);
for (const planned of plan.cases)
  for (const contender of planned.contenders) {
    if (workbench.unavailable(planned, contender) !== null) continue;
    const inputs = await workbench.inputs(planned, contender);
    const document = inputs.bytes.length / inputs.count;
    const slices = Math.min(300, Math.ceil(KEPT_BYTES / document));
    const resident = async (keep: number) => {
      const client = await workbench.start(planned, contender);
      try {
        await client.set(inputs);
        for (let i = 0; i < slices; i++) await client.slice(OPS, keep);
        return known(client.peakResident())!;
      } finally {
        await client.end();
      }
    };
    const pairs: number[][] = [];
    for (let turn = 0; turn < TURNS; turn++) pairs.push([await resident(1), await resident(0)]);
    const [kept, none] = [0, 1].map((one) => median(sortSamples(pairs.map((pair) => pair[one]!))) / MIB);
    const figures = [kept!, none!, kept! - none!].map((value) => value.toFixed(1));
    const documents = ((slices * document) / MIB).toFixed(1);
    console.log([contenderName(contender), caseName(planned), ...figures, slices, documents].join('  '));
  }
