import { settle } from './maps.ts';
import type { Overrule } from './overrule.ts';
import { unifyRecords } from './same.ts';
import type { Seen } from './see.ts';
import { SchemaWriter } from './write.ts';

/** A decision about a place, its evidence, and the flag that overrules it. */
export interface Decision {
  /** As in dataset.toml: a JSON Pointer with `*` for elements and values of maps. */
  readonly path: string;
  /** `enum of 4 values` */
  readonly what: string;
  /** `4 different texts in 200` */
  readonly why: string;
  /** `--as /status=string`; empty if the documents allow nothing else. */
  readonly instead: string;
}

/**
 * Infers a schema of the documents.
 *
 * @param title of the dataset, in the plural: `orders`
 * @returns a JSON Schema that schema/parse.ts reads, and the decisions
 * @throws UserDataError for documents that can't be modelled
 */
export function inferSchema({ root }: Seen, title: string, overrules: readonly Overrule[]) {
  settle(root, overrules);
  unifyRecords(root);
  const writer = new SchemaWriter();
  return { schema: writer.write(root, title), decisions: writer.decisions };
}
