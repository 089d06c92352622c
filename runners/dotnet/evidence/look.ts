import type { Look } from '../../../script/look.ts';
import { buildKit, withKit } from './unit.ts';

let built: string | undefined;

export default {
  serializers: ['hand-written', 'memorypack', 'system-text-json-source-bytes'],
  pairs: (command, scratch) => {
    built ??= buildKit('pairs/Pairs.csproj', scratch);
    return withKit(command, built, scratch);
  },
} satisfies Look;
