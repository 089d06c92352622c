/** Datasets that are made to break nearly right code: of every kind of type, and of what is hard to name, to nest or to number. */
export const HARD = [
  'every-kind',
  'contract-list',
  'contract-deep',
  'contract-wide',
  'contract-names',
] as const;
