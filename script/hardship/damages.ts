/** Damages a few bytes of recorded runs: wiremark must print the same report, or an error. */
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyze } from '../../src/analysis/analyze.ts';
import { renderReport } from '../../src/report/run/report.ts';
import { Random } from '../../src/stats/random.ts';
import { StoreError } from '../../src/store/error.ts';
import { readRun } from '../../src/store/folder/reader.ts';
import { runsIn } from './finishing.ts';
import type { Practice } from './practice.ts';
import { recordRuns } from './recorded.ts';
import { World } from './world.ts';

export const damages: Practice = {
  name: 'damages',
  async *attempts({ scratch, seed }) {
    const world = new World(scratch, 'damages');
    await recordRuns(world);
    world.restore('recorded');
    const whole = runsIn(world)[0]!;
    const expected = await reportOf(whole);
    const folder = join(scratch, 'damages/one');
    for (let turn = 0; ; turn++) {
      const random = new Random(seed, turn);
      rmSync(folder, { recursive: true, force: true });
      cpSync(whole, folder, { recursive: true });
      const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
      const name = names[random.below(names.length)]!;
      const file = join(folder, name);
      const { bytes, what } = damaged(readFileSync(file), random);
      writeFileSync(file, bytes);
      const again = `node --import tsx script/hardship.ts --only damages --seed ${seed} --count ${turn + 1}`;
      yield { what: `${name}, ${what}`, find: await met(folder, expected), again };
    }
  },
};

/** Flips a bit, writes zeros, cuts the end off, or repeats a piece. */
function damaged(bytes: Buffer, random: Random): { bytes: Buffer; what: string } {
  if (bytes.length === 0) return { bytes: Buffer.from([random.below(256)]), what: 'a byte more' };
  const at = random.below(bytes.length);
  const end = Math.min(at + 64, bytes.length);
  switch (random.below(4)) {
    case 0:
      bytes[at]! ^= 1 << random.below(8);
      return { bytes, what: `another bit at ${at}` };
    case 1:
      return { bytes: bytes.fill(0, at, end), what: `zeros at ${at}` };
    case 2:
      return { bytes: bytes.subarray(0, at), what: `cut off at ${at}` };
    default:
      return {
        bytes: Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]),
        what: `twice from ${at} to ${end}`,
      };
  }
}

async function met(folder: string, expected: string): Promise<string | null> {
  try {
    if ((await reportOf(folder)) === expected) return null;
    return 'makes another report';
  } catch (error) {
    return error instanceof StoreError
      ? null
      : `breaks: ${(error as Error).stack?.split('\n').slice(0, 4).join(' ')}`;
  }
}

async function reportOf(folder: string): Promise<string> {
  return renderReport(analyze(readRun(folder)), {
    format: 'json',
    terminal: { width: 100, color: false },
  });
}
