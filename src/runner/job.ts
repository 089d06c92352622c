import type { Format, OutputKind, Task } from '../define/types.ts';
import { escapeValue, PROTOCOL_VERSION } from './protocol.ts';

/** A set of documents on disk. */
export interface DocumentFile {
  readonly count: number;
  readonly path: string;
}

/** Everything that a runner is told before it loads: one trial's job, see docs/PROTOCOL.md. */
export interface Job {
  readonly serializer: string;
  readonly format: Format;
  readonly output: OutputKind;
  readonly dataset: string;
  readonly size: string;
  readonly task: Task;
  readonly schema: string;
  readonly model: string;
  /** Those that the serializer asked for: kind → path. */
  readonly artifacts: ReadonlyMap<string, string>;
  readonly documents: DocumentFile;
  readonly hard: DocumentFile;
  /** Encoded documents, for the tasks that read. */
  readonly inputs?: { readonly documents: DocumentFile; readonly hard: DocumentFile };
}

/** Limits that put nothing out. */
const EMPTY = ['limit-no-op', 'limit-walk'];

/** How many results a dump of each set holds. */
export const resultsOf = ({ serializer, documents, hard }: Job) =>
  EMPTY.includes(serializer) ? { documents: 0, hard: 0 } : { documents: documents.count, hard: hard.count };

/** The job's lines, from `wiremark 3` to `load`, without line ends. */
export function jobLines(job: Job): string[] {
  const lines = [
    `wiremark ${PROTOCOL_VERSION}`,
    `serializer ${job.serializer}`,
    `format ${job.format}`,
    `output ${job.output}`,
    `dataset ${job.dataset}`,
    `size ${job.size}`,
    `task ${job.task}`,
    `schema ${escapeValue(job.schema)}`,
    `model ${escapeValue(job.model)}`,
  ];
  for (const [kind, path] of job.artifacts) lines.push(`artifact ${kind} ${escapeValue(path)}`);
  lines.push(documentLine('documents', job.documents), documentLine('hard', job.hard));
  if (job.inputs) {
    lines.push(documentLine('documents-input', job.inputs.documents));
    lines.push(documentLine('hard-input', job.inputs.hard));
  }
  lines.push('load');
  return lines;
}

function documentLine(key: string, file: DocumentFile): string {
  return `${key} ${file.count} ${escapeValue(file.path)}`;
}
