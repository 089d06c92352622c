import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import type { SerializerDefinition } from '../../define/types.ts';
import { ENTRY_EMITTERS, MODULE_EMITTERS } from '../../schema/emit/entries.ts';
import type { SchemaModel } from '../../schema/model.ts';
import { kitPom, modulePom, parseCoordinate } from './maven-pom.ts';

/** Changes when the builder makes something else of the same input. */
const BUILDER = '1';

/** Where the kit finds what a module is. */
const FACTS = 'src/main/resources/wiremark/generated';
/** What a serializer without packages reports as its version: that of the code in the runner's folder. */
const HAND_WRITTEN_VERSION = '1';

/** A Maven module as it is to lie on disk. */
export interface Module {
  readonly id: string;
  /** Path in the module, with slashes → content. */
  readonly files: ReadonlyMap<string, string>;
  /** Path in the module → path in the runner's folder, for the files that were copied from there. */
  readonly origins: ReadonlyMap<string, string>;
}

/** Everything that a module is made of. */
export interface ModuleInput {
  readonly definition: SerializerDefinition;
  /** The runner's folder. */
  readonly folder: string;
  readonly datasets: ReadonlyMap<string, SchemaModel>;
}

/** The module of one serializer. Throws with the reason where the manifest asks for what there isn't. */
export async function planModule(input: ModuleInput): Promise<Module> {
  const own = await ownFiles(input);
  return { ...own, files: new Map([...own.files, ...generatedFiles(input)]) };
}

/** What a module consists of whatever the datasets: its POM, its version and the files copied from the runner. */
export async function ownFiles({ definition, folder }: Omit<ModuleInput, 'datasets'>): Promise<Module> {
  const { id, options } = definition;
  const packages = definition.packages.map(parseCoordinate);
  const pom = modulePom({
    id,
    packages,
    scala: options.scala,
    scalac: words(options.scalac),
    protoc: options.protoc,
  });
  const files = new Map([
    ['pom.xml', pom],
    [`${FACTS}/serializer.txt`, `${id}\n`],
    [`${FACTS}/version.txt`, `${packages[0]?.version ?? HAND_WRITTEN_VERSION}\n`],
  ]);
  const origins = new Map<string, string>();
  const serializers = dirname(definition.file);
  for (const source of [definition.file, ...words(options.sources).map((name) => join(serializers, name))]) {
    const target = `${sourceRoot(source)}/wiremark/serializers/${basename(source)}`;
    files.set(target, await readFile(join(folder, source), 'utf8'));
    origins.set(target, source);
  }
  return { id, files, origins };
}

/** The kit's module. */
export async function planKit(folder: string): Promise<Module> {
  const root = join(folder, 'kit');
  const files = new Map([['pom.xml', kitPom()]]);
  const origins = new Map<string, string>();
  const names = await readdir(join(root, 'src'), { recursive: true });
  for (const name of names.filter((path) => extname(path) === '.java').sort()) {
    const path = ['src', ...name.split(sep)].join('/');
    files.set(path, await readFile(join(root, path), 'utf8'));
    origins.set(path, relative(folder, join(root, path)));
  }
  return { id: 'kit', files, origins };
}

/** A digest of files and of whatever else decides what comes out. */
export function fingerprint(files: ReadonlyMap<string, string>, ...more: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify([BUILDER, ...more]));
  for (const path of [...files.keys()].sort()) hash.update(JSON.stringify([path, files.get(path)]));
  return hash.digest('hex');
}

function generatedFiles({ definition, datasets }: ModuleInput): Map<string, string> {
  const files = new Map<string, string>();
  const add = (emitted: ReadonlyMap<string, string>): void => {
    for (const [path, content] of emitted) files.set(`${sourceRoot(path)}/${path}`, content);
  };
  const entry = basename(definition.file, extname(definition.file));
  for (const kind of definition.generate) {
    const emitEntry = ENTRY_EMITTERS[kind];
    const emit = MODULE_EMITTERS[kind];
    if (emitEntry) add(emitEntry(datasets, { entry, ...definition.options }));
    else if (emit) for (const [dataset, model] of datasets) add(emit({ dataset, model }));
    else throw new Error(`nothing generates "${kind}"`);
  }
  return files;
}

function sourceRoot(path: string): string {
  switch (extname(path)) {
    case '.java':
      return 'src/main/java';
    case '.scala':
      return 'src/main/scala';
    case '.proto':
      return 'src/main/protobuf';
    default:
      return 'src/main/resources';
  }
}

function words(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(/\s+/).filter((word) => word !== '');
}
