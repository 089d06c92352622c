/** Flags for a person's own documents, the same in every verb that takes some. */
import type { Command, OptionValues } from '@commander-js/extra-typings';
import { flagsOf, repeatable } from '../options.ts';

/** How documents are read, whatever their source. */
export type ReadingOptions = {
  readonly documents?: 'root' | 'elements';
  readonly schema?: string;
  /** `PATH=KIND`, as typed. */
  readonly as?: readonly string[];
};

export type DataOptions = ReadingOptions & {
  /** Path of a file or folder; `-`: standard input. */
  readonly data?: string;
  readonly hard?: 'bounds' | 'strict';
  readonly keepData?: boolean;
};

const flag = flagsOf('Your own data (docs/YOUR-DATA.md):');

const DATA =
  'use these documents: a file of JSON or NDJSON, plain or compressed, a folder of such files, or - for standard input';

/** For verbs that measure. */
export function addData<A extends unknown[], O extends OptionValues>(command: Command<A, O, OptionValues>) {
  return addDocuments(command, `${DATA}; quick unless --full`).addOption(
    flag('--keep-data', "keep a copy of the documents in the run's folder"),
  ) as unknown as Command<A, O & DataOptions, OptionValues>;
}

/** For verbs that record no run. */
export function addDocuments<A extends unknown[], O extends OptionValues>(
  command: Command<A, O, OptionValues>,
  what = DATA,
) {
  const first = command.addOption(flag('--data <file>', what));
  const all = addReading(first).addOption(
    flag(
      '--hard <range>',
      "make hard documents within the schema's bounds (default), or strict: to the limits of its types",
    ).choices(['bounds', 'strict'] as const),
  );
  return all as unknown as Command<A, O & Omit<DataOptions, 'keepData'>, OptionValues>;
}

/** How they are read, whatever their source. */
export function addReading<A extends unknown[], O extends OptionValues>(
  command: Command<A, O, OptionValues>,
) {
  const all = command
    .addOption(
      flag(
        '--documents <which>',
        'read a list at the root as one document (root) or each element as one (default: elements of a list of objects)',
      ).choices(['root', 'elements'] as const),
    )
    .addOption(flag('--schema <file>', 'use this JSON Schema instead of inferring one').conflicts('as'))
    .addOption(
      flag(
        '--as <path=kind>',
        'overrule a decision of "wiremark infer": /status=string; repeatable',
      ).argParser(repeatable),
    );
  return all as unknown as Command<A, O & ReadingOptions, OptionValues>;
}
