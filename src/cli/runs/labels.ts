import { faultOfName, faultOfTag, nameRun, tagRun } from '../../store/labels.ts';
import { listRuns, locateRun } from '../../store/locate.ts';
import { readRecord } from '../../store/reader.ts';
import { runLabel } from '../../store/run-label.ts';
import { UsageError } from '../errors.ts';
import type { ExitCode, Place } from '../place.ts';

/** `wiremark runs name`: names a run, for people and commands, or removes its name. */
export async function runsName(
  _: Place,
  which: string,
  name: string | undefined,
  { remove = false }: { remove?: boolean },
): Promise<ExitCode> {
  if ((name === undefined) !== remove)
    throw new UsageError('add a name for the run, or --remove to remove its name');
  const fault = name === undefined ? null : faultOfName(name);
  if (fault !== null) throw new UsageError(fault);
  const root = process.cwd();
  const folder = await locateRun(root, which);
  const others = (await listRuns(root)).runs.filter((run) => run.folder !== folder);
  const same = others.find(({ record }) => name !== undefined && record.name === name);
  if (same !== undefined)
    throw new UsageError(`run ${same.record.id} already has the name "${name}": choose another`);
  const before = runLabel(readRecord(folder));
  const after = nameRun(folder, name ?? null);
  process.stdout.write(
    name === undefined ? `${runLabel(after)} has no name\n` : `${before} is now "${name}"\n`,
  );
  return 0;
}

/** `wiremark runs tag`: `+a` or `a` adds a tag, `-b` removes one. */
export async function runsTag(_: Place, which: string, changes: readonly string[]): Promise<ExitCode> {
  const removed = changes.filter((one) => one.startsWith('-')).map((one) => one.slice(1));
  const added = changes.filter((one) => !one.startsWith('-')).map((one) => one.replace(/^\+/, ''));
  for (const tag of [...added, ...removed]) {
    const fault = faultOfTag(tag);
    if (fault !== null) throw new UsageError(`"${tag}": ${fault}`);
  }
  const both = added.find((tag) => removed.includes(tag));
  if (both !== undefined) throw new UsageError(`"${both}" can't be both added and removed`);
  const record = tagRun(await locateRun(process.cwd(), which), added, removed);
  const [label, { tags = [] }] = [runLabel(record), record];
  process.stdout.write(
    tags.length === 0 ? `${label} has no tags\n` : `${label} is tagged ${tags.join(' ')}\n`,
  );
  return 0;
}
