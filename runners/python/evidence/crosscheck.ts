/**
 * Uses pyperf, which has its own calibration, warm-up and processes, to measure the same modules as wiremark's runner.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { pooled, type Theirs } from '../../../script/harnesses/figures.ts';
import { type Harness, keyOf, order, type Site, type Target } from '../../../script/harnesses/site.ts';
import { jobLines } from '../../../src/trial/job.ts';

const VERSION = '2.10.0';

const PYPERF = `pyperf ${VERSION}`;

function pyperfFlags({ full }: Site): string[] {
  return ['--processes', full ? '20' : '6', '--values', '3', '--warmups', '1'];
}

async function installPyperf(site: Site): Promise<string> {
  const folder = join(site.folder, `pyperf-${VERSION}`);
  const words = ['-m', 'pip', 'install', '--quiet', '--upgrade', '--target', folder, `pyperf==${VERSION}`];
  await execa('python3', words, { stdin: 'ignore', timeout: 2 * 60_000, cancelSignal: site.signal });
  return folder;
}

async function runPyperf(site: Site, pyperf: string, target: Target): Promise<Theirs> {
  const { command, job } = target.launch;
  const [python, build] = command;
  if (command.length !== 2) throw new Error(`expected a python and a folder, found ${command.join(' ')}`);
  const jobFile = join(site.folder, 'pyperf-job');
  await mkdir(site.folder, { recursive: true });
  await writeFile(jobFile, `${jobLines(job).join('\n')}\n`);
  const environment = {
    CROSSCHECK_JOB: jobFile,
    CROSSCHECK_DOCUMENTS: target.documents,
    CROSSCHECK_BUILD: build!,
    CROSSCHECK_PYPERF: pyperf,
  };
  const bench = join(import.meta.dirname, 'bench.py');
  const args = [
    bench,
    '--quiet',
    '--inherit-environ',
    Object.keys(environment).join(','),
    ...pyperfFlags(site),
  ];
  const { stdout } = await execa(python!, args, {
    env: environment,
    timeout: 5 * 60_000,
    cancelSignal: site.signal,
  });
  const means = (JSON.parse(stdout.split('\n').at(-1)!) as number[]).map((seconds) => seconds * 1e9);
  return {
    ...keyOf(target),
    ...pooled(means),
    medianNs: means.toSorted((a, b) => a - b)[means.length >> 1]!,
  };
}

export default {
  title: PYPERF,
  settings: (site) =>
    `${pyperfFlags(site).join(' ')}; a value is whole rotations over all documents, ${order(site)}`,
  open: async (site) => {
    const folder = await installPyperf(site);
    return (target) => runPyperf(site, folder, target);
  },
} satisfies Harness;
