/** Measures rows with BenchmarkDotNet's warm-up and statistics, on the same assemblies that wiremark measures. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { pooled, type Theirs } from '../../../script/harnesses/figures.ts';
import { type Harness, keyOf, order, type Site, type Target } from '../../../script/harnesses/site.ts';
import { jobLines } from '../../../src/trial/job.ts';
import { buildKit, withKit } from './unit.ts';

/** The same version as in benchmark/Benchmark.csproj. */
const BENCHMARK_DOT_NET = 'BenchmarkDotNet 0.15.8';

/**
 * Returns the numbers of warm-up and actual iterations. 0 means BenchmarkDotNet's defaults, 6 to 50 and 15 to 100 iterations
 * of half a second.
 */
function iterations({ full, turns }: Site): [warmUps: number, actual: number] {
  return turns !== null ? [4, 3] : full ? [0, 0] : [6, 15];
}

async function runBenchmark(site: Site, built: string, target: Target): Promise<Theirs> {
  const { command, environment, job } = target.launch;
  const jobFile = join(site.folder, 'benchmark-job');
  await writeFile(jobFile, `${jobLines(job).join('\n')}\n`);
  const [program, ...words] = withKit(command, built, site.folder);
  const { stdout } = await execa(
    program!,
    [...words, jobFile, target.documents, ...iterations(site).map(String)],
    {
      cwd: site.folder,
      env: environment,
      timeout: 10 * 60_000,
      cancelSignal: site.signal,
    },
  );
  const [, figures = '', allocated] = /^([\d.\s]+)allocated (\d+)$/.exec(stdout) ?? [];
  const times = figures.trim().split('\n').map(Number);
  if (allocated === undefined || times.some(Number.isNaN)) throw new Error(`unexpected figures: ${stdout}`);
  return { ...keyOf(target), ...pooled(times), allocated: Number(allocated), medianNs: null };
}

export default {
  title: BENCHMARK_DOT_NET,
  settings: (site) => {
    const [warmUps, actual] = iterations(site);
    const counts = actual === 0 ? 'its default job' : `${warmUps} warm-up and ${actual} actual iterations`;
    return `${counts}, in-process toolchain, a process for each row, ${order(site)}`;
  },
  open: async (site) => {
    const built = buildKit('benchmark/Benchmark.csproj', join(site.folder, 'benchmark'));
    return (target) => runBenchmark(site, built, target);
  },
} satisfies Harness;
