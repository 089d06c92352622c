import assert from 'node:assert/strict';
import { test } from 'node:test';
import { liveTable, RunProgress } from '../../src/cli/run/progress.ts';
import type { Status } from '../../src/cli/status.ts';
import type { MachineUse } from '../../src/machine/usage.ts';
import type { Contender } from '../../src/plan/case.ts';
import { planRun } from '../../src/run/run.ts';
import type { RunRecord, Sample } from '../../src/store/record/record.ts';
import { place } from '../contract/place.ts';
import { here, patternHere } from '../contract/shipped.ts';

const run = planRun(place.home, {
  suite: 'quickstart',
  runners: [],
  filters: { runtime: [here.runtime] },
  limits: false,
});
const [planned] = run.plan.cases as [(typeof run.plan.cases)[number]];
const { maximum: ROUNDS } = run.settings.rounds;
const BLOCKS = 6;

/** Ratios to the baseline, in the order of the plan, and the relative scatter of rounds. */
interface Times {
  readonly ratios: readonly number[];
  readonly scatter: number;
  /** Share of a slice that it waited for a core. */
  readonly waited?: number;
}

function slicesOf(contender: Contender, rounds: number, { ratios, scatter, waited = 0 }: Times): Sample[] {
  const index = planned.contenders.indexOf(contender);
  return Array.from({ length: rounds * BLOCKS }, (_, i): Sample => {
    const [round, block] = [Math.floor(i / BLOCKS), i % BLOCKS];
    const off = contender === planned.baseline ? 1 : (1 + scatter) ** (round % 2 === 0 ? 1 : -1);
    const ns = 1e6 * ratios[index]! * off;
    const waitNs = ns * waited;
    const figures = { ops: 1000, ns: ns + waitNs, cpuNs: ns, waitNs };
    return { case: 0, contender: index, round, phase: 'block', block, ...figures };
  });
}

class Watched {
  readonly shown: string[] = [];
  readonly notes: string[] = [];
  readonly progress: RunProgress;
  now = 1000;

  constructor(rows = 23, begins = true) {
    const status: Status = {
      rows,
      show: (text) => void this.shown.push(typeof text === 'string' ? text : text()),
      clear() {},
      note: (text) => void this.notes.push(text),
    };
    this.progress = new RunProgress(run, status, () => this.now);
    if (begins) this.begin();
  }

  begin(use: MachineUse | null = null): void {
    const record = { id: 'one', machine: { cores: 2 } } as RunRecord;
    const workbench = { datasets: new Map(), unavailable: () => null };
    this.progress.begins({ record, workbench, use, warnings: null });
    assert.match(this.notes.shift()!, /^wiremark: about .* of measuring: /);
  }

  /** A case whose rounds take so many seconds each. */
  case(number: number, seconds: number, times: Times): void {
    const step = { round: 0, group: 0 };
    this.progress.step(number, { ...step, step: 'checking' });
    this.now += 2;
    for (let round = 0; round < ROUNDS; round++) {
      this.progress.round(number, round, (contender) => {
        const slices = slicesOf(contender, round, times);
        return { slices };
      });
      for (const name of ['starting', 'warming up', 'timing', 'verifying'] as const) {
        const block = name === 'timing' ? { block: 3, blocks: BLOCKS } : {};
        this.progress.step(number, { ...step, round, step: name, ...block });
        this.now += seconds / 4;
      }
    }
    this.progress.over(number);
  }

  get percents(): number[] {
    return this.shown.map((text) => Number(/ (\d+) %/.exec(text)![1]));
  }
}

const quiet = { ratios: planned.contenders.map((_, i) => 1 + i), scatter: 0.01 };

test('one bar covers the complete run', () => {
  const watched = new Watched();
  watched.case(0, 6, quiet);
  watched.case(1, 6, quiet);
  assert.ok(watched.percents[0] === 0 && watched.percents.at(-1)! >= 90, watched.percents.join(' '));
  assert.deepEqual(watched.notes, []);
  const told = /^░{24} 0 % {2}0 s, about \d+ s left\nrecord\/single, serialize \(1 of 2\): checking/;
  assert.match(watched.shown[0]!, told);
  const timing = watched.shown.findLast((text) => text.includes('timing'))!;
  assert.match(
    timing,
    /^█+░* \d+ % {2}\d+ .*s, .* left\nrecord\/single, deserialize \(2 of 2\): timing round \d of \d/,
  );
  assert.match(timing, /, block 4 of 6\n/);
});

test('preparations are shown with their time', () => {
  const watched = new Watched(23, false);
  watched.progress.preparing('one runner: compiling (1 of 2)');
  assert.deepEqual(watched.shown, ['before measuring: one runner: compiling (1 of 2), 0 s so far']);
});

test('each row has its ratio, judged like the report', () => {
  const watched = new Watched();
  watched.case(0, 6, quiet);
  const last = watched.shown.at(-1)!.split('\n').slice(2);
  assert.match(last[0]!, patternHere(/^ {2}HERE\/json +baseline$/));
  assert.match(last[1]!, patternHere(/^ {2}HERE\/hand-written +~?2\.0\d× slower ± \d+ %/));
  assert.ok(!watched.shown[1]!.includes('baseline'), 'nothing before the first complete round');
  for (const [times, expected] of [
    [quiet, / 2\.0\d× slower ± \d+ %$/],
    [{ ...quiet, waited: 0.2 }, / ~2\.0\d× slower ± \d+ %$/],
    [{ ...quiet, scatter: 0.6 }, / 2\.0\d× slower\? ± \d+ %$/],
    [{ ratios: [1, 1.02, 1.04, 1.06], scatter: 0.08 }, / 1\.02× slower\? ± \d+ %$/],
  ] as const) {
    const rows = liveTable(planned, run.settings, (contender) => ({
      slices: slicesOf(contender, 6, times),
    }));
    assert.match(rows[1]!, expected);
  }
});

test('a machine that is busy when the run begins gets a note', () => {
  const watched = new Watched(23, false);
  watched.begin({ busyCores: 1, stolenCores: 0, programs: [] });
  assert.match(watched.notes[0]!, /^wiremark: This machine is busy/);
  const idle = new Watched(23, false);
  idle.begin({ busyCores: 0.05, stolenCores: 0, programs: [] });
  assert.deepEqual(idle.notes, []);
});

test('a log has no bar and no table', () => {
  const watched = new Watched(0);
  watched.case(0, 6, quiet);
  const last = / \d+ % {2}.* left\nrecord\/single, serialize \(1 of 2\): verifying round \d of \d$/;
  assert.match(watched.shown.at(-1)!, last);
});
