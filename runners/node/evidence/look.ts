/** Settings for script/look.ts, which compares the kit's timed loop with a simple one: serializers, and the program to run. */
import { join } from 'node:path';
import type { Look } from '../../../script/look.ts';

export default {
  serializers: ['hand-written', 'json', 'msgpackr'],
  pairs: ([program, ...words]) => [program!, join(import.meta.dirname, 'pairs.mjs'), ...words],
} satisfies Look;
