/** How a run can be measured again, as it can be typed where the report is made. */
import { basename, relative } from 'node:path';
import { quoteWord } from '../../files/shell-word.ts';
import { FILTER_LETTERS, FILTER_NAMES, skipName } from '../../plan/filters.ts';
import type { Called } from '../tables/answer.ts';
import type { ViewRecord } from '../view/view.ts';

type Asked = Pick<ViewRecord, 'suite'> & { readonly request?: ViewRecord['request'] | undefined };

/**
 * @param command as wiremark was called
 * @param shared for others, who are to see no path of this machine: files have their names alone
 */
export function calledOf(asked: Asked, command: string, shared = false): Called {
  return { command, run: `${command} run ${runArguments(asked, shared)}` };
}

/** What a run was of: `quickstart -r node,ruby`, `--data orders.ndjson`. */
export function runArguments({ suite, request }: Asked, shared = false): string {
  const spelled = (path: string) => quoteWord(shared ? basename(path) : relative('', path));
  const { data, filters = {}, rows = [] } = request ?? {};
  const name = request?.suite || suite.name;
  const chosen = FILTER_NAMES.flatMap((filter) => {
    const [letter, not] = [FILTER_LETTERS[filter], filters[skipName(filter)]];
    return [...flag(`-${letter}`, filters[filter]), ...flag(`-${letter.toUpperCase()}`, not)];
  });
  return [
    // Without a suite, that of a person's own documents is called like them.
    ...(data && !request?.suite ? [] : [name.endsWith('.toml') ? spelled(name) : quoteWord(name)]),
    ...(data ? ['--data', data.source === '-' ? '-' : spelled(data.source)] : []),
    ...rows.flatMap((file) => ['--add', spelled(file)]),
    ...chosen,
  ].join(' ');
}

function flag(name: string, patterns: readonly string[] | undefined): string[] {
  return patterns === undefined ? [] : [name, quoteWord(patterns.join(','))];
}
