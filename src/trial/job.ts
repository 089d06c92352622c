import { escapeValue, PROTOCOL_VERSION } from '../build/protocol.ts';
import type { Bound, Format, OutputKind, Task } from '../define/types.ts';

export interface Job {
  readonly serializer: string;
  readonly format: Format;
  readonly output: OutputKind;
  readonly task: Task;
  readonly bound?: Bound | undefined;
  readonly schema: string;
  readonly model: string;
  readonly artifacts: ReadonlyMap<string, string>;
}

export const keepsResults = ({ serializer }: Job): boolean => serializer !== 'limit-walk';

export function jobLines(job: Job): string[] {
  return [
    `wiremark ${PROTOCOL_VERSION}`,
    `serializer ${job.serializer}`,
    `format ${job.format}`,
    `output ${job.output}`,
    `task ${job.task}`,
    ...(job.bound === undefined ? [] : [`bound ${job.bound}`]),
    `schema ${escapeValue(job.schema)}`,
    `model ${escapeValue(job.model)}`,
    ...[...job.artifacts].map(([kind, path]) => `artifact ${kind} ${escapeValue(path)}`),
    'load',
  ];
}
