/** What is allowed works: each bound of a definition and of a run at its maximum, through the cheapest verb that reads it. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Home, makeHome, RUNNER } from '../../script/hardship/fields-definitions.ts';
import { broken, Prober } from '../../script/hardship/fields-prober.ts';
import { record, seal } from '../../script/hardship/fields-runs.ts';
import { MOST } from '../../src/define/bounds.ts';
import { groupBy } from '../../src/stats/group-by.ts';
import { RUN_FILE, SAMPLES_FILE } from '../../src/store/folder/files.ts';
import { MOST as SAMPLES } from '../../src/store/folder/samples.ts';
import { runsFolder } from '../../src/store/locate.ts';
import { temporary } from '../files/temporary.ts';

const scratch = temporary('budgets');
const prober = new Prober(scratch);
after(() => prober.close());

async function answers(home: string, cwd: string, argv: readonly string[]): Promise<string> {
  const asked = { home, cwd, argv };
  const answer = await prober.ask(asked);
  assert.equal(broken(answer, asked), null);
  assert.equal(answer.code, 0, answer.stderr.slice(0, 500));
  return answer.stdout;
}

const manifest = ({ home }: Home) => join(home, 'runners', 'toy', 'runner.toml');
const suite = ({ home }: Home) => join(home, 'suites', 'quickstart.toml');
const some = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));
const entryOf = (id: string) =>
  `[[serializer]]\nid="${id}"\nformat="json"\noutput="text"\ntasks=["serialize"]\nfile="plain.mjs"\n`;
const shortSuite = (cases: string) =>
  `title = "A"\nbaseline = "toy/plain"\nserializers = ["toy/*"]\n${cases}`;
const ONE_CASE = '[[case]]\ndataset = "record"\nsizes = ["single"]\ntasks = ["serialize"]\n';

const WIRE = ['wire', '-s', 'toy/second'];

interface Budget {
  readonly spend: (home: Home) => void;
  readonly argv: readonly string[];
}

const BUDGETS: Readonly<Record<string, Budget>> = {
  'a runner with as many serializers as are read': {
    spend: (home) => {
      writeFileSync(manifest(home), RUNNER + some(MOST.entries / 2 - 2, (i) => entryOf(`s${i}`)).join(''));
    },
    argv: ['run', '--list', '-s', 'toy/plain'],
  },
  'texts of as many characters': {
    spend: (home) => {
      const text = 'é'.repeat(MOST.text);
      writeFileSync(manifest(home), RUNNER.replace('"A toy"', `"${text}"`).replace('"a note"', `"${text}"`));
    },
    argv: ['list'],
  },
  'a plan of as many rows': {
    spend: (home) => {
      const serializers = 100;
      writeFileSync(manifest(home), RUNNER + some(serializers - 2, (i) => entryOf(`s${i}`)).join(''));
      writeFileSync(suite(home), shortSuite(ONE_CASE.repeat(MOST.rows / serializers)));
    },
    argv: ['run', '--list'],
  },
  'a schema of as many fields': {
    spend: (place) => {
      const records = 5;
      const own = MOST.fields / records - 1;
      const fields = Object.fromEntries(some(own, (i) => [`field${i}`, { type: 'boolean' }]));
      const parts = some(records, (i) => [
        `part${i}`,
        { title: `Part${i}`, type: 'object', properties: fields },
      ]);
      const schema = { title: 'Root', type: 'object', properties: Object.fromEntries(parts) };
      writeDataset(place, schema, 1);
    },
    argv: WIRE,
  },
  'types within each other as deep': {
    spend: (place) => {
      // The root is one, and each record and its field.
      const deep = Math.floor(MOST.types / 2) - 2;
      const $defs = Object.fromEntries(
        some(deep, (i) => {
          const next = i + 1 < deep ? { $ref: `#/$defs/R${i + 1}` } : { type: 'boolean' };
          return [`R${i}`, { type: 'object', required: ['a'], properties: { a: next } }];
        }),
      );
      const schema = {
        title: 'Root',
        type: 'object',
        required: ['a'],
        properties: { a: { $ref: '#/$defs/R0' } },
        $defs,
      };
      writeDataset(place, schema, 1);
    },
    argv: WIRE,
  },
  'a size of as many values': {
    spend: (place) => {
      const lengths = `[sizes.single.lengths]\n"" = ${Math.floor(MOST.values / 10) - 2_000}\n`;
      writeDataset(place, { type: 'array', items: { type: 'boolean' } }, 10, lengths);
    },
    argv: WIRE,
  },
};

function writeDataset({ home, dataset }: Home, schema: object, documents: number, more = ''): void {
  const folder = join(home, 'datasets', dataset);
  writeFileSync(join(folder, 'schema.json'), JSON.stringify(schema));
  const digest = `sha256:${'0'.repeat(64)}`;
  writeFileSync(
    join(folder, 'dataset.toml'),
    `title = "A"\nseed = 1\n[sizes.single]\ndocuments = ${documents}\ndigest = "${digest}"\n${more}`,
  );
}

/** Writes the digest that the documents have. */
async function pin({ home, dataset }: Home, cwd: string, argv: readonly string[]): Promise<void> {
  const file = join(home, 'datasets', dataset, 'dataset.toml');
  const text = readFileSync(file, 'utf8');
  if (!text.includes('0'.repeat(64))) return;
  const { stderr } = await prober.ask({ home, cwd, argv });
  const found = /documents have (sha256:[0-9a-f]{64})/.exec(stderr)?.[1];
  assert.ok(found, stderr.slice(0, 500));
  writeFileSync(file, text.replace(/sha256:0{64}/, found));
}

for (const [number, [what, { spend, argv }]] of Object.entries(BUDGETS).entries())
  test(`${what}: it works`, async () => {
    const home = makeHome(join(scratch, `home-${number}`));
    const cwd = join(scratch, `work-${number}`);
    mkdirSync(cwd);
    spend(home);
    await pin(home, cwd, argv);
    await answers(home.home, cwd, argv);
  });

/** A line of a case whose numbers have as many digits as are read. */
const longLine = (number: string, contender: string) =>
  [number, contender, 1, 'block', ...Array(7).fill(Number.MAX_SAFE_INTEGER)].join(',').concat('\n');

test('a run of as many samples, of a case and of bytes: it works', async () => {
  const folder = join(scratch, 'run');
  mkdirSync(folder);
  const { home, cwd, ids } = await record(folder, prober, (made) =>
    writeFileSync(suite(made), shortSuite(ONE_CASE.repeat(3))),
  );
  const run = join(runsFolder(cwd), ids[0]);
  const file = join(run, SAMPLES_FILE);
  const lines = readFileSync(file, 'utf8').split(/(?<=\n)/);
  const all = [lines[0]!];
  let left = SAMPLES.bytes - lines.join('').length;
  for (const [number, own] of groupBy(lines.slice(1), (line) => line.split(',')[0]!)) {
    all.push(...own);
    const more = longLine(number, own.at(-1)!.split(',')[1]!);
    const count = Math.min(SAMPLES.ofCase - own.length, Math.floor(left / more.length));
    all.push(more.repeat(count));
    left -= count * more.length;
  }
  assert.ok(left < 200, `${left} bytes more would be read`);
  writeFileSync(file, all.join(''));
  seal(run);
  prober.close();
  const query = ['sql', '--run', ids[0], 'select count(*) as n from samples', '--format', 'json'];
  const [{ n }] = JSON.parse(await answers(home, cwd, query));
  assert.equal(n, JSON.parse(readFileSync(join(run, RUN_FILE), 'utf8')).samples.count);
});
