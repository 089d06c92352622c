/** A person's own documents → a dataset that lasts as long as wiremark runs. */
import { cpSync, existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { makeUserDataset } from '../dataset/make.ts';
import { MOST } from '../define/bounds.ts';
import { readDataset } from '../define/dataset.ts';
import { readText } from '../define/text.ts';
import { type Decision, inferSchema } from '../given/infer/index.ts';
import { parseOverrule } from '../given/infer/overrule.ts';
import { Seen } from '../given/infer/see.ts';
import type { Watch as SourceWatch } from '../given/source.ts';
import { type Taken, takeDocuments } from '../given/take.ts';
import { scratchFor } from '../machine/scratch.ts';
import { BenchError } from '../plan/error.ts';
import { median, sortSamples } from '../stats/samples.ts';
import { reaching } from '../store/error.ts';
import { DATA_FOLDER } from '../store/folder/files.ts';
import type { StoredRun } from '../store/folder/reader.ts';
import type { DataRequest } from '../store/record/record.ts';
import type { OwnData } from './own-suite.ts';

export type Watch = Required<SourceWatch>;

interface ReadData {
  readonly taken: Taken;
  readonly schema: string;
  /** Of the inference; empty for a schema that was given. */
  readonly decisions: readonly Decision[];
}

/**
 * Reads a source once and infers its schema, unless that is given.
 *
 * @throws GivenError for what can't be read or modelled; DefinitionError
 */
export async function readData(request: DataRequest, watch: Watch): Promise<ReadData> {
  const { documents, overrules = [] } = request;
  const given = request.schema === undefined ? null : readText(shortPath(request.schema), MOST.file);
  const seen = given === null ? new Seen() : null;
  const asked = seen === null ? [] : overrules.map(parseOverrule);
  const taken = await takeDocuments(shortPath(request.source), {
    signal: watch.signal,
    progress: watch.progress,
    ...(documents && { documents }),
    each: (document, place) => seen?.add(document, place),
  });
  if (seen === null) return { taken, schema: given!, decisions: [] };
  const { schema, decisions } = inferSchema(seen, nameOfData(request.source), asked);
  return { taken, schema: `${JSON.stringify(schema, null, 2)}\n`, decisions };
}

/**
 * The dataset of what was read.
 *
 * @param parent where its folder is made; by default it is removed when wiremark ends
 * @throws GivenError, DefinitionError
 */
export async function ownDataOf(
  request: DataRequest,
  { taken, schema }: ReadData,
  parent = scratchFor('data'),
  name = nameOfData(request.source),
): Promise<OwnData> {
  const beside = request.schema !== undefined && { schemaFile: shortPath(request.schema) };
  const { total: documents, chosen } = taken;
  // Without white space around them, with that within.
  const medianBytes = Math.round(median(sortSamples(chosen.map(({ bytes }) => bytes.length))));
  const [some, all] = [chosen.length, documents].map((count) => count.toLocaleString('en'));
  const part = some === all ? all : `${some} of ${all}`;
  const title = `${name}: ${documents === 1 ? 'one document' : `${part} documents`} of yours`;
  const definition = await makeUserDataset(parent, { name, title, schema, taken, ...beside });
  const timed = definition.sizes[0]!.documents;
  const own = { name, documents, timed, held: chosen.length - timed, medianBytes };
  return { request, definition, own };
}

/**
 * The documents of a run that goes on: from its own folder if they are kept there, else from where they came from. That
 * they are the same is seen by their digest.
 *
 * @returns null for a run on other documents
 * @throws BenchError for what can't be read twice; as the others
 */
export async function ownDataAgain({ folder, record }: StoredRun, watch: Watch): Promise<OwnData | null> {
  const { own, request } = record;
  if (request.data === undefined || own === undefined) return null;
  const kept = join(folder, DATA_FOLDER);
  if (request.data.keep && existsSync(kept))
    return { request: request.data, own, definition: { ...readDataset(kept), name: own.name } };
  if (request.data.source === '-')
    throw new BenchError(
      `run ${record.id} was measured on standard input, which can't be read again: begin a new run, with --keep-data to make it resumable`,
    );
  return ownDataOf(request.data, await readData(request.data, watch));
}

/**
 * Puts a dataset into the folder of a run, so that what was measured can be told later.
 *
 * @param leftOut name of the file of documents; null: it is kept too, and the run can go on from its own folder
 * @throws StoreError
 */
export function keepData(run: string, dataset: string, leftOut: string | null): void {
  const folder = join(run, DATA_FOLDER);
  const filter = (path: string) => basename(path) !== leftOut;
  reaching(folder, 'written', () => cpSync(dataset, folder, { recursive: true, filter }));
}

/** As a person would type it here: errors begin with it. */
export function shortPath(path: string): string {
  const here = relative(process.cwd(), path);
  return path === '-' || here === '' || here.startsWith('..') ? path : here;
}

/** `orders` of `/home/her/orders.ndjson.gz`: a name that a dataset may have. */
function nameOfData(source: string): string {
  if (source === '-') return 'stdin';
  const name = basename(source).replace(/(\.(json|ndjson|jsonl|geojson|gz|zst))+$/i, '');
  return (
    name
      .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, MOST.name) || 'data'
  );
}
