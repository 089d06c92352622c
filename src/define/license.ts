import { FixableError } from './error.ts';
import { plainId } from './names.ts';
import { suggestion } from './nearest.ts';
import type { RunnerDefinition, Runners, SerializerDefinition } from './types.ts';

const VARIABLE = 'WIREMARK_ACCEPT_LICENSE';

/**
 * Marks the rows whose terms the user accepts, by `names` or WIREMARK_ACCEPT_LICENSE.
 * @throws FixableError for a name that no row with terms has
 */
export function acceptTerms(runners: Runners, names: readonly string[] = []): Runners {
  const variable = (process.env[VARIABLE] ?? '').split(/[,\s]+/).filter((name) => name !== '');
  const accepted = new Set([...names, ...variable]);
  if (accepted.size === 0) return runners;
  const isAccepted = (runtime: string, row: SerializerDefinition) => accepted.delete(nameOf(runtime, row));
  const marked = Array.from(runners, ([runtime, runner]): [string, RunnerDefinition] => {
    const serializers = runner.serializers.map((row) =>
      row.terms !== undefined && isAccepted(runtime, row) ? { ...row, isAccepted: true as const } : row,
    );
    return [runtime, { ...runner, serializers }];
  });
  const [unknown] = accepted;
  if (unknown === undefined) return new Map(marked);
  const rows = [...runners].flatMap(([runtime, { serializers }]) =>
    serializers.flatMap((row) => (row.terms === undefined ? [] : nameOf(runtime, row))),
  );
  const what = `"${unknown}" isn't the exact name of a row with terms.${suggestion(unknown, rows)}`;
  throw new FixableError(`--accept-license: ${what}`);
}

const nameOf = (runtime: string, row: SerializerDefinition) => `${runtime}/${plainId(row)}`;

export function unacceptedTerms(runtime: string, row: SerializerDefinition) {
  const { license, terms, isAccepted } = row;
  if (terms === undefined || isAccepted) return null;
  return {
    reason: `you must accept its license first${license === undefined ? '' : ` (${license})`}: ${terms}`,
    fix: `if you accept these terms, add --accept-license ${nameOf(runtime, row)}`,
  };
}
