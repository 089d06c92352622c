/** Applies the rules of `--fail-if` to one run: each row is compared with the baseline of its case, in the same blocks. */
import { allRows, type CaseView, type RunView } from '../../view/view.ts';
import { stateOf } from '../pairs/pairing.ts';
import type { ChangedRow } from '../pairs/rows.ts';
import { type FailRule, parseFailRule, RuleError } from './fail-if.ts';
import { guardRows, type RuleOutcome } from './guard.ts';

/** Where the baseline is a version of a library, its other versions alone are judged: neighbors are there to compare. */
export function guardRun(view: RunView, rules = recordedRules(view)): RuleOutcome[] {
  return guardRows(view.cases.flatMap(changedRows), rules, 'beside the baseline');
}

/** Those that it was asked to be judged by; what isn't a rule, in the file of somebody else, judges nothing. */
function recordedRules({ request }: RunView): FailRule[] {
  return (request?.failIf ?? []).flatMap((text) => {
    try {
      return parseFailRule(text);
    } catch (error) {
      if (error instanceof RuleError) return [];
      throw error;
    }
  });
}

/** The rows as if the baseline were each one before. */
function changedRows(one: CaseView): ChangedRow[] {
  const rows = allRows(one).filter(({ limit }) => limit === null);
  const baseline = rows.find(({ name }) => name === one.plannedBaseline);
  const [library, version] = one.plannedBaseline.split('@');
  const others = rows.filter(
    (row) => row !== baseline && (version === undefined || row.name.split('@')[0] === library),
  );
  return others.map((row) => {
    const state = stateOf(baseline, row, true);
    return {
      ...row,
      ...{ state, before: baseline ?? null, after: row, baseline: one.baseline, disturbed: one.disturbed },
      ...{ change: row.ratio, pValue: null, obstacle: null, test: null },
    };
  });
}
