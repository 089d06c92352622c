/** What counts as the same unless told: two unchanged full runs show as much in nine of ten rows (docs/CI.md). */
export const WITHIN = 0.05;
