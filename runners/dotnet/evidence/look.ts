/** What script/look.ts looks at. */
import { swapped } from './unit.ts';
import type { Look } from '../../../script/look.ts';

export default {
  serializers: ['system-text-json'],
  pairs: (command, scratch) => swapped(command, scratch, 'pairs/Pairs.csproj'),
} satisfies Look;
