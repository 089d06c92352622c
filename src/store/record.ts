/**
 * What one run leaves on disk, in `.wiremark/runs/<id>/`: `run.json` (RunRecord, rewritten whole when a fact is added),
 * `samples.csv` (one Sample a line, appended as it arrives) and, when it is over, `SHA256SUMS` over both.
 */
import type { PublishedFigure } from '../define/published-figure.ts';
import type { Bound, Deviation, Format, Limit, OutputKind, TableStyle, Task } from '../define/types.ts';
import type { Figure } from '../plan/figure.ts';
import type { Verdict } from '../plan/verdict.ts';

/** Runs of another are refused. Facts may be added without a change of it, as keys that may be absent. */
export const RUN_SCHEMA = 4;

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly os: string;
  readonly kernel: string;
  readonly arch: string;
  /** Load average over one minute when the run began; null where the system has none. */
  readonly load: number | null;
  /** cpufreq governor of core 0; null where it can't be read. */
  readonly governor: string | null;
  /** Cores that other programs used right before the run; absent where it wasn't looked at or isn't told. */
  readonly busyCores?: number;
}

export interface RunSettings {
  readonly seed: number;
  readonly quick: boolean;
  readonly rounds: { readonly minimum: number; readonly maximum: number };
  /** Half-width of the interval at which a comparison is settled, e.g. 0.02. */
  readonly target: number;
  /** Seconds; null: none. */
  readonly budget: number | null;
  /** Whether the machine's cores were kept from dozing while blocks were measured; absent before anybody has tried. */
  readonly keptAwake?: boolean;
}

export interface RunContender {
  readonly runtime: string;
  /** Id of the variant that the runtime was started in; null for the plain one. */
  readonly variant: string | null;
  readonly serializer: string;
  readonly title: string;
  /** As the runner reported it; null when it never got that far. */
  readonly version: string | null;
  /** Digest of the runner's own code: its kit, the serializer's files, how it is built and started. */
  readonly code: string;
  readonly format: Format;
  readonly output: OutputKind;
  /** As declared; which of them a case needed is told by its outcomes. */
  readonly deviations: readonly Deviation[];
  /** A limit is measured in the same blocks as the serializers but never ranked among them; null for a serializer. */
  readonly limit: Limit | null;
  /** Absent for most. */
  readonly bound?: Bound;
  /** Its outputs may differ from call to call, so its output while timed isn't compared with its dump. */
  readonly varies?: true;
  /** From outside (`--add`); absent for the rows of runners. */
  readonly added?: true;
}

export interface RunCase {
  readonly dataset: string;
  readonly size: string;
  readonly task: Task;
  readonly batch: number;
  /** Indices into `contenders`. */
  readonly contenders: readonly number[];
  /** Index into `contenders`; the fastest row serves where the baseline didn't finish. */
  readonly baseline: number;
  /** Whole rounds so far, verified to their end; samples of later ones are of a round under way. Absent: none yet. */
  readonly rounds?: number;
  /** Why no further round was measured; absent while the case isn't over, as when the run was killed or interrupted. */
  readonly ended?: CaseEnd;
}

export const CASE_ENDS = ['target', 'rounds', 'budget', 'no contenders left'] as const;
export type CaseEnd = (typeof CASE_ENDS)[number];

/** Where a person's own documents are, and how they are to be taken. */
export interface DataRequest {
  /** Absolute path of a file or folder; `-` for standard input. */
  readonly source: string;
  /** Whether a list at the root is one document, or its elements are; absent: as it looks. */
  readonly documents?: 'root' | 'elements';
  /** Absolute path of the schema; absent: it is inferred. */
  readonly schema?: string;
  /** What inference is told, as `PATH=KIND`. */
  readonly overrules?: readonly string[];
  /** The run's folder has a copy of the documents. */
  readonly keep?: true;
}

/** What was taken of a person's own documents. */
export interface OwnDocuments {
  /** Of the dataset that was made of them. */
  readonly name: string;
  /** In the source. Those that are neither timed nor held back weren't chosen. */
  readonly documents: number;
  readonly timed: number;
  /** Kept for the end of each process, which has never seen them. */
  readonly held: number;
  /** Bytes of the document in the middle, of those that were chosen. */
  readonly medianBytes: number;
}

/** What was asked for: enough to make the same plan again. */
export interface RunRequest {
  /** A suite's name, or the absolute path of its file; empty for documents of one's own without a suite. */
  readonly suite: string;
  /** Absolute paths of runner.toml files of the user's own. */
  readonly runners: readonly string[];
  /** Absolute paths of row.toml files; absent: none. */
  readonly rows?: readonly string[];
  /** Of a run that `bench` began: the revisions of the library that it was asked for; absent for others. */
  readonly bench?: readonly string[];
  /** Filters by name, with their patterns; those that weren't given are left out. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** Whether limits are measured too. */
  readonly limits: boolean;
  /** Whether the memory pass is made. */
  readonly memory: boolean;
  /** Whether rows that failed verification are timed nevertheless; absent: no. */
  readonly timeUnverified?: boolean;
  /** Whether reasons tell types and lengths in place of values; absent: no. */
  readonly redact?: boolean;
  /** Absent: the datasets of the suite. */
  readonly data?: DataRequest;
  /** Hard documents go to the types' limits, whatever bounds a schema has; absent: as the datasets say. */
  readonly hard?: 'strict';
  /**
   * Exact packages of each contender that has any, by the name of its row, as its manifest has them;
   * of one by path the last name, with a digest of its content.
   */
  readonly packages: Readonly<Record<string, readonly string[]>>;
}

/** What the file of samples begins with, as it was when the record was last written; when the run is over, all of it. */
export interface RecordedSamples {
  readonly count: number;
  readonly bytes: number;
  /** In hex, of the first `bytes` of the file. */
  readonly sha256: string;
}

/** How a run ended before its time: it was told to, or a fault of wiremark's ended it. */
export const STOPS = ['interrupt', 'crash'] as const;

export interface Stopped {
  readonly why: (typeof STOPS)[number];
  /** Of a fault. */
  readonly message?: string;
}

/** A time in which a run wasn't measured, between being stopped and being resumed. */
export interface Interruption {
  readonly from: string;
  readonly until: string;
}

/** Mean bytes of the timed documents' outputs. Compressed sizes are of each document by itself. */
export interface Sizes {
  readonly raw: number;
  readonly gzip: number;
  readonly zstd: number;
  readonly brotli: number;
}

export interface RunOutcome {
  /** Index into `cases`. */
  readonly case: number;
  /** Index into `contenders`. */
  readonly contender: number;
  readonly verdict: Verdict;
  /** Sizes of what `serialize` and `to-tree` put out; null for tasks that read and for what never got that far. */
  readonly sizes: Sizes | null;
  /** The declared deviations that verification had to forgive on this case; empty for what isn't `ok`. */
  readonly deviations: readonly Deviation[];
  /** Where a row that is `ok` breaks beyond the range of the data; absent where it doesn't, or nothing is beyond. */
  readonly beyond?: string;
  /** Null where the memory pass was not made: it is left out by `--quick`, and for what isn't `ok`. */
  readonly memory: MemoryFigures | null;
}

/** From a pass of its own in a fresh process, never from the timed one. */
export interface MemoryFigures {
  /** Operations that the pass counted over; 0 when it didn't get that far. */
  readonly ops: number;
  /** Bytes allocated for one operation. */
  readonly allocated: Figure;
  /** Relative error of `allocated` that the runner states, e.g. 0.01; null when it is exact or unknown. */
  readonly allocatedError: number | null;
  /** Collections per 1,000 operations by the runtime's own names of its generations: `{ young: …, old: … }`. */
  readonly collections: Readonly<Record<string, Figure>>;
  /** Largest resident memory of the whole process, in bytes. */
  readonly peakResident: Figure;
}

export interface RunRecord {
  readonly schema: typeof RUN_SCHEMA;
  readonly id: string;
  /** Given by a person, who may use it in place of the id; absent for most. */
  readonly name?: string;
  /** Given by a person; absent where there are none. */
  readonly tags?: readonly string[];
  readonly tool: string;
  readonly startedAt: string;
  /** Null while running and for a run that was killed. */
  readonly finishedAt: string | null;
  /**
   * For which it was measured, its interruptions left out, until it was last written: by a clock that nobody sets, unlike
   * the times of day.
   */
  readonly seconds: number;
  /**
   * Time of the newest run in the same folder when this one began; only where the clock had been set back since, so that
   * this one is the newer all the same.
   */
  readonly after?: string;
  /** True until every planned round is in: interrupted and killed runs stay partial. */
  readonly partial: boolean;
  /** Absent while running, and for a run that was killed or came to its end; what follows is told by partial.ts. */
  readonly stopped?: Stopped;
  readonly samples: RecordedSamples;
  readonly suite: {
    readonly name: string;
    readonly title: string;
    readonly style: TableStyle;
    readonly more?: string | undefined;
  };
  /** The published table beside the suite; absent without one. */
  readonly published?: readonly PublishedFigure[];
  readonly request: RunRequest;
  /** Absent in a run that was measured in one go. */
  readonly interruptions?: readonly Interruption[];
  readonly machine: Machine;
  /** Versions as reported, by the runtime as it was started: `{ node: "v20.20.2", "jvm+parallel-gc": "17.0.15" }`. */
  readonly runtimes: Readonly<Record<string, string>>;
  readonly settings: RunSettings;
  /** Dataset digests: `{ "users/small": "sha256:…" }`. */
  readonly datasets: Readonly<Record<string, string>>;
  /** Absent where all documents are made by wiremark. */
  readonly own?: OwnDocuments;
  readonly contenders: readonly RunContender[];
  readonly cases: readonly RunCase[];
  readonly outcomes: readonly RunOutcome[];
}

export const PHASES = ['start', 'first', 'warmup', 'block', 'fresh', 'idle'] as const;

/** One timed slice. All numbers are whole, from 0 to 2⁵³ − 1; all times are nanoseconds. */
export interface Sample {
  readonly case: number;
  readonly contender: number;
  readonly round: number;
  /**
   * - `start`: from starting the process to its being ready, 0 operations
   * - `first`: the process's first operation
   * - `warmup`
   * - `block`: what counts
   * - `fresh`: once over documents never seen before, after the last block; `ops` says how many
   * - `idle`: 0 operations; `ns` is the time in which others were timed, `cpuNs` what this process used in it
   */
  readonly phase: (typeof PHASES)[number];
  /** Position within its phase. */
  readonly block: number;
  readonly ops: number;
  readonly ns: number;
  readonly cpuNs: number;
  /** Time that the timing thread was runnable but waited for a core, in ns; null where the system doesn't tell. */
  readonly waitNs: number | null;
  /** The core's own stopwatch, from command to answer, in ns; absent where it wasn't held. */
  readonly elapsedNs?: number;
  /**
   * Of a slice of a warm-up: time that the runtime's compiler threads ran or waited for a core since the slice before,
   * in ns; absent where the system or the runtime doesn't tell.
   */
  readonly compileNs?: number;
}
