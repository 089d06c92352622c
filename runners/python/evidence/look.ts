/** Defines the rows and loops that script/look.ts compares. */
import { join } from 'node:path';
import type { Look } from '../../../script/look.ts';

export default {
  serializers: ['msgspec', 'orjson', 'ormsgpack'],
  pairs: ([program, ...words]) => [program!, join(import.meta.dirname, 'pairs.py'), ...words],
} satisfies Look;
