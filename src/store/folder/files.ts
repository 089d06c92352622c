export const RUN_FILE = 'run.json';
export const SAMPLES_FILE = 'samples.csv';
export const SEAL_FILE = 'SHA256SUMS';
export const WRITER_FILE = 'writer.lock';

/** Folder in a run's folder with the dataset made from the user's documents. It contains the documents only with --keep-data. */
export const DATA_FOLDER = 'data';

export const EXPORTED = '.wiremark';
export const ASIDE = '.writing';
