/** Writes folders of runs, serves them, and sends raw requests. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { acrossPages } from '../../src/fleet/report.ts';
import type { FailedVerdict } from '../../src/plan/verdict.ts';
import { runsFolder } from '../../src/store/locate.ts';
import type { Machine, RunRecord } from '../../src/store/record/record.ts';
import { type ServeOptions, startServer } from '../../src/web/server/serve.ts';
import { place } from '../contract/place.ts';
import { MACHINE as EXAMPLE, failed, rounds as inRounds, namedRun } from '../report/small-run.ts';
import { temporaryFolder } from '../store/record.ts';
import { writeRun } from '../store/write-run.ts';

export const MACHINE: Machine = {
  ...EXAMPLE,
  ...{ cpu: 'AMD EPYC', memoryBytes: 24 * 2 ** 30, kernel: 'Linux 6.1.0' },
};

export interface MadeRun {
  /** Of its beginning, `2026-01-01`. */
  readonly day: string;
  /** Median ns per operation of the baseline, then of the row. */
  readonly times?: readonly [baseline: number, row: number];
  readonly rounds?: number;
  /** Relative, from round to round. */
  readonly spread?: number;
  readonly version?: string;
  readonly verdict?: FailedVerdict;
  readonly changes?: Partial<RunRecord>;
}

/** mill/base and mill/row on record/single, serialize. @returns the name of the run's folder */
export function makeRun(
  root: string,
  { day, times = [1000, 500], rounds = 10, spread = 0.01, version = '1.0', verdict, changes }: MadeRun,
): string {
  const key = `${day.replaceAll('-', '')}T120000.000Z-small-0000`;
  const wobble = (ns: number, by: number) =>
    inRounds(rounds, (round) => Math.round(ns * (1 + spread * Math.sin(round * by + ns))));
  const row = { ns: wobble(times[1], 3), version, ...(verdict && { verdict }) };
  const { record, samples } = namedRun(
    { 'mill/base': wobble(times[0], 2), 'mill/row': row },
    {
      id: key,
      tool: '0.1.0',
      startedAt: `${day}T12:00:00.000Z`,
      finishedAt: `${day}T12:01:30.000Z`,
      suite: { name: 'small', title: 'Small things', style: 'default' },
      machine: MACHINE,
      runtimes: { mill: 'v20.20.2' },
      datasets: { 'record/single': 'sha256:00' },
      cases: [
        { dataset: 'record', size: 'single', task: 'serialize', batch: 1, contenders: [0, 1], baseline: 0 },
      ],
      ...changes,
    },
  );
  // As they are measured.
  const measured = samples.all.toSorted((a, b) => a.round - b.round);
  writeRun(folderOf(root, key), record, measured);
  return key;
}

export function folderOf(root: string, key: string): string {
  return join(runsFolder(root), key);
}

/** A year of runs: versions change, a machine is replaced, a row fails once. */
export function makeHistory(root: string): string[] {
  const arm = { ...MACHINE, cpu: 'Neoverse-N1', arch: 'arm64', cores: 4 };
  const inFleet = { machine: arm, tags: { fleet: 'n1+small+1' } };
  const wrong = failed('mismatch', 'hard document 3: /name: expected "a", found "b"');
  const newer = { runtimes: { mill: 'v22.3.0' } };
  const newest = { ...newer, tool: '0.2.0' };
  const runs: readonly MadeRun[] = [
    { day: '2026-01-10' },
    { day: '2026-02-11', times: [1010, 512], rounds: 3 },
    { day: '2026-03-01', times: [1005, 610], version: '1.1' },
    { day: '2026-03-20', times: [1002, 605], version: '1.1' },
    { day: '2026-04-02', times: [700, 400], version: '1.1', changes: inFleet },
    { day: '2026-05-05', times: [990, 600], version: '1.2', ...wrong },
    { day: '2026-06-06', times: [920, 450], version: '1.3', changes: newer },
    { day: '2026-07-07', times: [925, 455], version: '1.3', changes: newest },
    { day: '2026-08-08', times: [690, 350], version: '1.3', changes: { ...newest, ...inFleet } },
  ];
  return runs.map((one) => makeRun(root, one));
}

interface Asking {
  readonly method?: string;
  readonly host?: string;
}

/** Sends a path unchanged; `fetch` would normalize it. */
async function ask(url: string, path: string, { method = 'GET', host }: Asking = {}) {
  const headers = host === undefined ? {} : { host };
  const sent = request({ host: '127.0.0.1', port: new URL(url).port, path, method, headers }).end();
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: reply.statusCode!, headers: reply.headers, body: await text(reply) };
}

/** Serves `root` until the test ends. @returns the server's address, and a function that sends it a request */
export async function serving(t: TestContext, root: string, changes: Partial<ServeOptions> = {}) {
  const failures: unknown[] = [];
  const server = await startServer({
    ...{ root, home: place.home, command: './wiremark', port: 0, across: acrossPages },
    failed: (error) => failures.push(error),
    ...changes,
  });
  t.after(async () => {
    await server.close();
    assert.deepEqual(failures, []);
  });
  return { url: server.url, get: (path: string, asking?: Asking) => ask(server.url, path, asking) };
}

/** Serves these runs, or a year of runs, from a temporary folder. */
export async function servingRuns(t: TestContext, runs: readonly MadeRun[] | 'history') {
  const root = temporaryFolder(t);
  const keys = runs === 'history' ? makeHistory(root) : runs.map((one) => makeRun(root, one));
  return { root, keys, ...(await serving(t, root)) };
}
