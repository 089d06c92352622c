/** run.json of earlier versions: each step makes one version's JSON the next one's, before anything is validated. */

type Json = Readonly<Record<string, unknown>>;

/** STEPS[n - 1] takes schema n to n + 1. */
export const STEPS: readonly ((run: Json) => Json)[] = [fromFirst, fromSecond];

/**
 * Applies the steps from the version that the file names to ours.
 *
 * @param found any JSON; what isn't a run of an earlier version is given back as it is, for validation to tell
 */
export function upgradeRun(found: unknown): unknown {
  if (!isObject(found) || !Number.isInteger(found.schema)) return found;
  const schema = found.schema as number;
  return schema < 1 ? found : STEPS.slice(schema - 1).reduce((run, step) => step(run), found);
}

/**
 * 1 → 2: runs that are over have their samples in samples.parquet, which a reader of version 1 wouldn't look for; and
 * the first runs of version 1 knew neither limits nor memory.
 */
function fromFirst(run: Json): Json {
  return {
    ...run,
    schema: 2,
    contenders: withKey(run.contenders, 'limit'),
    outcomes: withKey(run.outcomes, 'memory'),
  };
}

/** 2 → 3: a runtime was started in one way only, and nobody kept what its runner's code was. */
function fromSecond(run: Json): Json {
  return { ...run, schema: 3, contenders: withKey(withKey(run.contenders, 'variant'), 'code') };
}

/** Gives each object of a list the key, null where it has none. */
function withKey(list: unknown, key: string): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((one: unknown) => (isObject(one) ? { [key]: null, ...one } : one));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
