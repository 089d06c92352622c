/** The machines of all runs here, numbered alike on every page. */
import type { VNode } from 'preact';
import { groupByMachine } from '../../report/compare/pairs/machines.ts';
import type { RunRecord } from '../../store/record.ts';

export type NumberedMachine = ReturnType<typeof machinesOf>[number];

/** @param runs newest first. @returns each with how tables call it: `M1`, in the order of the machines' first runs */
export function machinesOf<Run extends { readonly record: RunRecord }>(runs: readonly Run[]) {
  const groups = groupByMachine(runs.toReversed(), ({ record }) => record);
  return groups.map((group, i) => ({ ...group, mark: `M${i + 1}` }));
}

export function MachineWords({ machines }: { machines: readonly NumberedMachine[] }): VNode {
  const named = machines.map(({ mark, name }) => (machines.length === 1 ? name : `${mark}: ${name}`));
  const compare =
    machines.length === 1
      ? 'All on comparable machines, as far as recorded'
      : `From ${machines.length} machines, whose absolute times can't be compared`;
  return (
    <p class="note dim">
      {compare}: {named.join('; ')}.
    </p>
  );
}
