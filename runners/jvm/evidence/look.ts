import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import type { Look } from '../../../script/look.ts';

export default {
  serializers: ['jackson-bytes', 'jsoniter-scala', 'protobuf'],
  pairs: ([program, ...words], scratch) => {
    const classpath = words[words.indexOf('-cp') + 1]!;
    spawnSync('javac', ['-cp', classpath, '-d', scratch, join(import.meta.dirname, 'Pairs.java')], {
      stdio: 'inherit',
    });
    const changes = new Map([
      [classpath, [classpath, scratch].join(delimiter)],
      ['wiremark.kit.Main', 'wiremark.kit.Pairs'],
    ]);
    return [program!, ...words.map((word) => changes.get(word) ?? word)];
  },
} satisfies Look;
