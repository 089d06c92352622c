/** For script/look.ts, which compares wiremark's timed loop with a simple one: the serializers and the command for it. */
import { join } from 'node:path';
import type { Look } from '../../../script/look.ts';

export default {
  serializers: ['json', 'hand-written'],
  pairs: ([program, ...words]) => [program!, join(import.meta.dirname, 'pairs.rb'), ...words],
} satisfies Look;
