/** What a query's result may be printed as. */
export const SQL_FORMATS = ['terminal', 'csv', 'json'] as const;
export type SqlFormat = (typeof SQL_FORMATS)[number];
