/** For script/look.ts, which compares wiremark's timed loop with a simple one: the serializers and the command for it. */
import { join } from 'node:path';
import type { Look } from '../../../script/look.ts';

export default {
  serializers: ['msgspec', 'orjson', 'ormsgpack'],
  pairs: ([program, ...words]) => [program!, join(import.meta.dirname, 'pairs.py'), ...words],
} satisfies Look;
