/**
 * Build programs that fail, print wrong lines, hang and crash: only their unfinished units fail, with a reason. The verdict
 * "unavailable" comes only from the program itself.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually, isRunning } from '../machine/eventually.ts';
import { GOOD, type Toy, toy } from './build-place.ts';

/** Builds the first unit, then goes wrong. */
const FIRST = `tell('wiremark 4', 'placeholder main m', 'built ' + units[0]);\n`;

function reasonOf(results: Awaited<ReturnType<Toy['build']>>, name: string, verdict = 'crash'): string {
  const result = results.get(name);
  assert.ok(result && !result.ok, `${name} has failed`);
  assert.equal(result.verdict, verdict);
  return result.reason;
}

function asides({ cache }: Toy): string[] {
  return readdirSync(join(cache, 'builds/toy')).filter((name) => /^\.making|\.lock/.test(name));
}

const faults: [what: string, script: string, reason: RegExp][] = [
  [
    'crashes',
    `console.error('no such thing: x'); process.exit(3);`,
    /exited with code 3 while building: no such thing: x$/,
  ],
  ['ends early', '', /exited with code 0 while building$/],
  ['says nothing of a unit', `tell('done');`, /ended without an answer$/],
  [
    'prints what belongs elsewhere',
    `tell('Downloading the internet');`,
    /answered "Downloading the internet"$/,
  ],
  ['answers for what nobody asked', `tell('built three');`, /answered "built three"$/],
  ['answers twice', `tell('built one');`, /answered "built one"$/],
  ['invents a verdict', `tell('failed two perhaps not today');`, /answered "failed two perhaps not today"$/],
  [
    'floods without a line',
    `for (;; await sleep(0)) process.stdout.write('spam'.repeat(20_000)); `,
    /flooded standard output/,
  ],
  ['leaves a placeholder out', `tell('built two', 'done');`, /gave no value for \{main\}$/],
  [
    'needs what is not there',
    `tell('placeholder main m', 'needs /no/jar', 'built two', 'done');`,
    /the build needs \/no\/jar, which isn't there$/,
  ],
];
for (const [what, script, reason] of faults)
  test(`units that were built before the program ${what} are kept`, async () => {
    const place = toy(FIRST + script);
    const results = await place.build();
    assert.match(reasonOf(results, 'two/things'), reason);
    assert.ok(results.get('one/things')!.ok);
    assert.deepEqual(asides(place), []);
    await place.build();
    assert.equal(place.starts(), 2, 'it is tried again');
    assert.match(place.asked(), /^wiremark 4\nbuild two\n/, 'only what has failed');
  });

test('a program that hangs is ended with its children', async () => {
  const place = toy(
    `const { spawn } = await import('node:child_process');
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
writeFileSync('../child', String(child.pid));
${FIRST}setInterval(() => {}, 1000);`,
  );
  const results = await place.build({ silence: 1500 });
  assert.match(reasonOf(results, 'two/things', 'timeout'), /said nothing for 1\.5 s$/);
  assert.ok(results.get('one/things')!.ok);
  const child = Number(readFileSync(join(place.runnerFolder, '../child'), 'utf8'));
  await eventually(() => !isRunning(child), 'its child is gone');
});

test('an interrupt ends it and is thrown as itself', async () => {
  const place = toy(`tell('wiremark 4', 'progress here I am');\nsetInterval(() => {}, 1000);`);
  const controller = new AbortController();
  const building = place.build({
    signal: controller.signal,
    progress: () => controller.abort(new Error('stopped by the user')),
  });
  await assert.rejects(building, /stopped by the user/);
  assert.deepEqual(asides(place), []);
});

test('a program of version 1, and one that speaks no protocol, fail with the expected line', async () => {
  const place = toy(`tell('wiremark 1');\nsetInterval(() => {}, 1000);`);
  assert.match(reasonOf(await place.build(), 'one/things'), /"wiremark 1", not wiremark 4$/);
  place.script(`tell('make: Nothing to be done');`);
  assert.match(reasonOf(await place.build(), 'one/things'), /"make: Nothing to be done", not wiremark 4$/);
  place.manifest((text) => text.replace(process.execPath, '/no/such/program'));
  assert.match(reasonOf(await place.build(), 'one/things'), /could not be started: .*ENOENT/);
});

test('failures have a fix and are remembered as long as the program says', async () => {
  const fails = (retry: string) => `tell('wiremark 4');
tell('failed one unsupported no word for\\\\nmaps');
tell('fix ask again', ${retry} 'failed two unavailable not in the registry', 'done');`;
  const place = toy(fails(`'retry 3600',`));
  const results = await place.build();
  assert.deepEqual(results.get('one/things'), {
    ok: false,
    verdict: 'unsupported',
    reason: 'no word for\nmaps',
  });
  const two = { ok: false, verdict: 'unavailable', reason: 'not in the registry', fix: 'ask again' };
  assert.deepEqual(results.get('two/things'), two);
  const remembered = (await place.build()).get('two/things');
  const told = /^not in the registry \(remembered until \d{4}-\d\d-\d\d \d\d:\d\d; --rebuild tries now\)$/;
  assert.match(reasonOf(new Map([['two', remembered!]]), 'two', 'unavailable'), told);
  assert.equal(place.starts(), 2);
  assert.doesNotMatch(place.asked(), /build two/);
  assert.deepEqual((await place.build({ rebuild: true })).get('two/things'), two);
  assert.match(place.asked(), /build two/);
  place.script(GOOD);
  assert.ok((await place.build()).get('two/things')!.ok, 'the program has changed, and so may its mind');
});

test('a failure of the row itself is a crash, and is tried again', async () => {
  const script = `tell('wiremark 4', 'failed one crash NameError: x', 'placeholder main m', 'built two', 'done');`;
  const place = toy(script);
  for (const starts of [1, 2]) {
    const results = await place.build();
    assert.equal(reasonOf(results, 'one/things'), 'NameError: x');
    assert.ok(results.get('two/things')!.ok);
    assert.equal(place.starts(), starts);
  }
});

test('one wiremark waits for another and builds the rest', async () => {
  const slow = `tell('wiremark 4');
for (let i = 0; i < 200 && !existsSync('../go'); i++) await sleep(50);
for (const id of units) tell('placeholder main m', 'built ' + id);
tell('done');`;
  const place = toy(slow);
  const only = (wanted: string) => ({ wanted: ({ id }: { id: string }) => id === wanted });
  const first = place.build(only('one'));
  while (place.starts() === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const told: string[] = [];
  const second = place.build({
    progress: (text) => {
      told.push(text);
      if (text.includes('waiting')) writeFileSync(join(place.runnerFolder, '../go'), '');
    },
  });
  while (place.starts() < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.match(place.asked(), /^wiremark 4\nbuild two\n(?!.*build)/);
  const [, results] = await Promise.all([first, second]);
  assert.ok([...results.values()].every(({ ok }) => ok));
  assert.equal(place.starts(), 2, 'nothing was built twice');
});

test('a wiremark that waited for a failed build takes its failure', async () => {
  const place = toy(
    `tell('wiremark 4', 'progress at it');\nawait sleep(1500);\ntell(...units.map((id) => 'failed ' + id + ' unavailable no'), 'done');`,
  );
  const told: string[] = [];
  let begun = (): void => {};
  const underway = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const first = place.build({ progress: begun });
  await underway;
  const results = await place.build({ progress: (text) => told.push(text) });
  await first;
  assert.deepEqual(told, ['toy: waiting for another wiremark, which is building']);
  assert.equal(reasonOf(results, 'one/things', 'unavailable'), 'no');
  assert.equal(place.starts(), 1);
});
