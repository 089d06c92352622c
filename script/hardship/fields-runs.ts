/** Recorded runs that nobody recorded: one of three has a fault, with its seal as it was or made anew. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Random } from '../../src/stats/random.ts';
import { EXPORTED, RUN_FILE, SAMPLES_FILE, SEAL_FILE } from '../../src/store/folder/files.ts';
import { runsFolder } from '../../src/store/locate.ts';
import { type Home, makeHome, mutatedCsv, putBeside, replaced } from './fields-definitions.ts';
import type { Answered, Asked, Prober } from './fields-prober.ts';
import { damaged, mutated, nodeOf, pick, write } from './fields-values.ts';

/** Three runs that are well, in the folder of runs below `cwd`. */
export interface Recorded {
  readonly home: string;
  readonly cwd: string;
  /** Oldest first: the one in the middle is the one that gets a fault. */
  readonly ids: readonly [string, string, string];
}

/** Measures one run and makes two more of it. @param prepare what else is in the home */
export async function record(
  folder: string,
  prober: Prober,
  prepare: (home: Home) => void = () => {},
): Promise<Recorded> {
  const made = makeHome(join(folder, 'home'));
  const { home } = made;
  prepare(made);
  const cwd = join(folder, 'work');
  mkdirSync(cwd);
  const words = ['--quick', '--rounds', '2', '--no-limits', '--no-memory', '--patience', '60s'];
  const { code, stderr } = await prober.ask({ cwd, home, argv: ['run', '-r', 'toy', ...words] });
  if (code !== 0) throw new Error(`the run that others are made of failed: ${stderr}`);
  const runs = runsFolder(cwd);
  const [first] = readdirSync(runs);
  const ids = [first!, ...['1111', '2222'].map((end) => first!.replace(/[0-9a-f]{4}$/, end))];
  for (const [i, id] of ids.entries()) {
    if (i === 0) continue;
    cpSync(join(runs, first!), join(runs, id), { recursive: true });
    const file = join(runs, id, RUN_FILE);
    const found = JSON.parse(readFileSync(file, 'utf8'));
    const later = (time: string) => new Date(Date.parse(time) + i * 60_000).toISOString();
    const startedAt = later(found.startedAt);
    writeFileSync(
      file,
      `${JSON.stringify({ ...found, id, startedAt, finishedAt: later(found.finishedAt) }, null, 2)}\n`,
    );
    seal(join(runs, id));
  }
  return { home, cwd, ids: ids as [string, string, string] };
}

/** Makes the seal of what a run's folder now holds, and has the record count it where it can be read. */
export function seal(folder: string): void {
  const at = (name: string) => join(folder, name);
  const isFile = (name: string) => existsSync(at(name)) && statSync(at(name)).isFile();
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(at(name)))
      .digest('hex');
  if (isFile(SAMPLES_FILE) && isFile(RUN_FILE)) {
    const bytes = readFileSync(at(SAMPLES_FILE));
    const text = readFileSync(at(RUN_FILE), 'utf8');
    const count = bytes.toString('latin1').split('\n').length - 2;
    const counted = { count, bytes: bytes.length, sha256: digest(SAMPLES_FILE) };
    // As text, so that a fault in the record stays.
    const own = /"samples": ?\{\s*"count": ?\d+,\s*"bytes": ?\d+,\s*"sha256": ?"[0-9a-f]+"\s*\}/;
    writeFileSync(at(RUN_FILE), text.replace(own, `"samples": ${JSON.stringify(counted)}`));
  }
  const lines = [RUN_FILE, SAMPLES_FILE].filter(isFile).map((name) => `${digest(name)}  ${name}\n`);
  writeFileSync(at(SEAL_FILE), lines.join(''));
}

export interface SpoiltRun {
  readonly cwd: string;
  readonly what: string;
  readonly folder: string;
  /** Whether it has the seal of what it now is. */
  readonly sealed: boolean;
}

/** The three runs below `cwd`, the one in the middle with a fault. */
export function spoilRun({ cwd: recorded, ids }: Recorded, cwd: string, random: Random): SpoiltRun {
  cpSync(recorded, cwd, { recursive: true });
  const folder = join(runsFolder(cwd), ids[1]);
  putBeside(folder);
  const names = readdirSync(folder).filter((name) => !name.startsWith('a-'));
  const name = pick(random, [RUN_FILE, RUN_FILE, RUN_FILE, ...names]);
  const file = join(folder, name);
  const bytes = readFileSync(file);
  const roll = random.below(12);
  let what: string;
  if (roll === 0) what = replaced(file, random);
  else if (roll <= 2 || !/\.(json|csv)$/.test(name)) {
    const found = damaged(bytes, random);
    writeFileSync(file, found.value);
    what = found.what;
  } else {
    const found = name.endsWith('.csv')
      ? mutatedCsv(bytes.toString(), random)
      : mutatedJson(bytes.toString(), random);
    writeFileSync(file, found.text);
    what = found.what;
  }
  const sealed = name !== SEAL_FILE && random.below(4) > 0;
  if (sealed) seal(folder);
  return { cwd, folder, sealed, what: `${name}: ${what}${sealed ? ', sealed anew' : ''}` };
}

function mutatedJson(text: string, random: Random): { readonly text: string; readonly what: string } {
  const { value, what } = mutated(nodeOf(JSON.parse(text)), random);
  return { text: write(value, 'json'), what };
}

const OVER_ALL = [
  ['runs', 'list', '--format', 'json'],
  ['sql', 'from runs', '--format', 'json'],
  ['sql', 'from results', '--format', 'json'],
  ['sql', 'select run, count(*) as n from samples group by run', '--format', 'json'],
  ['serve', '--port', '0'],
] as const;

/** Verbs over all runs, and verbs over the one. */
export function verbsOfRuns([first, id]: Recorded['ids'], random: Random): readonly string[] {
  if (random.below(2) === 0) return pick(random, OVER_ALL);
  return pick(random, [
    ['report', id],
    ['report', id, '--format', 'json'],
    ['report', id, '--format', 'csv'],
    ['report', id, '--against', 'published'],
    ['report', id, '--html', 'page.html'],
    ['report', id, '--charts', 'charts'],
    ['report', 'last'],
    ['compare', first, id],
    ['runs', 'name', id, 'a name'],
    ['runs', 'tag', id, '+a'],
    ['runs', 'export', id, '--out', `sent${EXPORTED}`],
    ['sql', '--run', id, 'from samples', '--format', 'csv'],
    ['run', '--resume', id, '--patience', '30s'],
  ]);
}

/** Whether a verb over all answers for the others; and one over a run whose seal is wrong refuses. */
export function judgeRuns(
  { folder, sealed, what }: SpoiltRun,
  { argv }: Asked,
  [first, id, third]: Recorded['ids'],
  { code, stdout, stderr }: Answered,
): string | null {
  const isOverAll = OVER_ALL.some((words) => words.join() === argv.join());
  const said = `${stderr.slice(0, 400)} ${stdout.slice(0, 200)}`;
  if (isOverAll && code !== 0 && code !== null) return `refused for all: ${said}`;
  if (isOverAll && argv[0] !== 'serve')
    for (const other of [first, third])
      if (!stdout.includes(other)) return `doesn't answer for ${other}: ${said}`;
  const changes = ['list', 'name', 'tag'].includes(argv[1]!);
  if (
    !isOverAll &&
    !sealed &&
    !changes &&
    argv[1] !== 'last' &&
    code === 0 &&
    existsSync(join(folder, SEAL_FILE))
  )
    return `believed although its seal is broken: ${said}`;
  if (code === 2 && !stderr.includes(id)) return `doesn't name the run: ${said}`;
  const isOdd = /\b(NaN|undefined|\[object Object\])/.exec(stdout);
  return isOdd === null || /number|infinity|reference/.test(what)
    ? null
    : `prints ${isOdd[0]}: ${stdout.slice(Math.max(0, isOdd.index - 200), isOdd.index + 50)}`;
}

/** Asks a server for its pages as soon as it tells its address. @returns what is wrong with them */
export async function askPages(
  output: () => string,
  [first, id, third]: Recorded['ids'],
): Promise<string | null> {
  let address: string | undefined;
  for (let tries = 0; address === undefined && tries < 400; tries++) {
    address = /http:\/\/\S+:\d+/.exec(output())?.[0];
    if (address === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (address === undefined) return 'no address';
  for (const [path, others] of [
    ['/', true],
    [`/runs/${first}`, true],
    [`/runs/${id}`, false],
    [`/runs/${third}`, true],
    ['/history', false],
  ] as const) {
    const { status, body } = await get(`${address}${path}`);
    if (
      (others && status !== 200) ||
      (status >= 500 && !body.includes("can't be read") && !body.includes('can&#39;t be read'))
    )
      return `${path} is answered with ${status}: ${body.slice(0, 300)}`;
    if (path === '/' && !(body.includes(first) && body.includes(third)))
      return 'the list lacks the other runs';
  }
  return null;
}

function get(url: string): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve) => {
    const sent = request(url, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode!, body }));
    });
    sent.on('error', (error) => resolve({ status: 599, body: error.message }));
    sent.end();
  });
}

/** Writes the run in a folder, with a fault, as an exported one. */
export function exportSpoilt({ folder, what }: SpoiltRun, file: string, random: Random): string {
  const parts = [RUN_FILE, SAMPLES_FILE, SEAL_FILE].flatMap((name) => {
    const at = join(folder, name);
    return existsSync(at) && statSync(at).isFile() ? [[name, readFileSync(at)] as const] : [];
  });
  const packed = (entries: readonly (readonly [string, Buffer, number?])[]) =>
    gzipSync(
      Buffer.concat([
        Buffer.from('wiremark run\n'),
        ...entries.flatMap(([name, bytes, length = bytes.length]) => [
          Buffer.from(`${name} ${length}\n`),
          bytes,
        ]),
      ]),
      { level: 1 },
    );
  const envelopes: Readonly<Record<string, () => Buffer>> = {
    'has a file outside': () => packed([...parts, ['../../outside', Buffer.from('x')]]),
    'has a hidden file': () => packed([...parts, ['.bashrc', Buffer.from('x')]]),
    'has a file twice': () => packed([...parts, ...parts]),
    'has a longer file than there is': () => packed(parts.map(([name, bytes]) => [name, bytes, 999_999_999])),
    'has a file without an end': () => packed([...parts, [RUN_FILE, Buffer.alloc(0), 10]]),
    'has no file': () => packed([]),
    'is a bomb': () => packed([[SAMPLES_FILE, Buffer.alloc(2 ** 28, '1,')], ...parts]),
    'is a larger bomb': () => packed([[SAMPLES_FILE, Buffer.alloc(2 ** 29)]]),
    'is no gzip': () => Buffer.from('wiremark run\n'),
    'is packed twice': () => gzipSync(packed(parts)),
  };
  if (random.below(3) > 0) {
    writeFileSync(file, packed(parts));
    return what;
  }
  if (random.below(3) === 0) {
    const found = damaged(packed(parts), random);
    writeFileSync(file, found.value);
    return found.what;
  }
  const envelope = pick(random, Object.keys(envelopes));
  writeFileSync(file, envelopes[envelope]!());
  return envelope;
}

export function verbsOfExports(file: string, random: Random): readonly string[] {
  return pick(random, [
    ['runs', 'import', file],
    ['runs', 'import', file],
    ['report', file],
    ['sql', '--run', file, 'from results', '--format', 'json'],
    ['compare', file, 'last'],
  ]);
}
