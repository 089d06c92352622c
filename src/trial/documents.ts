import type { UserDocument } from '../dataset/document.ts';
import type { PreparedDataset } from '../dataset/prepare.ts';
import { unseenCount, unseenDocuments } from '../dataset/unseen.ts';
import { caseName } from '../define/names.ts';
import { isOwn, type Task } from '../define/types.ts';
import { codecs } from '../oracle/codecs.ts';
import { encodeFixture } from '../oracle/fixture.ts';
import { type Contender, contenderName, isReading } from '../plan/case.ts';
import type { PlannedCase } from '../plan/plan.ts';
import type { SetKind } from '../plan/verdict.ts';
import type { Value } from '../schema/value.ts';
import { onceFor } from '../stats/group-by.ts';
import { type Inputs, type RunnerClient, RunnerFailure } from './client.ts';
import { joinFrames } from './frames.ts';
import { type Expected, readKept } from './kept.ts';
import { type KnownResults, verifyLimit, verifyResults } from './results.ts';
import type { Compared, GivenSet } from './types.ts';

export interface RowPlace {
  readonly planned: PlannedCase;
  readonly contender: Contender;
  readonly dataset: PreparedDataset;
  /** Row that decodes this row's results if they are in a library's own format, which wiremark can't decode. */
  readonly reader: Contender;
  start(contender: Contender, task: Task): Promise<RunnerClient>;
}

export class RowDocuments {
  readonly #manner: Pick<Expected, 'redact' | 'signal'>;
  readonly #known = new Map<string, KnownResults>();
  readonly #inputs = new Map<string, Promise<Uint8Array>>();
  /** Unseen documents of the current dataset. Those of other datasets are dropped, because they may take much memory. */
  readonly #unseen = new Map<PreparedDataset, Promise<Value[]>>();

  constructor(manner: Pick<Expected, 'redact' | 'signal'>) {
    this.#manner = manner;
  }

  async give(place: RowPlace, client: RunnerClient, kind: SetKind): Promise<GivenSet | null> {
    const { dataset, contender } = place;
    if (kind === 'unseen' && contender.limit !== null) return null;
    if (kind === 'respelled' && !isRespelled(place)) return null;
    const documents = await this.#documents(dataset, kind);
    if (documents === null) return null;
    const key = keyOf(place, kind);
    const bytes = await this.#once(place, kind, documents);
    await client.set({ count: documents.length, bytes });
    const places = ownOf(dataset, kind).map(({ place }) => place);
    const expected = { model: dataset.model, set: kind, documents, places, ...this.#manner };
    return {
      count: documents.length,
      places,
      bytes: dataset.fixture.length,
      unseen: contender.limit === null ? unseenCount(dataset) : 0,
      compare: (of) => this.#compare(place, client, { ...expected, of }, key),
    };
  }

  #documents(dataset: PreparedDataset, kind: SetKind): Promise<readonly Value[]> | readonly Value[] | null {
    if (kind !== 'unseen') return dataset[kind === 'respelled' ? 'hard' : kind];
    const others = [...this.#unseen.keys()].filter((one) => one.definition !== dataset.definition);
    for (const other of others) this.#unseen.delete(other);
    return onceFor(this.#unseen, dataset, () => unseenDocuments(dataset));
  }

  async inputs(place: RowPlace): Promise<Inputs> {
    const { documents } = place.dataset;
    return { count: documents.length, bytes: await this.#once(place, 'documents', documents) };
  }

  #once(place: RowPlace, set: SetKind, documents: readonly Value[]): Promise<Uint8Array> {
    return onceFor(this.#inputs, keyOf(place, set), () => this.#bytes(place, set, documents));
  }

  async #bytes(place: RowPlace, set: SetKind, documents: readonly Value[]): Promise<Uint8Array> {
    const { dataset, contender } = place;
    const { model } = dataset;
    const { format } = contender.definition;
    const fixture = () => encodeFixture(model, documents);
    if (takesObjects(place)) return set === 'documents' ? dataset.fixture : fixture();
    if (!isOwn(format)) {
      const { encode, respelled = encode } = codecs[format];
      const own = readsOwn(place) ? ownOf(dataset, set) : [];
      const encoded = set === 'respelled' ? respelled : encode;
      return joinFrames(documents.map((one, index) => own[index]?.bytes ?? encoded(model, one)));
    }
    const all = { model, set, documents, of: documents.map((_, index) => index), ...this.#manner };
    return joinFrames(await elsewhere(place, contender, 'serialize', fixture(), all));
  }

  async #compare(place: RowPlace, client: RunnerClient, expected: Expected, key: string): Promise<Compared> {
    const { planned, contender } = place;
    const { limit, definition } = contender;
    const { format, deviations } = definition;
    if (limit === 'walk') return { used: new Set(), outputs: [] };
    const frames = await readKept(expected, await client.kept());
    const ordered = expected.of.map((document, index) => ({ document, output: frames[index]! }));
    const outputs = ordered.sort((a, b) => a.document - b.document).map((one) => one.output);
    if (limit !== null) {
      await verifyLimit(expected, frames);
      return { used: new Set(), outputs };
    }
    const objects = planned.task === 'deserialize';
    const row = `${contenderName(contender)} ${caseName(planned)} `;
    const used = await verifyResults({
      ...expected,
      frames,
      deviations,
      source: objects || isOwn(format) ? 'fixture' : format,
      known: onceFor(this.#known, row + key, () => new Map()),
      ...(isOwn(format) &&
        !objects && {
          readBack: (some, of) =>
            elsewhere(place, place.reader, 'deserialize', joinFrames(some), { ...expected, of }),
        }),
    });
    return { used, outputs };
  }
}

function keyOf(place: RowPlace, set: SetKind): string {
  return `${place.dataset.digest} ${set} ${encodingOf(place)}`;
}

function encodingOf(place: RowPlace): string {
  const { format } = place.contender.definition;
  if (takesObjects(place)) return 'fixture';
  if (readsOwn(place)) return `own ${format}`;
  return isOwn(format) ? `${format} of ${contenderName(place.contender)}` : format;
}

/** Returns the user's own documents in a set; empty if the set has none. Generated documents come after them. */
function ownOf({ documents, own = [] }: PreparedDataset, set: SetKind): readonly UserDocument[] {
  if (set === 'documents') return own.slice(0, documents.length);
  return set === 'unseen' ? own.slice(documents.length) : [];
}

/** True if a row reads JSON documents as the user spelled them. Limits, such as `copy`, get wiremark's spelling. */
function readsOwn({ contender, planned }: RowPlace): boolean {
  return contender.limit === null && isReading(planned.task) && contender.definition.format === 'json';
}

function isRespelled({ contender, planned }: RowPlace): boolean {
  const { format } = contender.definition;
  const reads = contender.limit === null && isReading(planned.task) && !isOwn(format);
  return reads && codecs[format].respelled !== undefined;
}

function takesObjects({ contender, planned }: RowPlace): boolean {
  return contender.limit === null ? !isReading(planned.task) : contender.limit === 'walk';
}

async function elsewhere(
  { start }: RowPlace,
  contender: Contender,
  task: Task,
  bytes: Uint8Array,
  expected: Expected,
): Promise<Uint8Array[]> {
  const count = expected.of.length;
  try {
    const client = await start(contender, task);
    try {
      await client.set({ count, bytes });
      const most = contender.definition.reuses ? 1 : count;
      for (let done = 0; done < count; done += most) await client.slice(most, most);
      return await readKept(expected, await client.kept());
    } finally {
      await client.end();
    }
  } catch (error) {
    if (!(error instanceof RunnerFailure)) throw error;
    const what = task === 'serialize' ? 'writing its inputs' : 'read back in another process';
    throw new RunnerFailure({ ...error.verdict, reason: `${what}: ${error.verdict.reason}` });
  }
}
