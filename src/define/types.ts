/** What the definition files say, after reading and validation. Every path is absolute. */

export const FORMATS = ['json', 'jsonapi', 'protobuf', 'avro', 'msgpack', 'cbor', 'bson'] as const;
export type Format = (typeof FORMATS)[number];

export const TASKS = ['serialize', 'deserialize', 'to-tree', 'parse-tree'] as const;
export type Task = (typeof TASKS)[number];

/** `text`: a string of the language; `bytes`: UTF-8 or binary. */
export const OUTPUT_KINDS = ['text', 'bytes'] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];

/**
 * What a serializer may declare to carry in another shape. Nothing else is forgiven, and a declared deviation is
 * shown in every report.
 *
 * - `negative-zero-as-zero`: −0 arrives as 0 (numerically equal).
 * - `null-omitted`: a nullable field that is null is left out.
 * - `enum-as-number`: an enum's value is its index.
 * - `int64-as-string`: an int64 is a decimal string.
 * - `date-time-as-number`: an instant is milliseconds since 1970, not RFC 3339 text.
 * - `uuid-as-bytes`: a uuid is its 16 bytes.
 */
export const DEVIATIONS = [
  'negative-zero-as-zero',
  'null-omitted',
  'enum-as-number',
  'int64-as-string',
  'date-time-as-number',
  'uuid-as-bytes',
] as const;
export type Deviation = (typeof DEVIATIONS)[number];

/**
 * What a runtime's kit itself can do as a bound, measured beside the serializers:
 *
 * - `no-op`: nothing; the harness's own cost
 * - `copy`: copying the document's bytes (JSON as UTF-8)
 * - `write`: writing the document from a ready string with a scan for escapes and an encoding to UTF-8
 * - `walk`: a typed walk over the object graph, reading every value
 */
export const LIMITS = ['no-op', 'copy', 'write', 'walk'] as const;
export type Limit = (typeof LIMITS)[number];

/**
 * What a serializer's row bounds for the others of its runtime and format: `hand-written` is straight-line code made
 * from the schema, the best known, and no library.
 */
export const BOUNDS = ['hand-written'] as const;
export type Bound = (typeof BOUNDS)[number];

/** What a language's strings consist of: what it counts and gives when it is asked for their length and a part of them. */
export const TEXT_UNITS = ['utf-16', 'utf-8', 'code-points'] as const;
export type TextUnit = (typeof TEXT_UNITS)[number];

/** What a runner may ask for besides a dataset's model. */
export const ARTIFACTS = ['proto', 'avro'] as const;
export type Artifact = (typeof ARTIFACTS)[number];

export interface DatasetSize {
  readonly name: string;
  /** How many documents the timing rotates over. */
  readonly documents: number;
  /** `sha256:<hex>` of the fixture of the timed documents followed by that of the hard ones. */
  readonly digest: string;
  // Lengths of lists, by path (`/users`, `/users/*/orders`): a fixed number or a range, inclusive.
  readonly lengths: ReadonlyMap<string, number | readonly [number, number]>;
  // How many different records stand at a path (`/posts/*/author`) in each value of the innermost list or map around.
  readonly shared: ReadonlyMap<string, number>;
}

export interface DatasetDefinition {
  readonly name: string;
  readonly title: string;
  /** The folder with dataset.toml and schema.json. */
  readonly folder: string;
  readonly schemaFile: string;
  readonly seed: number;
  /** faker locales that documents are drawn from, with weights. */
  readonly locales: ReadonlyMap<string, number>;
  /**
   * How values are made, by path (`/person/name`; `/person/*` for all fields of a record that have no entry of their
   * own): a generator, see src/dataset/generators.ts.
   */
  readonly generate: ReadonlyMap<string, string>;
  /** Whose objects serializers are given, such as `activerecord`: a word for the kits; absent for plain objects. */
  readonly objects?: string;
  readonly sizes: readonly DatasetSize[];
}

export interface SuiteCase {
  readonly dataset: string;
  readonly sizes: readonly string[];
  readonly tasks: readonly Task[];
  // Patterns like `jvm/*`, `*/json`; absent: the suite's.
  readonly serializers?: readonly string[];
}

/** Whose tables a report puts first: our own alone, or those of a founding page or tool (docs/READING.md). */
export const TABLE_STYLES = ['default', 'ips', 'transmutation', 'jmh', 'playground', 'bdn'] as const;
export type TableStyle = (typeof TABLE_STYLES)[number];

export interface SuiteDefinition {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly cases: readonly SuiteCase[];
  /** Patterns over `runtime/serializer`. */
  readonly serializers: readonly string[];
  /** `runtime/serializer`. */
  readonly baseline: string;
  readonly style: TableStyle;
  /** How to measure what the suite leaves out unless asked for it: a sentence that stands with a run's facts. */
  readonly more?: string | undefined;
  /** Documents in a batch: slices are whole batches and tables may speak of a batch. 1 unless told. */
  readonly batch: number;
  /** Whether allocations are counted; absent: unless it runs quick. */
  readonly memory?: boolean;
  /** Runs as `--quick` unless `--full` is asked for. */
  readonly quick: boolean;
  /** The published table beside the suite, if there is one. */
  readonly publishedFile?: string;
}

export interface SerializerDefinition {
  /** `msgpackr`: unique within its runtime. */
  readonly id: string;
  readonly title: string;
  readonly format: Format;
  readonly output: OutputKind;
  readonly tasks: readonly Task[];
  readonly deviations: readonly Deviation[];
  /** Its outputs may differ from call to call, as maps in random order do; absent for most. */
  readonly varies?: true;
  /** It keeps results from call to call, as a cache does: verified, and not ranked; absent for most. */
  readonly remembers?: true;
  /** Its own file in the runner's folder. */
  readonly file: string;
  /** More files of that folder that it consists of. */
  readonly sources: readonly string[];
  /** Exact packages, in the spelling of the runtime's registry. */
  readonly packages: readonly string[];
  /** What it asks for besides the model. */
  readonly artifacts: readonly Artifact[];
  /** Why it is left out of everything but an explicit request; absent for most. */
  readonly note?: string;
  /** What only its build program reads. */
  readonly options: Readonly<Record<string, string>>;
  /** Absent for a library, which bounds nothing. */
  readonly bound?: Bound;
  /** Line in the manifest, for messages. */
  readonly line: number;
}

/** A program that must be there, with how to ask its version and how to get it. */
export interface Tool {
  readonly program: string;
  readonly versionArguments: readonly string[];
  readonly cure: string;
  /** `build`: only when something is to be built. */
  readonly needed: 'run' | 'build';
}

/** Another way to start the same runner, from the same build. */
export interface VariantDefinition {
  /** `parallel-gc`: unique within its runtime. */
  readonly id: string;
  readonly title: string;
  /** Whole words of `start` and what stands in their place. */
  readonly replace: Readonly<Record<string, string>>;
  /** Words that are put right after the program. */
  readonly add: readonly string[];
  /** Variables beside those that every runner gets. */
  readonly environment: Readonly<Record<string, string>>;
  /** MiB that one process may hold; absent: as much as without the variant. */
  readonly memory?: number;
}

/** How a runner's builds are made. */
export interface BuildDefinition {
  /** The build program; `{folder}` is the runner's. */
  readonly command: readonly string[];
  /** Whether each dataset takes a build of its own. */
  readonly models: boolean;
}

export interface RunnerDefinition {
  /** `jvm`, `ruby`, … */
  readonly runtime: string;
  readonly title: string;
  /** The folder of runner.toml. */
  readonly folder: string;
  readonly file: string;
  readonly toolchain: readonly Tool[];
  /** Null where there is nothing to build. */
  readonly build: BuildDefinition | null;
  /** Files and folders that every serializer consists of, besides its own; absolute. */
  readonly code: readonly string[];
  /** Lines of options for the artifact `proto`; `{dataset}` is the dataset's name as a segment of a package. */
  readonly protoOptions: readonly string[];
  /** Command that starts one runner process. Placeholders: `{folder}`, `{serializer}`, `{build}`, those of the build. */
  readonly start: readonly string[];
  /** What its strings consist of. */
  readonly text: TextUnit;
  /** MiB that one process may hold. */
  readonly memory: number;
  /** Shortest and longest warm-up in milliseconds. */
  readonly warmup: { readonly minimum: number; readonly maximum: number };
  /** Blocks a round. */
  readonly blocks: number;
  /**
   * Names of the threads in which the runtime compiles while the program runs, as the system has them; none for a
   * runtime that doesn't or doesn't name them.
   */
  readonly compilers: readonly string[];
  /**
   * The limits that its kit can do, and the serializer whose build they run in (whose models they walk, and which is
   * the hand-written bound); absent for a kit without.
   */
  readonly limits?: { readonly kinds: readonly Limit[]; readonly host: string };
  readonly variants: readonly VariantDefinition[];
  readonly serializers: readonly SerializerDefinition[];
}
