import { type CommandUnknownOpts, Option, type OptionValues } from '@commander-js/extra-typings';
import { type OptionsOf, repeatable, type With } from '../options.ts';

export type ReadingOptions = OptionsOf<ReturnType<typeof addReading<[], Record<never, never>>>>;

export type DataOptions = OptionsOf<ReturnType<typeof addData<[], Record<never, never>>>> & {
  readonly all?: true;
};

const GROUP = 'Your own data (docs/YOUR-DATA.md):';

export const DOCUMENTS =
  'file of JSON or NDJSON, plain or compressed; folder of such files; - for standard input';

const DATA = `use these documents: ${DOCUMENTS}`;

export function addData<A extends unknown[], O extends OptionValues>(command: With<A, O>) {
  return addAll(addDocuments(command, `${DATA}; quick unless --full`)).option(
    '--keep-data',
    "keep a copy of the documents in the run's folder",
  );
}

export function addDocuments<A extends unknown[], O extends OptionValues>(command: With<A, O>, what = DATA) {
  const objects =
    "start from what a language's JSON parser returns (plain, where a row can) or from typed objects (typed); default: as usual in the language";
  const given = command.optionsGroup(GROUP).option('--data <file>', what);
  return addReading(
    given.addOption(new Option('--objects <kind>', objects).choices(['plain', 'typed'] as const)),
  ).addOption(
    new Option(
      '--hard <range>',
      "make hard documents within the schema's bounds (default), or strict: to the limits of its types",
    ).choices(['bounds', 'strict'] as const),
  );
}

/** Adds `--all`. `DataOptions` declares the type of this option by hand, because inferring it takes the compiler minutes. */
export function addAll<C extends CommandUnknownOpts>(command: C): C {
  const what =
    'with --data: use every serializer, not only the usual few of each language (-s and -f choose among all)';
  command.optionsGroup(GROUP).option('--all', what);
  return command;
}

export function addReading<A extends unknown[], O extends OptionValues>(command: With<A, O>) {
  const which =
    'read a list at the root as one document (root) or each element as one (default: elements of a list of objects)';
  const overrule = 'overrule a decision of "infer": /status=string; repeatable';
  return command
    .optionsGroup(GROUP)
    .addOption(new Option('--documents <which>', which).choices(['root', 'elements'] as const))
    .addOption(new Option('--schema <file>', 'use this JSON Schema instead of inferring one').conflicts('as'))
    .option('--as <path=kind>', overrule, repeatable);
}
