/** Whole runs of the command, small enough to be quick: what is printed, what is kept, how it ends. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { place } from './place.ts';

const scratch = mkdtempSync(join(tmpdir(), 'wiremark-run-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const env = { ...process.env, WIREMARK_CACHE: place.cache };
const SMALL = [
  'run',
  'quickstart',
  '-r',
  'node',
  '-s',
  'json',
  '-s',
  'hand-written',
  '--rounds',
  '2',
  '--quick',
  '--no-limits',
];

function folder(name: string): string {
  const path = join(scratch, name);
  mkdirSync(path);
  return path;
}

function wiremark(cwd: string, args: readonly string[]) {
  return spawnSync(join(place.home, 'wiremark'), args, { cwd, env, encoding: 'utf8' });
}

function runsIn(cwd: string): string[] {
  const runs = join(cwd, '.wiremark', 'runs');
  return existsSync(runs) ? readdirSync(runs).map((name) => join(runs, name)) : [];
}

function samplesOf(
  run: string,
): { contender: number; case: number; round: number; phase: string; block: number }[] {
  const lines = readFileSync(join(run, 'samples.jsonl'), 'utf8').trim().split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

test('a run prints its rows, keeps its samples, and can be printed again in any format', () => {
  const cwd = folder('whole');
  const { status, stdout, stderr } = wiremark(cwd, [...SMALL, '--seed', '5', '--format', 'json']);
  assert.equal(status, 0, stderr);
  const result = JSON.parse(stdout);
  assert.equal(result.schema, 2);
  assert.equal(result.partial, false);
  assert.equal(result.rows.length, 4);
  for (const row of result.rows) {
    assert.equal(row.verdict, 'ok');
    assert.equal(row.outputKind, 'text');
    assert.ok(row.nsPerOp > 0);
    assert.ok(row.ratio.estimate > 0);
    assert.ok(row.rank >= 1);
    assert.equal(row.bytes > 0, row.task === 'serialize');
  }
  const [run] = runsIn(cwd);
  assert.ok(samplesOf(run!).length > 0);
  assert.equal(JSON.parse(readFileSync(join(run!, 'run.json'), 'utf8')).settings.seed, 5);

  const csv = wiremark(cwd, ['report', '--format', 'csv']);
  assert.equal(csv.status, 0, csv.stderr);
  assert.equal(parse(csv.stdout, { columns: true }).length, 4);
  const markdown = wiremark(cwd, ['report', 'last', '--out', 'table.md']);
  assert.equal(markdown.status, 0, markdown.stderr);
  assert.match(readFileSync(join(cwd, 'table.md'), 'utf8'), /\| *-+/);
  const terminal = wiremark(cwd, ['report']);
  assert.match(terminal.stdout, /hand-written/);
  assert.ok(!terminal.stdout.includes('\u001b'), 'no colour in a pipe');
});

test('the same seed gives the same order', () => {
  const orders = ['one', 'two', 'other'].map((name) => {
    const cwd = folder(`seed-${name}`);
    const seed = name === 'other' ? '8' : '7';
    const { status, stderr } = wiremark(cwd, [
      ...SMALL,
      '-t',
      'serialize',
      '--seed',
      seed,
      '--format',
      'csv',
    ]);
    assert.equal(status, 0, stderr);
    return samplesOf(runsIn(cwd)[0]!)
      .filter(({ phase }) => phase === 'block')
      .map(({ contender, round, block }) => `${round}.${block}.${contender}`);
  });
  assert.deepEqual(orders[0], orders[1]);
  assert.notDeepEqual(orders[0], orders[2]);
});

test('a row that did not do the work is printed unranked and makes the exit code 1', () => {
  const cwd = folder('liar');
  cpSync(join(place.home, 'runners/node/kit'), join(cwd, 'kit'), { recursive: true });
  mkdirSync(join(cwd, 'serializers'));
  writeFileSync(
    join(cwd, 'serializers/empty.mjs'),
    "export default { version: '1', create: () => ({ serialize: () => '{}' }) };\n",
  );
  writeFileSync(
    join(cwd, 'runner.toml'),
    `runtime = "mine"
start = ["node", "{folder}/kit/main.mjs"]

[[serializer]]
id = "empty"
format = "json"
output = "text"
tasks = ["serialize"]
file = "serializers/empty.mjs"
`,
  );
  writeFileSync(
    join(cwd, 'mine.toml'),
    `title = "Mine"
baseline = "node/json"
serializers = ["node/json", "mine/*"]

[[case]]
dataset = "record"
sizes = ["single"]
tasks = ["serialize"]
`,
  );
  const words = ['mine.toml', '--runner', 'runner.toml'];
  const { status, stdout } = wiremark(cwd, ['run', ...words, '--quick', '--rounds', '1', '--format', 'json']);
  assert.equal(status, 1);
  const row = JSON.parse(stdout).rows.find((one: { runtime: string }) => one.runtime === 'mine');
  assert.equal(row.verdict, 'mismatch');
  assert.match(row.reason, /\/person/);
  assert.equal(row.rank, null);
  assert.equal(row.nsPerOp, null);
  assert.equal(wiremark(cwd, ['check', ...words]).status, 1);
});

test('an interrupt keeps what was measured, prints it as partial and leaves no process', async () => {
  const cwd = folder('interrupted');
  const args = ['run', 'quickstart', '-r', 'node', '-s', 'json', '-s', 'hand-written', '--rounds', '500'];
  const child = spawn(join(place.home, 'wiremark'), args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  // Until a whole round is in, so that there is something to print.
  while (
    !runsIn(cwd).some((run) => samplesOf(run).some(({ phase, round }) => phase === 'block' && round > 0))
  ) {
    assert.equal(child.exitCode, null, errors);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill('SIGINT');
  assert.equal(await ended, 130, errors);
  assert.match(output, /partial/i);
  assert.match(output, /hand-written/);
  assert.match(errors, /what was measured is kept/);
  const record = JSON.parse(readFileSync(join(runsIn(cwd)[0]!, 'run.json'), 'utf8'));
  assert.equal(record.partial, true);
  const { stdout } = spawnSync('ps', ['-eo', 'ppid,args'], { encoding: 'utf8' });
  assert.ok(!stdout.split('\n').some((line) => line.trim().startsWith(`${child.pid} `)), stdout);
});
