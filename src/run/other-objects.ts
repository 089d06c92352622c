/** Whose objects a runtime's rows are given in suites of its own, beside the plain ones of its language. */
import type { Catalog } from '../define/catalog.ts';
import type { Plan } from '../plan/plan.ts';
import type { RunRecord } from '../store/record/record.ts';

/** Of the plan's runtimes; a suite is a runtime's own if all its patterns are. */
export function otherObjects(plan: Plan, { suites, datasets }: Catalog): Pick<RunRecord, 'otherObjects'> {
  const runtimes = new Set(plan.contenders.map(({ runtime }) => runtime));
  const found = [...suites.values()].flatMap(({ name: suite, baseline, serializers, cases }) => {
    const runtime = baseline.split(/[+/]/)[0]!;
    const kinds = new Set(cases.flatMap(({ dataset }) => datasets.get(dataset)?.objects ?? []));
    const isOwn = serializers.every((one) => one.startsWith(runtime) && '/+{'.includes(one[runtime.length]!));
    return isOwn && runtimes.has(runtime) ? [...kinds].map((objects) => ({ runtime, objects, suite })) : [];
  });
  return found.length === 0 ? {} : { otherObjects: found };
}
