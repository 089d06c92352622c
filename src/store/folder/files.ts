export const RUN_FILE = 'run.json';
export const SAMPLES_FILE = 'samples.csv';
/** Digests of both files, written when the run is over. */
export const SEAL_FILE = 'SHA256SUMS';
export const WRITER_FILE = 'writer.lock';

/** Folder with the schema of the user's documents, and with --keep-data the documents. Not exported. */
export const DATA_FOLDER = 'data';

/** Endings of exported runs, and of incomplete files and folders. */
export const EXPORTED = '.wiremark';
export const ASIDE = '.writing';
