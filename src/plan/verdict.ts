import type { Deviation, OutputKind, SerializerDefinition, Task } from '../define/types.ts';

/** Dataset × size × task. */
export interface Case {
  readonly dataset: string;
  readonly size: string;
  readonly task: Task;
}

/** One serializer of one runtime, as planned. */
export interface Contender {
  readonly runtime: string;
  readonly definition: SerializerDefinition;
}

/** First place where two documents differ. `pointer` is a JSON Pointer (RFC 6901); the texts are shortened. */
export interface Difference {
  readonly set: 'documents' | 'hard';
  readonly document: number;
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;
}

export type Verdict =
  | { readonly verdict: 'ok' }
  | { readonly verdict: 'mismatch'; readonly reason: string; readonly difference?: Difference }
  | { readonly verdict: 'crash'; readonly reason: string }
  | { readonly verdict: 'timeout'; readonly reason: string }
  | { readonly verdict: 'unavailable'; readonly reason: string; readonly cure?: string }
  | { readonly verdict: 'unsupported'; readonly reason: string };

export type VerdictName = Verdict['verdict'];
export type { Deviation, OutputKind };
