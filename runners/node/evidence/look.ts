/** Defines the rows and loops that script/look.ts compares. */
import { join } from 'node:path';
import type { Look } from '../../../script/look.ts';

export default {
  serializers: ['hand-written', 'json', 'msgpackr'],
  pairs: ([program, ...words]) => [program!, join(import.meta.dirname, 'pairs.mjs'), ...words],
} satisfies Look;
