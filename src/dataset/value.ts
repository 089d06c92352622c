export type { RecordValue, Value } from '../schema/value.ts';
