import { MOST } from '../define/bounds.ts';
import { datasetError } from '../define/dataset.ts';
import { DefinitionError } from '../define/error.ts';
import { suggestion } from '../define/nearest.ts';
import type { DatasetDefinition, DatasetSize } from '../define/types.ts';
import { beyondBounds } from '../schema/bounds.ts';
import { pointerToken } from '../schema/json.ts';
import { type Field, type SchemaModel, type Type, typeWithin } from '../schema/model.ts';
import { endingOf, recursiveFields } from '../schema/recursion.ts';
import { type RecordValue, setField, type Value } from '../schema/value.ts';
import { onceFor } from '../stats/group-by.ts';
import { Random } from '../stats/random.ts';
import { clampedLength } from './clamp.ts';
import { documentOf } from './computed.ts';
import { defaultGenerator, defaultKey, type Make, mapOf, namedGenerator, type Source } from './generators.ts';
import { giveWay } from './give-way.ts';
import { type Locales, loadLocales } from './locales.ts';
import { typePaths } from './paths.ts';
import { repeatedResource } from './resources.ts';

/** Probability that a nullable field is null, and that an optional one is absent. */
const ABSENT_SHARE = 0.2;

/** Default range of the lengths of lists and maps. Inside of MOST_BRANCHING nested lists or maps, the length is 1. */
const DEFAULT_LENGTH = [1, 3] as const;
const MOST_BRANCHING = 4;
const MAX_RECURSION = 3;

/** Generates documents. Each has its own random sequence: document 7 is the same whether 8 or 1,000 are made. */
export async function generateDocuments(
  definition: DatasetDefinition,
  model: SchemaModel,
  size: DatasetSize,
): Promise<Value[]> {
  checkPaths(definition, model);
  const locales = await loadLocales(definition);
  const grow = new Compiler(definition, model, size, locales).root();
  const spent = { values: 0, characters: 0 };
  const documents: Value[] = [];
  while (documents.length < size.documents) {
    const random = new Random(definition.seed, documents.length);
    const value = grow({
      random,
      faker: locales.draw(random),
      position: documents.length + 1,
      serials: new Map(),
      recursion: 0,
      spent,
      around: [new Map()],
    });
    const twice = repeatedResource(model, value);
    if (twice !== undefined)
      throw datasetError(definition, ['generate'], `${twice}: number them with "serial"`);
    documents.push(documentOf(model, value));
    await giveWay();
  }
  return documents;
}

interface GrowingSource extends Source {
  readonly recursion: number;
  /** Totals of all documents so far, to limit them: 60 nested lists of two would have 2⁶⁰ elements. */
  readonly spent: { values: number; characters: number };
  /**
   * Records to reuse (`shared`), by the `Grow` that made them: a map for the document, then one for each list or map around the
   * value.
   */
  readonly around: readonly SharedRecords[];
}

type SharedRecords = Map<Grow, { readonly records: Value[]; uses: number }>;

type Grow = (source: GrowingSource) => Value;

interface FieldPlan {
  readonly field: Field;
  readonly recursive: boolean;
  readonly make: Grow;
}

interface Around {
  readonly records: ReadonlyMap<string, readonly FieldPlan[]>;
  readonly lists: number;
}

class Compiler {
  readonly #definition: DatasetDefinition;
  readonly #model: SchemaModel;
  readonly #size: DatasetSize;
  readonly #locales: Locales;
  readonly #recursive: ReadonlySet<Field>;

  constructor(definition: DatasetDefinition, model: SchemaModel, size: DatasetSize, locales: Locales) {
    this.#definition = definition;
    this.#model = model;
    this.#size = size;
    this.#locales = locales;
    this.#recursive = recursiveFields(model);
  }

  root(): Grow {
    return this.#type(this.#model.root, '', { records: new Map(), lists: 0 });
  }

  #type(type: Type, path: string, around: Around): Grow {
    const grow = this.#grow(type, path, around);
    return (source) => {
      this.#spend(source, path, 'values', 1);
      const value = grow(source);
      const isLong = typeof value === 'string' || value instanceof Uint8Array;
      if (isLong) this.#spend(source, path, 'characters', value.length);
      return value;
    };
  }

  #grow(type: Type, path: string, around: Around): Grow {
    switch (type.kind) {
      case 'record':
        return this.#shared(this.#record(type.name, path, around), path);
      case 'list':
      case 'map':
        return this.#several(type, path, around);
      default: {
        // A generator for `/users/*/name` makes the values of one field; a generator for `/users/*/*` makes those of
        // all other fields of the record.
        const key = this.#definition.generate.has(path) ? path : path.replace(/[^/]*$/, '*');
        return this.#named(key, type) ?? defaultGenerator(type, this.#model);
      }
    }
  }

  #named(key: string, type: Type): Make | undefined {
    const spec = this.#definition.generate.get(key);
    if (spec === undefined) return undefined;
    const fail = (what: string): Error => datasetError(this.#definition, ['generate', key], what);
    const make = namedGenerator(spec, type, this.#locales.sample);
    if (typeof make === 'string') throw fail(make);
    return (source) => {
      try {
        const value = make(source);
        const beyond = type.bounds && beyondBounds(type.bounds, value);
        if (beyond !== undefined) throw new RangeError(`beyond the schema's bounds: ${beyond}`);
        return value;
      } catch (error) {
        // Faker throws if a locale has no such data or a method needs arguments.
        throw fail((error as Error).message);
      }
    };
  }

  #several(type: Type, path: string, around: Around): Grow {
    const partsOf = this.#parts(type, path, around);
    const key = this.#named(`${path}/@key`, { kind: 'string' }) ?? defaultKey;
    return (source) => {
      const { length, make } = partsOf(source);
      if (type.kind === 'map') return mapOf(length, () => key(source) as string, make);
      return Array.from({ length }, (_, index) => make(index));
    };
  }

  /** If `shared` has a number for this path, makes only this many records and uses them in turn. */
  #shared(grow: Grow, path: string): Grow {
    const count = this.#size.shared.get(path);
    if (count === undefined) return grow;
    // Elements of a list or map are stored with what surrounds it, so that sibling lists share them.
    const outwards = path.endsWith('/*') ? 2 : 1;
    return (source) => {
      const around = source.around.at(-outwards)!;
      const pool = onceFor(around, grow, () => ({ records: [], uses: 0 }));
      const at = pool.uses++ % count;
      pool.records[at] ??= grow(source);
      return pool.records[at];
    };
  }

  #parts(outer: Type, path: string, around: Around) {
    const type = typeWithin(outer)!;
    const configured = this.#size.lengths.get(path);
    const length = configured ?? (around.lists < MOST_BRANCHING ? DEFAULT_LENGTH : 1);
    const asked = typeof length === 'number' ? [length, length] : length;
    const [low = 0, high = 0] = asked.map((end) => clampedLength(end, outer.bounds));
    if (configured !== undefined && `${[low, high]}` !== `${asked}`) {
      const at = ['sizes', this.#size.name, 'lengths', path];
      throw datasetError(this.#definition, at, `the schema lets it be ${low} at least and ${high} at most`);
    }
    const grow = this.#type(type, `${path}/*`, { ...around, lists: around.lists + 1 });
    return (source: GrowingSource) => {
      const { random } = source;
      const inner = { ...source, around: [...source.around, new Map()] };
      const make = (index: number) => {
        if (type.kind !== 'record') return grow(inner);
        return grow({ ...inner, faker: this.#locales.draw(random), position: index + 1 });
      };
      return { length: low === high ? low : random.integer(low, high), make };
    };
  }

  #spend({ spent }: GrowingSource, path: string, what: keyof GrowingSource['spent'], count: number): void {
    spent[what] += count;
    if (spent[what] <= MOST[what]) return;
    const fault = `at most ${MOST[what].toLocaleString('en')} ${what} are made for a size, and "${path}" has more`;
    throw datasetError(this.#definition, ['sizes', this.#size.name], `${fault}: make lists or texts shorter`);
  }

  #record(name: string, path: string, around: Around): Grow {
    const outer = around.records.get(name);
    if (outer !== undefined) return (source) => growRecord(outer, source);
    const plans: FieldPlan[] = [];
    const inner = { ...around, records: new Map(around.records).set(name, plans) };
    for (const field of this.#model.records.get(name)!.stored) {
      const make = this.#type(field.type, `${path}/${pointerToken(field.name)}`, inner);
      plans.push({ field, recursive: this.#recursive.has(field), make });
    }
    return (source) => growRecord(plans, source);
  }
}

function growRecord(plans: readonly FieldPlan[], source: GrowingSource): RecordValue {
  const record: Record<string, Value> = {};
  for (const plan of plans) {
    const value = plan.recursive ? growRecursive(plan, source) : growField(plan, source);
    if (value !== undefined) setField(record, plan.field.name, value);
  }
  return record;
}

function growField({ field, make }: FieldPlan, source: GrowingSource): Value | undefined {
  const { presence } = field;
  const value = presence === 'required' || !source.random.chance(ABSENT_SHARE) ? make(source) : null;
  return presence === 'optional' && value === null ? undefined : value;
}

function growRecursive(plan: FieldPlan, source: GrowingSource): Value | undefined {
  const end = source.recursion >= MAX_RECURSION ? endingOf(plan.field, plan.field.type.bounds) : null;
  // If this field can't end the recursion, another field of the cycle does.
  if (end !== null) return end.value;
  return growField(plan, { ...source, recursion: source.recursion + 1 });
}

function checkPaths(definition: DatasetDefinition, model: SchemaModel): void {
  const types = typePaths(model, MOST.places);
  if (types === null) {
    const what = `has more than ${MOST.places.toLocaleString('en')} places for values: its types are nested too often`;
    throw new DefinitionError({ file: definition.schemaFile }, what);
  }
  const paths = (wanted: (type: Type) => boolean): string[] =>
    [...types].filter(([, type]) => wanted(type)).map(([path]) => path);
  const records = paths(({ kind }) => kind === 'record');
  const values = [
    ...paths((type) => typeWithin(type) === undefined && type.kind !== 'record'),
    ...records.map((path) => `${path}/*`),
  ];
  const lists = paths((type) => typeWithin(type) !== undefined);
  const check = (where: string[], named: ReadonlyMap<string, unknown>, what: string, known: string[]) => {
    const path = [...named.keys()].find((one) => !known.includes(one));
    if (path === undefined) return;
    const wrong = `the schema has no ${what} at "${path}".${suggestion(path, known)}`;
    throw datasetError(definition, [...where, path], wrong);
  };
  check(['generate'], definition.generate, 'value', values);
  for (const { name, lengths, shared } of definition.sizes) {
    check(['sizes', name, 'lengths'], lengths, 'list or map', lists);
    check(['sizes', name, 'shared'], shared, 'record', records);
  }
}
