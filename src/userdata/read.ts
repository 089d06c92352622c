import { UserDataError, type UserDocument } from '../dataset/document.ts';
import { Splitter } from '../dataset/split.ts';
import { beginning, type Chunks, headOf, openSource, type Watch } from './source.ts';

export interface ReadOptions extends Watch {
  /**
   * `root`: a list is one document. `elements`: each element of a list is a document; the default if the first MiB has
   * two or more elements, all of them objects.
   */
  readonly documents?: 'root' | 'elements';
}

export interface UserDocuments {
  /** Documents are elements of a list, values one after another (or one value), or either of these in the files of a folder. */
  readonly kind: 'elements' | 'values' | 'files';
  readonly documents: AsyncIterable<UserDocument>;
  readonly leftOut: readonly string[];
}

const HEAD = 2 ** 20;
const RECORD = 0x7b;

/**
 * Splits a file, the files of a folder, or standard input (`-`) into documents. Holds only one document and
 * some MiB in memory.
 * @throws UserDataError, at once or while reading
 */
export async function readDocuments(source: string, options: ReadOptions = {}): Promise<UserDocuments> {
  const { folder, files, leftOut } = openSource(source, options);
  const read = async ({ name, chunks }: (typeof files)[number]) => {
    const rest = chunks();
    const head = await headOf(rest, HEAD);
    const elements =
      options.documents === undefined ? isListOfRecords(head) : options.documents === 'elements';
    return { elements, documents: split(name, beginning(head, rest), elements) };
  };
  if (!folder) {
    const { elements, documents } = await read(files[0]!);
    return { kind: elements ? 'elements' : 'values', documents, leftOut };
  }
  async function* all(): AsyncGenerator<UserDocument> {
    for (const file of files) yield* (await read(file)).documents;
  }
  return { kind: 'files', documents: all(), leftOut };
}

function isListOfRecords(head: Uint8Array): boolean {
  try {
    const pieces = new Splitter('', true).feed(head);
    return pieces.length > 1 && pieces.every(({ bytes }) => bytes[0] === RECORD);
  } catch (error) {
    // Malformed JSON is reported later, when the whole source is read.
    if (error instanceof UserDataError) return false;
    throw error;
  }
}

async function* split(name: string, chunks: Chunks, elements: boolean): AsyncGenerator<UserDocument> {
  const splitter = new Splitter(name, elements);
  for await (const chunk of chunks) yield* splitter.feed(chunk);
  yield* splitter.end();
  if (splitter.count === 0) throw new UserDataError(name, `the ${elements ? 'list' : 'file'} is empty`);
}
