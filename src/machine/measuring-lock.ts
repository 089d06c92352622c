/** While a run measures or waits for others, it has a file (its mark) in the temporary folder, which all users see. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, MACHINE, OWN } from './lock.ts';
import { namesIn } from './proc.ts';
import { remove } from './scratch.ts';

type What = 'measuring' | 'waiting';

interface Mark {
  readonly what: What;
  readonly pid: number;
  /** Time of the mark in ns, by a clock that all processes share. */
  readonly since: bigint;
}

const POLL = 500;

/**
 * @param waits called with the ids of processes that measure, or have waited longer, until there are none; null to measure at once.
 * @throws the signal's reason
 */
export async function takeTurn(waits: ((others: readonly number[]) => void) | null, signal?: AbortSignal) {
  if (waits === null) {
    const done = put('measuring');
    return { others: others().map(({ pid }) => pid), done };
  }
  const since = process.hrtime.bigint();
  const leave = put('waiting', since);
  try {
    for (let before = ahead(since); before.length > 0; before = ahead(since)) {
      waits(before);
      await pause(POLL, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
    }
    return { others: [], done: put('measuring') };
  } finally {
    leave();
  }
}

export function alsoMeasuring(pids: readonly number[]): string {
  const [runs, ids] = pids.length === 1 ? ['another run is', 'process'] : ['other runs are', 'processes'];
  return `${runs} measuring on this machine (${ids} ${pids.join(', ')}); they will disturb each other`;
}

function ahead(since: bigint): number[] {
  const waiting = marks().filter((one) => one.what === 'waiting' && one.since < since);
  return [...new Set([...others(), ...waiting].map(({ pid }) => pid))].filter((pid) => pid !== OWN.pid);
}

function others(): Mark[] {
  return marks().filter(({ what, pid }) => what === 'measuring' && pid !== OWN.pid);
}

function put(what: What, since = process.hrtime.bigint()): () => void {
  const file = join(tmpdir(), `wiremark-${what}-${MACHINE}-${OWN.pid}-${OWN.start}-${since}`);
  writeFileSync(file, '');
  const done = () => remove(file);
  process.once('exit', done);
  return () => {
    process.off('exit', done);
    done();
  };
}

function marks(): Mark[] {
  return namesIn(tmpdir()).flatMap((name) => {
    const [, what, machine, pid, start, since] =
      /^wiremark-(measuring|waiting)-([0-9a-f]{8})-(\d+)-(\d+)-(\d+)$/.exec(name) ?? [];
    if (machine !== MACHINE || !isAlive({ pid: Number(pid), start: start! })) return [];
    return [{ what: what as What, pid: Number(pid), since: BigInt(since!) }];
  });
}
