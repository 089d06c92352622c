/** What lies in a run's folder: docs/DATA.md explains each. */

export const RUN_FILE = 'run.json';
/** A head, then a sample a line, from the first to the last. */
export const SAMPLES_FILE = 'samples.csv';
/** Digests of both, as `sha256sum` writes and checks them; there once the run is over. */
export const SEAL_FILE = 'SHA256SUMS';
/** The lock of the process that is writing a run (src/machine/lock.ts); there only while it does. */
export const WRITER_FILE = 'writer.lock';

/** The schema of a person's own documents, and these too if they are to be kept. It stays where the run was made. */
export const DATA_FOLDER = 'data';

/** Of a run in one file, to send. */
export const EXPORTED = '.wiremark';

/** Of what is being written beside what it will replace or become. */
export const ASIDE = '.writing';
