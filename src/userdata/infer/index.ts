import { UserDataError } from '../../dataset/document.ts';
import { MOST } from '../../define/bounds.ts';
import { DefinitionError } from '../../define/error.ts';
import { quoteWord } from '../../define/names.ts';
import { parseSchema } from '../../schema/parse.ts';
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
  const schema = writer.write(root, title);
  checkSchema(schema, writer.decisions);
  return { schema, decisions: writer.decisions };
}

/** @throws UserDataError for a schema beyond the limits of models */
function checkSchema(schema: object, decisions: readonly Decision[]): void {
  try {
    parseSchema(JSON.stringify(schema), '');
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    const overrule = `--as ${quoteWord(`${largePlace(decisions)}=any`)}`;
    throw new UserDataError(
      'the schema of these documents is too large',
      `${error.what}; take a large place as it comes, or as a map, such as ${overrule}`,
    );
  }
}

/** Finds a place that holds much of the schema, but not nearly all of it. */
function largePlace(decisions: readonly Decision[]): string {
  /** Number of decisions within each place. */
  const within = new Map<string, number>();
  for (const { path } of decisions)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      within.set(path.slice(0, end), (within.get(path.slice(0, end)) ?? 0) + 1);
  const largest = [...within].sort(([a, one], [b, other]) => other - one || a.length - b.length);
  let place = '';
  for (const [path, count] of largest) {
    const isNext = path.startsWith(place) && path.lastIndexOf('/') === place.length;
    if (!isNext || (place !== '' && path.length > MOST.word)) continue;
    place = path;
    if (2 * count <= decisions.length) break;
  }
  return place;
}
