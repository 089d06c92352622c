/** What lies in a run's folder: docs/DATA.md explains each. */

export const RUN_FILE = 'run.json';
/** One sample a line: while a run is measured, and for good where DuckDB can't be had. */
export const SAMPLES_FILE = 'samples.jsonl';
/** The same samples once the run is over. */
export const PACKED_FILE = 'samples.parquet';
/** Samples of rounds that were not whole when a run was resumed. */
export const ABANDONED_FILE = 'abandoned.jsonl';
/** The lock of the process that is writing a run (src/runner/lock.ts); there only while it does. */
export const WRITER_FILE = 'writer.lock';

/** Of a run in one file, to send. */
export const EXPORTED = '.wiremark';

/** Of a file that is being written beside the one it will replace. */
export const ASIDE = '.writing';
