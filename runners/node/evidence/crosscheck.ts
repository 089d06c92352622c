import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import type { Theirs } from '../../../script/harnesses/figures.ts';
import { type Harness, keyOf, order, type Site, type Target } from '../../../script/harnesses/site.ts';

const VERSION = '6.2.3';

const TINYBENCH = `tinybench ${VERSION}`;

function tinybenchTime(full: boolean): number {
  return full ? 5000 : 2000;
}

async function installTinybench(site: Site): Promise<string> {
  const folder = join(site.folder, `tinybench-${VERSION}`);
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify({ private: true, dependencies: { tinybench: VERSION } })}\n`,
  );
  await execa('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'], {
    cwd: folder,
    stdin: 'ignore',
    timeout: 2 * 60_000,
    cancelSignal: site.signal,
  });
  return join(folder, 'node_modules', 'tinybench', 'dist', 'index.js');
}

async function runTinybench(site: Site, tinybench: string, target: Target): Promise<Theirs> {
  const { launch, documents, count } = target;
  const { command, job } = launch;
  const main = command.findIndex((word) => word.endsWith(join('kit', 'main.mjs')));
  if (main < 1) throw new Error(`expected node … kit/main.mjs, found ${command.join(' ')}`);
  const kit = dirname(command[main]!);
  const bench = join(import.meta.dirname, 'tinybench.mjs');
  const use = site.naive ? 'naive' : 'careful';
  const [program, ...options] = command.slice(0, main);
  const args = [...options, bench, kit, tinybench, `${tinybenchTime(site.full)}`, use];
  const { stdout } = await execa(program!, args, {
    input: JSON.stringify({ ...job, artifacts: [...job.artifacts], documents, count }),
    timeout: 2 * 60_000,
    cancelSignal: site.signal,
  });
  const { meanNs, medianNs, rme } = JSON.parse(stdout) as Record<'meanNs' | 'medianNs' | 'rme', number>;
  return {
    ...keyOf(target),
    ns: meanNs,
    relativeError: rme / 100,
    medianNs,
  };
}

export default {
  title: TINYBENCH,
  settings: (site) =>
    `${tinybenchTime(site.full)} ms a row, a sample is ${site.naive ? 'one call, its result dropped' : 'a rotation over all documents'}; one process for each row, ${order(site)}`,
  open: async (site) => {
    const entry = await installTinybench(site);
    return (target) => runTinybench(site, entry, target);
  },
} satisfies Harness;
