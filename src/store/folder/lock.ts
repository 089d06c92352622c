import { join } from 'node:path';
import { lockHolder, takeLock } from '../../machine/lock.ts';
import { reaching, StoreError } from '../error.ts';
import { WRITER_FILE } from './files.ts';

export function lockRun(folder: string): () => void {
  const taken = reaching(folder, 'written', () => takeLock(join(folder, WRITER_FILE)));
  if (typeof taken === 'function') return taken;
  const fix = `wait for it or end it; if it is another program, delete ${WRITER_FILE}`;
  throw new StoreError(folder, `process ${taken.holder} is still measuring this run: ${fix}`);
}

export function writingProcess(folder: string): number | null {
  const holder = lockHolder(join(folder, WRITER_FILE));
  return holder === process.pid ? null : holder;
}
