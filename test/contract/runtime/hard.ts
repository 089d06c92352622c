/** Datasets with every kind of type and with difficult names, nesting and widths. */
export const HARD = ['every-kind', 'contract-list', 'contract-deep', 'contract-wide', 'contract-names'];
