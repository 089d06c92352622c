/** What a query's result may be printed as. */
export const SQL_FORMATS = ['table', 'csv', 'json'] as const;
export type SqlFormat = (typeof SQL_FORMATS)[number];
