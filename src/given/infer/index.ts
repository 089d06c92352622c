import { MOST } from '../../define/bounds.ts';
import { DefinitionError } from '../../define/error.ts';
import { quoteWord } from '../../files/shell-word.ts';
import { parseSchema } from '../../schema/parse.ts';
import { GivenError } from '../error.ts';
import { settle } from './maps.ts';
import type { Overrule } from './overrule.ts';
import { unifyRecords } from './same.ts';
import type { Seen } from './see.ts';
import { SchemaWriter } from './write.ts';

/** What was decided of a place, on what evidence, and how a person overrules it. */
export interface Decision {
  /** As in dataset.toml: a JSON Pointer with `*` for elements and values of maps. */
  readonly path: string;
  /** `enum of 4 values` */
  readonly what: string;
  /** `4 different texts in 200` */
  readonly why: string;
  /** `--as /status=string`; empty where the documents allow nothing else. */
  readonly instead: string;
}

/**
 * Finds a schema of the documents that were seen.
 *
 * @param title of the dataset, in the plural: `orders`
 * @returns a JSON Schema that schema/parse.ts takes, and what was decided
 * @throws GivenError for what can't be modelled
 */
export function inferSchema({ root }: Seen, title: string, overrules: readonly Overrule[]) {
  settle(root, overrules);
  unifyRecords(root);
  const writer = new SchemaWriter();
  const schema = writer.write(root, title);
  checkSchema(schema, writer.decisions);
  return { schema, decisions: writer.decisions };
}

/** @throws GivenError for a schema that is larger than wiremark models */
function checkSchema(schema: object, decisions: readonly Decision[]): void {
  try {
    parseSchema(JSON.stringify(schema), '');
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    const overrule = `--as ${quoteWord(`${largePlace(decisions)}=any`)}`;
    throw new GivenError(
      'the schema of these documents is too large',
      `${error.what}; take a large place as it comes, or as a map, such as ${overrule}`,
    );
  }
}

/** A large part, and not nearly all: of the places within one that holds more than half, the largest. */
function largePlace(decisions: readonly Decision[]): string {
  /** By place, how many decisions are within it: none where there is nothing to overrule any more. */
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
