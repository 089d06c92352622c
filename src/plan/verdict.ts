import type { Deviation, Limit, OutputKind, SerializerDefinition, Task } from '../define/types.ts';

/** Dataset × size × task. */
export interface Case {
  readonly dataset: string;
  readonly size: string;
  readonly task: Task;
}

/** One serializer of one runtime, as planned. */
export interface SerializerContender {
  readonly runtime: string;
  /** Id of the variant that the runtime is started in; null: as its manifest says. */
  readonly variant: string | null;
  readonly definition: SerializerDefinition;
  readonly limit: null;
}

/** What a limit has in common with a serializer. It is no entry of a manifest: its code is the runtime's kit. */
export interface LimitDefinition
  extends Pick<SerializerDefinition, 'id' | 'title' | 'format' | 'output' | 'deviations' | 'packages'> {
  readonly id: `limit-${Limit}`;
  readonly format: 'json';
  readonly output: 'bytes';
  readonly deviations: readonly [];
  readonly packages: readonly [];
  readonly bound?: never;
}

/** A bound that a runtime's kit offers, measured beside the serializers (docs/PROTOCOL.md, "Limits"). */
export interface LimitContender {
  readonly runtime: string;
  /** A limit bounds rows of its own variant only. */
  readonly variant: string | null;
  readonly definition: LimitDefinition;
  readonly limit: Limit;
  /** The serializer whose build it runs in. */
  readonly host: SerializerDefinition;
}

/** A row to be measured. */
export type Contender = SerializerContender | LimitContender;

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

/** Whether a row that could be had did not do the work; what can't be had or isn't done by design fails nothing. */
export function isFailure({ verdict }: Verdict): boolean {
  return verdict !== 'ok' && verdict !== 'unavailable' && verdict !== 'unsupported';
}

export type { Deviation, OutputKind };
