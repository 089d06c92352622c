/**
 * Infers schemas from real JSON in npm packages and checks all rows on it. Prints the table of docs/EVIDENCE.md. Packages are
 * downloaded into the cache, never into the repository.
 *
 *     node --import tsx script/payloads.ts [--only WORD] [CHECK'S FILTERS, SUCH AS -f json]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';

interface Payload {
  readonly title: string;
  /** npm package with its exact version. */
  readonly package: string;
  /** A file or folder in the package, or files whose names begin alike (`Patient-*`). By default, the output of `npm view`. */
  readonly file?: string;
  /** Options that a user must pass, since wiremark's model can't express the documents. */
  readonly flags?: readonly string[];
}

const SIMDJSON = 'simdjson@0.9.2';
const VEGA = 'vega-datasets@3.2.1';
const FHIR = 'hl7.fhir.r4.examples@4.0.1';
const OPENAPI = '@readme/oas-examples@8.2.2';

const PAYLOADS: readonly Payload[] = [
  { title: 'concert catalog (citm)', package: SIMDJSON, file: 'jsonexamples/citm_catalog.json' },
  { title: 'Twitter statuses', package: SIMDJSON, file: 'jsonexamples/twitter.json' },
  { title: 'GitHub events', package: SIMDJSON, file: 'jsonexamples/github_events.json' },
  { title: 'Jenkins builds', package: SIMDJSON, file: 'jsonexamples/apache_builds.json' },
  { title: 'Jenkins update center', package: SIMDJSON, file: 'jsonexamples/update-center.json' },
  { title: 'border of Canada (GeoJSON)', package: SIMDJSON, file: 'jsonexamples/canada.json' },
  { title: 'Summer of Code projects', package: SIMDJSON, file: 'jsonexamples/gsoc-2018.json' },
  { title: 'tracker instruments', package: SIMDJSON, file: 'jsonexamples/instruments.json' },
  { title: 'three.js scene', package: SIMDJSON, file: 'jsonexamples/marine_ik.json' },
  { title: 'mesh', package: SIMDJSON, file: 'jsonexamples/mesh.json' },
  { title: 'list of numbers', package: SIMDJSON, file: 'jsonexamples/numbers.json' },
  { title: 'made-up people', package: SIMDJSON, file: 'jsonexamples/random.json' },
  {
    title: 'Google Maps distances',
    package: SIMDJSON,
    file: 'jsonexamples/small/jsoniter_scala/google_maps_api_response.json',
  },
  { title: 'films', package: VEGA, file: 'data/movies.json' },
  { title: 'earthquakes (GeoJSON)', package: VEGA, file: 'data/earthquakes.json' },
  { title: 'US counties (TopoJSON)', package: VEGA, file: 'data/us-10m.json' },
  { title: 'flights', package: VEGA, file: 'data/flights-20k.json' },
  { title: 'Can I use', package: 'caniuse-db@1.0.30001813', file: 'data.json' },
  { title: 'emoji', package: 'emojibase-data@17.0.0', file: 'en/data.json' },
  { title: 'media types', package: 'mime-db@1.54.0', file: 'db.json' },
  {
    title: 'GitHub webhooks',
    package: '@octokit/webhooks-examples@7.6.1',
    file: 'api.github.com/index.json',
  },
  {
    title: 'GitHub’s API (OpenAPI)',
    package: '@octokit/openapi@23.0.2',
    file: 'generated/api.github.com.json',
  },
  {
    title: 'browser compatibility',
    package: '@mdn/browser-compat-data@8.1.9',
    file: 'data.json',
    flags: ['--as=/css=any'],
  },
  { title: 'patients (FHIR)', package: FHIR, file: 'Patient-*' },
  { title: 'observations (FHIR)', package: FHIR, file: 'Observation-*' },
  { title: 'claims (FHIR)', package: FHIR, file: 'Claim-*' },
  { title: 'questionnaires (FHIR)', package: FHIR, file: 'Questionnaire-*' },
  { title: 'structure definitions (FHIR)', package: FHIR, file: 'StructureDefinition-*' },
  { title: 'bundles (FHIR)', package: FHIR, file: 'Bundle-*' },
  { title: 'search parameters in a bundle (FHIR)', package: FHIR, file: 'Bundle-searchParams.json' },
  { title: 'npm metadata, one version', package: 'express@4.18.2' },
  { title: 'npm metadata, several versions', package: 'express@>=4.17.0 <=4.18.2' },
  { title: 'npm lock file', package: 'netlify-cli@17.38.0', file: 'npm-shrinkwrap.json' },
  { title: 'Star Trek (OpenAPI)', package: OPENAPI, file: '3.0/json/star-trek.json' },
  { title: 'train travel (OpenAPI)', package: OPENAPI, file: '3.1/json/train-travel.json' },
  { title: 'several OpenAPI descriptions', package: OPENAPI, file: '3.1/json' },
  { title: 'Vega specs', package: 'vega@2.6.5', file: 'examples' },
  { title: 'Vega-Lite’s JSON Schema', package: 'vega-lite@6.5.0', file: 'build/vega-lite-schema.json' },
  { title: 'countries', package: 'world-countries@5.1.0', file: 'countries.json' },
];

const cache = join(process.env.WIREMARK_CACHE ?? join(homedir(), '.cache', 'wiremark'), 'payloads');
const launcher = join(import.meta.dirname, '..', 'wiremark');
const args = process.argv.slice(2);
const only = args[0] === '--only' ? args.splice(0, 2)[1]!.toLowerCase() : '';

/** Path of the file or folder; downloads it if it is missing. */
function fetched({ package: wanted, file }: Payload): string {
  const folder = join(cache, wanted.replaceAll(/[^\w.@-]/g, '+'));
  mkdirSync(folder, { recursive: true });
  if (file === undefined) return viewed(wanted, join(folder, 'view.json'));
  const unpacked = join(folder, 'package');
  if (!existsSync(unpacked)) {
    const packed = npm('pack', '--pack-destination', folder, wanted).trim().split('\n').at(-1)!;
    execFileSync('tar', ['xzf', join(folder, packed), '-C', folder]);
  }
  return file.endsWith('*') ? gathered(unpacked, file.slice(0, -1), folder) : join(unpacked, file);
}

function viewed(wanted: string, file: string): string {
  if (!existsSync(file)) writeFileSync(file, npm('view', wanted, '--json'));
  return file;
}

/** A folder with only the files whose names have this prefix. */
function gathered(from: string, start: string, folder: string): string {
  const into = join(folder, start);
  if (existsSync(into)) return into;
  mkdirSync(into);
  const names = readdirSync(from).filter((name) => name.startsWith(start) && name.endsWith('.json'));
  for (const name of names) copyFileSync(join(from, name), join(into, name));
  return into;
}

function npm(...words: readonly string[]): string {
  return execFileSync('npm', [words[0]!, '--silent', ...words.slice(1)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
}

function bytesOf(source: string): number {
  if (!statSync(source).isDirectory()) return statSync(source).size;
  return readdirSync(source).reduce((sum, name) => sum + statSync(join(source, name)).size, 0);
}

interface Ended {
  readonly out: string;
  /** The last line of standard error: the error, if it failed. */
  readonly said: string;
  /** Number of documents. */
  readonly taken: string;
}

function wiremark(...words: readonly string[]): Ended {
  const { stdout, stderr } = spawnSync(launcher, words, { encoding: 'utf8', maxBuffer: 2 ** 30 });
  const lines = stderr.trim().split('\n');
  const taken = /: ([\d,]+) documents?/.exec(stderr)?.[1] ?? '1';
  return { out: stdout, said: lines.at(-1)!.replace(/^wiremark: /, ''), taken };
}

interface Row {
  readonly name: string;
  readonly verdict: string;
  readonly reason: string | null;
  readonly beyond: string | null;
}

/** Numbers of ok rows (`node 23 of 23, ruby 40 of 41`), and each reason of a failure once, with its rows. */
function findings(rows: readonly Row[]): { readonly ok: string; readonly others: string } {
  const counted = rows.filter(
    ({ verdict }) => !['unsupported', 'unavailable', 'remembers'].includes(verdict),
  );
  const runtimes = new Map<string, { ok: number; all: number }>();
  const reasons = new Map<string, Set<string>>();
  for (const { name, verdict, reason } of counted) {
    const runtime = name.split('/')[0]!;
    const { ok, all } = runtimes.get(runtime) ?? { ok: 0, all: 0 };
    runtimes.set(runtime, { ok: ok + Number(verdict === 'ok'), all: all + 1 });
    if (verdict === 'ok') continue;
    const told = `${verdict}: ${(reason ?? '').slice(0, 160)}`;
    reasons.set(told, (reasons.get(told) ?? new Set()).add(name));
  }
  const others = [...reasons].map(([reason, names]) => `${[...names].join(', ')}: ${reason}`);
  const ok = [...runtimes].map(([runtime, of]) => `${runtime} ${of.ok} of ${of.all}`);
  return { ok: ok.join(', '), others: others.join('; ') };
}

function line(payload: Payload): string {
  const file = fetched(payload);
  const flags = payload.flags ?? [];
  const inferred = wiremark('infer', file, '--format', 'json', ...flags);
  const start = [
    payload.title,
    `${payload.package} ${basename(payload.file ?? 'npm view')}`,
    bytesOf(file).toLocaleString('en'),
  ];
  if (inferred.out === '') return [...start, '', '', '', inferred.said].join(' | ');
  const { $defs = {} } = JSON.parse(inferred.out) as { $defs?: Record<string, { properties?: object }> };
  const records = Object.values($defs).flatMap(({ properties }) => properties ?? []);
  const fields = records.reduce((sum, properties) => sum + Object.keys(properties).length, 0);
  const checked = wiremark('check', '--data', file, '--all', '--format', 'json', ...flags, ...args);
  const { ok, others } =
    checked.out === ''
      ? { ok: '', others: checked.said }
      : findings((JSON.parse(checked.out) as { rows: Row[] }).rows);
  return [...start, checked.taken, `${fields} in ${records.length}`, ok, others].join(' | ');
}

console.log('| payload | package and file | bytes | documents | fields in records | rows ok | others |');
console.log('|---|---|---:|---:|---:|---:|---|');
for (const payload of PAYLOADS) {
  if (payload.title.toLowerCase().includes(only)) console.log(`| ${line(payload)} |`);
}
