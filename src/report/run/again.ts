/** How a run can be measured again, as it can be typed where the report is made. */
import { basename, isAbsolute, relative } from 'node:path';
import { quoteWord } from '../../files/shell-word.ts';
import { FILTER_LETTERS, FILTER_NAMES, skipName } from '../../plan/filters.ts';
import { QUICK_ROUNDS, USUAL_TARGET } from '../../stats/judgement.ts';
import type { DataRequest, RunRequest } from '../../store/record.ts';
import type { Called } from '../tables/answer.ts';
import type { ViewRecord } from '../view/view.ts';

type Asked = Pick<ViewRecord, 'suite'> & {
  readonly [Key in 'request' | 'settings']?: ViewRecord[Key] | undefined;
};

/**
 * @param command as wiremark was called
 * @param shared for others, who are to see no path of this machine: files have their names alone
 */
export function calledOf(asked: Asked, command: string, shared = false): Called {
  const check = asked.request?.bench ? null : `${command} check ${subjectOf(asked, shared)}`;
  const run = `${command} ${againWords(asked, shared)}`;
  return { command, run, again: [run, ...settingWords(asked)].join(' '), check };
}

/** What else than the usual was to be measured: `--quick`, `--rounds 20`, `--budget 90s`. */
function settingWords({ settings, request }: Asked): string[] {
  if (settings === undefined) return [];
  const { quick, rounds, target, budget } = settings;
  const [least, most] = [rounds.minimum, rounds.maximum];
  return [
    quick ? '--quick' : '--full',
    ...(least === most && !(quick && most === QUICK_ROUNDS.maximum) ? [`--rounds ${most}`] : []),
    ...(target === USUAL_TARGET ? [] : [`--target ${+(100 * target).toFixed(2)}`]),
    ...(budget === null ? [] : [`--budget ${budget}s`]),
    ...(quick && request?.memory ? ['--memory'] : []),
  ];
}

/** The verb and what it was of: `run quickstart -r node,ruby`, `bench row.toml --versions main,HEAD`. */
export function againWords(asked: Asked, shared = false): string {
  const { filters = {}, bench, rows = [], data, failIf = [], timeUnverified, redact } = asked.request ?? {};
  const chosen = FILTER_NAMES.flatMap((filter) => {
    const [letter, not] = [FILTER_LETTERS[filter], filters[skipName(filter)]];
    // Revisions are the first serializers of such a run.
    const only = filter === 'serializer' ? filters[filter]?.slice(bench?.length) : filters[filter];
    return [...flag(`-${letter}`, only), ...flag(`-${letter.toUpperCase()}`, not)];
  });
  const words = bench
    ? ['bench', ...files(rows, shared), ...dataWords(data, shared), ...flag('--versions', bench)]
    : ['run', subjectOf(asked, shared)];
  const rules = failIf.map((rule) => `--fail-if ${quoteWord(rule)}`);
  const others = [...(timeUnverified ? ['--time-unverified'] : []), ...(redact ? ['--redact'] : [])];
  return [...words, ...chosen, ...others, ...rules].join(' ');
}

/** Suite, documents, rows and runners, as verbs take them: `league --add row.toml`. */
export function subjectOf({ suite, request }: Asked, shared = false): string {
  const { data, rows = [], runners = [] } = request ?? {};
  const name = request?.suite || suite.name;
  return [
    // Without a suite, that of a person's own documents is called like them.
    ...(data && !request?.suite ? [] : name.endsWith('.toml') ? files([name], shared) : [quoteWord(name)]),
    ...dataWords(data, shared),
    ...files(rows, shared).flatMap((file) => ['--add', file]),
    ...files(runners, shared).flatMap((file) => ['--runner', file]),
  ].join(' ');
}

function dataWords(data: RunRequest['data'], shared: boolean): string[] {
  if (data === undefined) return [];
  const source = data.source === '-' ? ['-'] : files([data.source], shared);
  return ['--data', ...source, ...readingWords(data, shared)];
}

/** How documents are read, wherever they are. */
export function readingWords({ documents, schema, overrules = [] }: DataRequest, shared = false): string[] {
  return [
    ...(documents ? ['--documents', documents] : []),
    ...(schema === undefined ? [] : ['--schema', ...files([schema], shared)]),
    ...overrules.flatMap((one) => ['--as', quoteWord(one)]),
  ];
}

/** An imported run has names alone: where the files are here is for the reader to say. */
function files(paths: readonly string[], shared: boolean): string[] {
  const here = (path: string) => (isAbsolute(path) ? relative('', path) : `path/to/${path}`);
  return paths.map((path) => quoteWord(shared ? basename(path) : here(path)));
}

function flag(name: string, patterns: readonly string[] | undefined): string[] {
  return patterns === undefined || patterns.length === 0 ? [] : [name, quoteWord(patterns.join(','))];
}
