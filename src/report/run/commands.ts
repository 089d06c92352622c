import { isAbsolute, relative } from 'node:path';
import type { AnalyzedRecord } from '../../analysis/analyze.ts';
import { quoteWord } from '../../define/names.ts';
import { FILTER_FLAGS } from '../../plan/filters.ts';
import type { RunRequest } from '../../store/record/record.ts';
import { lastNames } from '../../store/record/run-label.ts';
import type { Called } from '../tables/answer.ts';

type Asked = Pick<AnalyzedRecord, 'suite'> & { readonly request?: RunRequest | undefined };

/** @param shared true if other people read the commands: paths, which may be private, are shortened to names of files */
export function calledOf(asked: Asked, command: string, shared = false): Called {
  const { bench, typed = [] } = asked.request ?? {};
  const check = bench?.length ? null : `${command} check ${subjectOf(asked, shared)}`;
  const run = `${command} ${againWords(asked, shared)}`;
  return { command, run, again: [run, ...typed.map(quoteWord)].join(' '), check };
}

export function againWords(asked: Asked, shared = false): string {
  const request: Partial<RunRequest> = asked.request ?? {};
  const { filters = {}, bench, rows = [], data, failIf = [], acceptLicense = [] } = request;
  return [
    ...(bench
      ? ['bench', ...files(rows, shared), ...dataWords(data, shared), ...flag('--versions', bench)]
      : ['run', subjectOf(asked, shared)]),
    ...FILTER_FLAGS.flatMap(({ key, letter }) =>
      // With `bench --versions`, the first patterns are the revisions, which `--versions` already names.
      flag(`-${letter}`, key === 'serializer' ? filters[key]?.slice(bench?.length) : filters[key]),
    ),
    ...flag('--baseline', request.baseline),
    ...(request.timeUnverified ? ['--time-unverified'] : []),
    ...(request.redact ? ['--redact'] : []),
    ...flag('--hard', request.hard),
    ...acceptLicense.flatMap((row) => flag('--accept-license', row)),
    ...failIf.flatMap((rule) => ['--fail-if', quoteWord(rule)]),
  ].join(' ');
}

export function subjectOf({ suite, request }: Asked, shared = false): string {
  const { data, rows = [], runners = [] } = request ?? {};
  const name = request?.suite || suite.name;
  return [
    ...(data && !request?.suite ? [] : name.endsWith('.toml') ? files([name], shared) : [quoteWord(name)]),
    ...dataWords(data, shared),
    ...(request?.all ? ['--all'] : []),
    ...files(rows, shared).flatMap((file) => ['--add', file]),
    ...files(runners, shared).flatMap((file) => ['--runner', file]),
  ].join(' ');
}

function dataWords(data: RunRequest['data'], shared: boolean): string[] {
  if (data === undefined) return [];
  const source = data.source === '-' ? ['-'] : files([data.source], shared);
  const objects = data.objects ? ['--objects', data.objects] : [];
  return [
    ...['--data', ...source],
    ...(data.documents ? ['--documents', data.documents] : []),
    ...(data.schema === undefined ? [] : ['--schema', ...files([data.schema], shared)]),
    ...(data.overrules ?? []).flatMap((one) => ['--as', quoteWord(one)]),
    ...objects,
  ];
}

/** An imported run has no absolute paths, so `path/to/` stands for the missing part. */
function files(paths: readonly string[], shared: boolean): string[] {
  const here = (path: string) => (isAbsolute(path) ? relative('', path) : `path/to/${path}`);
  return (shared ? lastNames(paths) : paths.map(here)).map(quoteWord);
}

function flag(name: string, words: string | readonly string[] = []): string[] {
  return words.length === 0 ? [] : [name, quoteWord([words].flat().join(','))];
}
