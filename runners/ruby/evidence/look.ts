/** Defines the rows and loops that script/look.ts compares. */
import { join } from 'node:path';
import type { Look } from '../../../script/look.ts';

export default {
  serializers: ['json', 'hand-written'],
  pairs: ([program, ...words]) => [program!, join(import.meta.dirname, 'pairs.rb'), ...words],
} satisfies Look;
