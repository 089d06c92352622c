/** Runners that lie about time or work, by the command itself; and rows that are timed although they do wrong. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { RunRecord, Sample } from '../../src/store/record/record.ts';
import { copyNodeKit, recordOf, rowsIn, runsIn, samplesOf, scratchFolder, wiremark } from './command.ts';
import { entry, suiteToml } from './definitions.ts';
import { here, plain } from './shipped.ts';

const scratch = scratchFolder('lying');
const json = JSON.stringify(join(here.folder, plain.file));

/** Bodies of `create`; `made` is what the built-in JSON makes. */
const SERIALIZERS: Record<string, string> = {
  plain: 'return made;',
  empty: "return { serialize: () => '{}' };",
  // What it has not seen takes it some hundred times as long.
  remembers: `const outputs = new WeakMap();
    return {
      serialize(document) {
        let output = outputs.get(document);
        for (let times = 0; output === undefined && times < 300; times++) made.serialize(document);
        output ??= made.serialize(document);
        outputs.set(document, output);
        return output;
      },
    };`,
};

const SLOW_CLOCK = `const real = process.hrtime.bigint;
const begin = real();
process.hrtime.bigint = () => begin + (real() - begin) / 10n;
`;

/** A suite in a folder, of runners that share the kit of Node: what each starts with, by its runtime. */
function suite(name: string, runners: Record<string, readonly string[]>, serializers: readonly string[]) {
  const cwd = scratch(name);
  const folder = join(cwd, 'node');
  mkdirSync(join(folder, 'serializers'), { recursive: true });
  copyNodeKit(folder, 'node');
  cpSync(fileURLToPath(new URL('../fakes/lying-runner.mjs', import.meta.url)), join(folder, 'lying.mjs'));
  writeFileSync(join(folder, 'slow-clock.mjs'), SLOW_CLOCK);
  const entries = serializers.map((id) => {
    const body = `const made = json.create(given); ${SERIALIZERS[id]}`;
    writeFileSync(
      join(folder, `serializers/${id}.mjs`),
      `import json from ${json};\nexport default { ...json, create(given) { ${body} } };\n`,
    );
    return entry(id, `serializers/${id}.mjs`);
  });
  const files = Object.entries(runners).map(([runtime, words]) => {
    const file = join(folder, `${runtime}.toml`);
    const start = JSON.stringify(['node', ...words, runtime]);
    const head = `runtime = "${runtime}"\nstart = ${start}\nwarmup = { minimum = 50, maximum = 300 }\nblocks = 4\n`;
    writeFileSync(file, `${head}\n${entries.join('\n')}`);
    return file;
  });
  const all = Object.keys(runners).map((runtime) => `${runtime}/*`);
  writeFileSync(join(cwd, 'mine.toml'), suiteToml({ serializers: ['honest/plain', ...all] }));
  return { cwd, flags: files.flatMap((file) => ['--runner', file]) };
}

const KIT = '{folder}/kit/main.mjs';
const lying = (lie: string) => ['{folder}/lying.mjs', lie];

async function runOf({ cwd, flags }: ReturnType<typeof suite>, more: readonly string[]) {
  const words = ['run', 'mine.toml', ...flags, '--quick', '--format', 'json', ...more];
  const { status, stdout, stderr } = wiremark(cwd, words);
  assert.equal(status, 1, stderr);
  const rows = rowsIn(stdout);
  const [run] = runsIn(cwd);
  return { rows, record: recordOf(run!), samples: samplesOf(run!) };
}

function samplesIn(record: RunRecord, samples: readonly Sample[], name: string, phase: Sample['phase']) {
  const index = record.contenders.findIndex(({ runtime, serializer }) => `${runtime}/${serializer}` === name);
  return samples.filter((sample) => sample.contender === index && sample.phase === phase);
}

test('lies about time and work are found, and what a row burns while others are timed is told', async () => {
  const { rows, record, samples } = await runOf(
    suite(
      'lies',
      {
        honest: [KIT],
        tenth: lying('tells-a-tenth'),
        half: lying('tells-half'),
        short: lying('tells-short-ones-short'),
        micro: lying('tells-microseconds'),
        much: lying('tells-too-much'),
        nothing: lying('does-nothing'),
        lengths: lying('tells-other-lengths'),
        clock: ['--import', '{folder}/slow-clock.mjs', KIT],
        burner: lying('burns-a-core'),
      },
      ['plain'],
    ),
    ['--rounds', '3'],
  );
  const of = (runtime: string) => {
    const { verdict, reason } = rows.find((row) => row.runtime === runtime)!;
    return reason === null ? String(verdict) : `${verdict}: ${reason}`;
  };
  assert.equal(of('honest'), 'ok');
  assert.match(of('tenth'), /^clock: says that its slices take .* ms by wiremark's own stopwatch/);
  assert.match(of('micro'), /^clock: says that its slices take .* ms by wiremark's own stopwatch/);
  assert.match(
    of('much'),
    /^crash: answered "slice .* 18446744073709551615 .*: CPU_NS is a whole number from 0 to /,
  );
  assert.match(of('clock'), /^clock: says that its slices take /);
  // Of a slice that waits for a core as long as it works, 54 % is what its work takes: beside busy programs it tells the truth.
  const half = rows.find(({ runtime }) => runtime === 'half')!;
  if (half.verdict === 'ok') assert.ok(half.ratio!.estimate > 0.7, `${half.ratio!.estimate}`);
  else assert.match(of('half'), /^clock: says that its slices take /);
  assert.match(of('short'), /^(clock: says that its slices take |ok$)/);
  assert.match(of('nothing'), /^mismatch: document 0: \/\w+: expected /);
  assert.match(
    of('lengths'),
    /^mismatch: what was timed isn't what was verified: outputs of operation 0 have a length of \d+, not \d+;/,
  );
  for (const { runtime, rank } of rows) assert.equal(rank !== null, of(runtime) === 'ok', runtime);
  assert.equal(
    samplesIn(record, samples, 'nothing/plain', 'block').length,
    0,
    'what does wrong is not timed',
  );

  assert.equal(of('burner'), 'ok');
  const burnt = (name: string) => samplesIn(record, samples, name, 'idle').map(({ cpuNs, ns }) => cpuNs / ns);
  if (burnt('burner/plain').length === 0) return; // where the system doesn't tell
  // On a busy machine a whole core isn't to be had, but what is burnt is far more than an honest row's.
  const [most, least] = [Math.max(...burnt('burner/plain')), Math.min(...burnt('honest/plain'))];
  assert.ok(most > 0.05 && most > 3 * least, `${most} of a core, ${least} of an honest row`);
});

test('rows that do wrong are timed on request, and keep their verdict', async () => {
  const mine = suite('unverified', { honest: [KIT] }, ['plain', 'empty', 'remembers']);
  const { rows, record, samples } = await runOf(mine, ['--rounds', '2', '--time-unverified']);
  assert.equal(record.request?.timeUnverified, true);
  const verdicts = Object.fromEntries(rows.map(({ serializer, verdict }) => [serializer, verdict]));
  assert.deepEqual(verdicts, { plain: 'ok', empty: 'mismatch', remembers: 'remembers' });
  assert.match(
    rows.find(({ serializer }) => serializer === 'remembers')!.reason!,
    /^answers from memory: unseen documents took \d+ times as long/,
  );
  for (const { serializer, rank } of rows) assert.equal(rank !== null, serializer === 'plain', serializer);
  for (const id of ['plain', 'empty', 'remembers']) {
    const rounds = samplesIn(record, samples, `honest/${id}`, 'block').map(({ round }) => round);
    assert.deepEqual([...new Set(rounds)], [0, 1], id);
  }
});
