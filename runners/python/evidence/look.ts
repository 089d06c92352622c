/** The serializers that script/look.ts measures, and the command that compares wiremark's timed loop with a simple one. */
import { join } from 'node:path';
import type { Look } from '../../../script/look.ts';

export default {
  serializers: ['msgspec', 'orjson', 'ormsgpack'],
  pairs: ([program, ...words]) => [program!, join(import.meta.dirname, 'pairs.py'), ...words],
} satisfies Look;
