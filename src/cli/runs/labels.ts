import { readRecord } from '../../store/folder/reader.ts';
import { faultOfName, faultOfTag, nameRun, tagRun } from '../../store/labels.ts';
import { locateRun, runOfName } from '../../store/locate.ts';
import { runLabel, shortId, spelledTime } from '../../store/record/run-label.ts';
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
  refuseLabels(name, []);
  const root = process.cwd();
  const folder = await locateRun(root, which);
  if (name !== undefined) await refuseTaken(root, name, folder);
  const before = runLabel(readRecord(folder));
  const after = nameRun(folder, name ?? null);
  process.stdout.write(
    name === undefined ? `${runLabel(after)} has no name\n` : `${before} is now "${name}"\n`,
  );
  return 0;
}

/** @throws UsageError for what can't be a name, or a tag */
export function refuseLabels(name: string | undefined, tags: readonly string[]): void {
  const fault = name === undefined ? null : faultOfName(name);
  if (fault !== null) throw new UsageError(`"${name}": ${fault}`);
  for (const tag of tags) {
    const fault = faultOfTag(tag);
    if (fault !== null) throw new UsageError(`"${tag}": ${fault}`);
  }
}

/** @param folder of the run that is to have the name. @throws UsageError where another has it */
export async function refuseTaken(root: string, name: string, folder?: string): Promise<void> {
  const same = await runOfName(root, name, folder);
  if (same === undefined) return;
  const when = spelledTime(same.record.startedAt);
  throw new UsageError(`the run of ${when} already has the name "${name}": choose another`);
}

/** Names a run that is over anew where another was given its name meanwhile: what is typed for it means it alone. */
export async function keepNameApart(root: string, folder: string): Promise<void> {
  const { name, id } = readRecord(folder);
  if (name === undefined || (await runOfName(root, name, folder)) === undefined) return;
  const own = `${name} (${shortId(id)})`;
  nameRun(folder, own);
  process.stderr.write(`wiremark: another run was named "${name}" meanwhile: this one is now "${own}"\n`);
}

/** `wiremark runs tag`: `+a` or `a` adds a tag, `-b` removes one. */
export async function runsTag(_: Place, which: string, changes: readonly string[]): Promise<ExitCode> {
  const removed = changes.filter((one) => one.startsWith('-')).map((one) => one.slice(1));
  const added = changes.filter((one) => !one.startsWith('-')).map((one) => one.replace(/^\+/, ''));
  refuseLabels(undefined, [...added, ...removed]);
  const both = added.find((tag) => removed.includes(tag));
  if (both !== undefined) throw new UsageError(`"${both}" can't be both added and removed`);
  const folder = await locateRun(process.cwd(), which);
  const before = new Set(readRecord(folder).tags);
  const record = tagRun(folder, added, removed);
  const [label, { tags = [] }] = [runLabel(record), record];
  process.stdout.write(
    tags.length === 0 ? `${label} has no tags\n` : `${label} is tagged ${tags.join(' ')}\n`,
  );
  for (const tag of removed.filter((one) => !before.has(one)))
    process.stderr.write(`wiremark: it had no tag "${tag}"\n`);
  return 0;
}
