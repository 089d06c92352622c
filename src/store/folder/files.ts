export const RUN_FILE = 'run.json';
export const SAMPLES_FILE = 'samples.csv';
/** Digests of both files, as `sha256sum` writes them; exists once the run is over. */
export const SEAL_FILE = 'SHA256SUMS';
/** The lock of the process that writes a run. */
export const WRITER_FILE = 'writer.lock';

/** Folder with the schema of the user's documents, and with --keep-data the documents. Not exported. */
export const DATA_FOLDER = 'data';

/** Ending of exported runs. */
export const EXPORTED = '.wiremark';

/** Ending of incomplete files and folders. */
export const ASIDE = '.writing';
