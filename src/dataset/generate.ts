/**
 * Makes a dataset's timed documents from its schema and its seed: everyday values in several languages. What is hard
 * comes from hard.ts.
 */
import { join } from 'node:path';
import type { Faker } from '@faker-js/faker';
import { suggestion } from '../define/nearest.ts';
import { errorAt, type TomlPath } from '../define/toml.ts';
import type { DatasetDefinition, DatasetSize } from '../define/types.ts';
import { pointerToken } from '../schema/json.ts';
import type { Field, Presence, SchemaModel, Type } from '../schema/model.ts';
import { recursiveFields } from '../schema/recursion.ts';
import type { RecordValue, Value } from '../schema/value.ts';
import { defaultGenerator, GeneratorError, type Make, namedGenerator, type Source } from './generators.ts';
import { typePaths } from './paths.ts';
import { Random } from './random.ts';

/** Share of nullable fields that are null and of optional ones that are absent. */
const ABSENT_SHARE = 0.2;

/** Elements of a list for which a size gives no length. */
const DEFAULT_LENGTH = [1, 3] as const;

/** Records within themselves end here. */
const MAX_RECURSION = 3;

/** Makes the timed documents of one size, each by itself: number 7 is the same whether 8 are made or 1,000. */
export interface DocumentGenerator {
  document(index: number): RecordValue;
}

/** All timed documents of a size. */
export async function generateDocuments(
  definition: DatasetDefinition,
  model: SchemaModel,
  size: DatasetSize,
): Promise<RecordValue[]> {
  const generator = await documentGenerator(definition, model, size);
  return Array.from({ length: size.documents }, (_, index) => generator.document(index));
}

/**
 * @throws DefinitionError for a locale or generator that faker doesn't have, one that doesn't fit its place, and a path
 *   that isn't in the schema
 */
export async function documentGenerator(
  definition: DatasetDefinition,
  model: SchemaModel,
  size: DatasetSize,
): Promise<DocumentGenerator> {
  checkPaths(definition, model);
  const random = new SharedRandom();
  const locales = await loadLocales(definition, random);
  const compiler = new Compiler(definition, model, size, locales);
  const root = compiler.root();
  return {
    document(index) {
      random.current = new Random(definition.seed, index);
      const faker = locales.draw(random.current);
      return root({ random: random.current, faker, position: index + 1, recursion: 0 }) as RecordValue;
    },
  };
}

/** The numbers that faker draws from: those of the document at hand. */
class SharedRandom {
  current = new Random(0);
  // faker calls these as functions.
  readonly next = (): number => this.current.fraction();
  readonly seed = (): never => {
    throw new Error('a document has its own seed');
  };
}

interface Locales {
  /** One that isn't drawn, to look things up. */
  readonly sample: Faker;
  draw(random: Random): Faker;
}

async function loadLocales(definition: DatasetDefinition, randomizer: SharedRandom): Promise<Locales> {
  const { allFakers, Faker } = await import('@faker-js/faker');
  const fakers: Faker[] = [];
  const limits: number[] = [];
  let total = 0;
  for (const [locale, weight] of definition.locales) {
    const known = Object.hasOwn(allFakers, locale) ? allFakers[locale as keyof typeof allFakers] : undefined;
    if (known === undefined) {
      const hint = suggestion(locale, Object.keys(allFakers));
      throw tomlError(definition, ['locales', locale], `faker has no locale "${locale}".${hint}`);
    }
    const faker = new Faker({ locale: known.rawDefinitions, randomizer });
    // Dates "in the past" have to be so from the same day on, always.
    faker.setDefaultRefDate('2024-01-01T00:00:00.000Z');
    fakers.push(faker);
    total += weight;
    limits.push(total);
  }
  const draw = (random: Random): Faker => {
    const at = random.fraction() * total;
    return fakers[limits.findIndex((limit) => at < limit)] ?? fakers.at(-1)!;
  };
  return { sample: fakers[0]!, draw };
}

interface GrowingSource extends Source {
  recursion: number;
}

type Grow = (source: GrowingSource) => Value;

interface FieldPlan {
  readonly name: string;
  readonly presence: Presence;
  readonly recursive: boolean;
  readonly isList: boolean;
  readonly make: Grow;
}

class Compiler {
  readonly #definition: DatasetDefinition;
  readonly #model: SchemaModel;
  readonly #lengths: DatasetSize['lengths'];
  readonly #locales: Locales;
  readonly #recursive: ReadonlySet<Field>;

  constructor(definition: DatasetDefinition, model: SchemaModel, size: DatasetSize, locales: Locales) {
    this.#definition = definition;
    this.#model = model;
    this.#lengths = size.lengths;
    this.#locales = locales;
    this.#recursive = recursiveFields(model);
  }

  root(): Grow {
    return this.#type(this.#model.root, '', new Map());
  }

  /** @param within the records around this place: one within itself is made like the outer one */
  #type(type: Type, path: string, within: ReadonlyMap<string, readonly FieldPlan[]>): Grow {
    if (type.kind === 'record') return this.#record(type.name, path, within);
    if (type.kind === 'list') return this.#list(type.element, path, within);
    return this.#scalar(type, path);
  }

  #scalar(type: Type, path: string): Make {
    const { generate } = this.#definition;
    // Named for the place itself, or for every field of its record.
    const key = generate.has(path) ? path : path.replace(/[^/]*$/, '*');
    const spec = generate.get(key);
    if (spec === undefined) return defaultGenerator(type, this.#model);
    const fail = (what: string): Error => tomlError(this.#definition, ['generate', key], what);
    const make = namedGenerator(spec, type, this.#locales.sample);
    if (typeof make === 'string') throw fail(make);
    return (source) => {
      try {
        return make(source);
      } catch (error) {
        // What faker throws where a locale has no such data.
        if (error instanceof GeneratorError || (error as Error).name === 'FakerError') {
          throw fail((error as Error).message);
        }
        throw error;
      }
    };
  }

  #list(element: Type, path: string, within: ReadonlyMap<string, readonly FieldPlan[]>): Grow {
    const length = this.#lengths.get(path) ?? DEFAULT_LENGTH;
    const [low, high] = typeof length === 'number' ? [length, length] : length;
    const make = this.#type(element, `${path}/*`, within);
    const locales = this.#locales;
    return (source) => {
      const count = low === high ? low : source.random.integer(low, high);
      if (element.kind !== 'record') return Array.from({ length: count }, () => make(source));
      const { faker, position } = source;
      const list = Array.from({ length: count }, (_, i) => {
        source.faker = locales.draw(source.random);
        source.position = i + 1;
        return make(source);
      });
      source.faker = faker;
      source.position = position;
      return list;
    };
  }

  #record(name: string, path: string, within: ReadonlyMap<string, readonly FieldPlan[]>): Grow {
    const outer = within.get(name);
    if (outer !== undefined) return (source) => growRecord(outer, source);
    const plans: FieldPlan[] = [];
    const inner = new Map(within).set(name, plans);
    for (const field of this.#model.records.get(name)!.fields) {
      plans.push({
        name: field.name,
        presence: field.presence,
        recursive: this.#recursive.has(field),
        isList: field.type.kind === 'list',
        make: this.#type(field.type, `${path}/${pointerToken(field.name)}`, inner),
      });
    }
    return (source) => growRecord(plans, source);
  }
}

function growRecord(plans: readonly FieldPlan[], source: GrowingSource): RecordValue {
  const record: Record<string, Value> = {};
  for (const plan of plans) {
    const value = plan.recursive ? growRecursive(plan, source) : growField(plan, source);
    if (value !== undefined) record[plan.name] = value;
  }
  return record;
}

/** Undefined for an optional field that is left out. */
function growField({ presence, make }: FieldPlan, source: GrowingSource): Value | undefined {
  if (presence === 'required' || !source.random.chance(ABSENT_SHARE)) return make(source);
  return presence === 'nullable' ? null : undefined;
}

function growRecursive(plan: FieldPlan, source: GrowingSource): Value | undefined {
  if (source.recursion >= MAX_RECURSION) {
    if (plan.presence === 'nullable') return null;
    if (plan.presence === 'optional') return undefined;
    if (plan.isList) return [];
    // Required records go on: a schema has none that come back to themselves without a field that may be left out.
  }
  source.recursion++;
  const value = growField(plan, source);
  source.recursion--;
  return value;
}

function checkPaths(definition: DatasetDefinition, model: SchemaModel): void {
  const types = typePaths(model);
  const paths = (wanted: (type: Type) => boolean): string[] =>
    [...types].filter(([, type]) => wanted(type)).map(([path]) => path);
  const records = ['', ...paths(({ kind }) => kind === 'record')];
  const values = [
    ...paths(({ kind }) => kind !== 'list' && kind !== 'record'),
    ...records.map((path) => `${path}/*`),
  ];
  const lists = paths(({ kind }) => kind === 'list');
  for (const path of definition.generate.keys()) {
    if (values.includes(path)) continue;
    const what = `the schema has no value at "${path}".${suggestion(path, values)}`;
    throw tomlError(definition, ['generate', path], what);
  }
  for (const size of definition.sizes) {
    for (const path of size.lengths.keys()) {
      if (lists.includes(path)) continue;
      const what = `the schema has no list at "${path}".${suggestion(path, lists)}`;
      throw tomlError(definition, ['sizes', size.name, 'lengths', path], what);
    }
  }
}

function tomlError(definition: DatasetDefinition, path: TomlPath, what: string): Error {
  return errorAt(join(definition.folder, 'dataset.toml'), path, what);
}
