/** Runs a suite with wiremark's command line and reads its JSON report. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Row } from '../../src/analysis/rows.ts';
import { caseName } from '../../src/define/names.ts';
import type { Ours } from './figures.ts';
import type { Site } from './site.ts';

/** Options of a run: by default the fewest rounds for 95 % intervals and, unlike with `--quick`, full warm-ups. */
export function wiremarkFlags(full: boolean): string[] {
  return full ? ['--full'] : ['--rounds', '6', '--budget', '4m'];
}

/**
 * Runs `wiremark run` on a suite file.
 *
 * @returns the measured rows, and the failed ones as text
 * @throws if there is no report
 */
export async function runWiremark(
  site: Site,
  suiteFile: string,
): Promise<{ readonly rows: readonly Ours[]; readonly failed: readonly string[] }> {
  const report = join(site.folder, 'wiremark.json');
  // An earlier call's report must not be read as that of this call.
  await rm(report, { force: true });
  const args = ['run', suiteFile, ...wiremarkFlags(site.full), '--no-limits', '--out', report];
  await execa(join(site.home, 'wiremark'), args, {
    // wiremark records runs below its working folder.
    cwd: site.folder,
    env: { WIREMARK_CACHE: site.cache },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
    // Failed rows are reported below; a usage error leaves no report.
    reject: false,
    cancelSignal: site.signal,
  });
  const { rows } = JSON.parse(await readFile(report, 'utf8')) as {
    readonly rows: readonly Row[];
  };
  const failed: string[] = [];
  const measured: Ours[] = [];
  for (const row of rows) {
    const name = `${row.runtime}/${row.serializer}`;
    if (row.nsPerOp === null || row.ratio === null)
      failed.push(`${name} ${caseName(row)}: ${row.reason ?? row.verdict}`);
    else {
      const { estimate: value, low, high } = row.ratio;
      const { memory } = row;
      const allocated = memory?.allocated.known ? memory.allocated.value : null;
      const ratio = { value, low, high };
      measured.push({ name, case: caseName(row), ns: row.nsPerOp.estimate, ratio, allocated });
    }
  }
  return { rows: measured, failed };
}
