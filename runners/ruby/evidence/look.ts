/**
 * Serializers, and the command that times one of them, for script/look.ts: it compares wiremark's loop with a simple
 * one.
 */
import { join } from 'node:path';
import type { Look } from '../../../script/look.ts';

export default {
  serializers: ['json', 'hand-written'],
  pairs: ([program, ...words]) => [program!, join(import.meta.dirname, 'pairs.rb'), ...words],
} satisfies Look;
