/**
 * Serializers, and the command that times one of them, for script/look.ts: it compares wiremark's loop with a simple
 * one.
 */
import { join } from 'node:path';
import type { Look } from '../../../script/look.ts';

export default {
  serializers: ['msgspec', 'orjson', 'ormsgpack'],
  pairs: ([program, ...words]) => [program!, join(import.meta.dirname, 'pairs.py'), ...words],
} satisfies Look;
