/** What script/look.ts looks at. */

import type { Look } from '../../../script/look.ts';
import { swapped } from './unit.ts';

export default {
  serializers: ['system-text-json'],
  pairs: (command, scratch) => swapped(command, scratch, 'pairs/Pairs.csproj'),
} satisfies Look;
