/** Serializers that do wrong, measured like any other: each must be caught with the right verdict. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openWorkbench } from '../../src/bench/workbench.ts';
import { readCatalog } from '../../src/define/catalog.ts';
import type { SuiteDefinition, Task } from '../../src/define/types.ts';
import { makePlan } from '../../src/plan/plan.ts';
import type { Verdict } from '../../src/plan/verdict.ts';
import { fakes } from '../fakes/fakes.mjs';
import { copyNodeKit, scratchFolder } from './command.ts';
import { verdictsOfOneRound } from './one-round.ts';

type Expected = Partial<Record<Task, RegExp>>;

const BYTES = ['reuses-one-buffer', 'puts-out-a-subclass', 'fills-by-a-thread', 'fills-by-a-callback'];

/** Verdict and reason, joined, of each fault; what isn't named must be `ok`. */
const EXPECTED: Record<string, Expected> = {
  honest: {},
  'varies-as-declared': {},
  'remembers-as-declared': {
    serialize: /^remembers: keeps results from call to call, as its entry declares$/,
  },
  // Nothing is wrong with what they do.
  'varies-undeclared': {},
  'slows-the-clock': {},
  'keeps-defaults-on-a-prototype': {},
  'drops-a-field': {
    serialize: /^mismatch: document 0: \/tags: expected .*found/,
    deserialize: /^mismatch: document 0: \/tags: expected/,
  },
  'truncates-after-an-escape': { serialize: /^mismatch: hard document \d+: \/name: expected/ },
  'rounds-doubles': {
    serialize: /^mismatch: document 0: \/score: expected/,
    deserialize: /^mismatch: document 0: \/score: expected/,
  },
  'loses-int64': {
    serialize: /^mismatch: .*\/id: expected -?\d+, found -?\d+/,
    deserialize: /^mismatch: .*\/id: expected -?\d+, found -?\d+/,
  },
  'grows-from-call-to-call': { serialize: /^mismatch: document \d+ is not valid JSON: / },
  'grows-while-timed': { serialize: /^mismatch: what was timed isn't what was verified: / },
  'returns-the-previous-document': {
    serialize: /^mismatch: document \d: \/id: expected .* \(this is document \d\)/,
    deserialize: /^mismatch: document \d: \/id: expected .* \(this is document \d\)/,
  },
  'reuses-one-object': { deserialize: /^mismatch: results 0 and 1 share memory/ },
  'reuses-one-buffer': { serialize: /^mismatch: results 0 and 1 share memory/ },
  'writes-invalid-json': { serialize: /^mismatch: document 0 is not valid JSON: .*byte/ },
  'remembers-what-it-wrote': {
    serialize: /^remembers: answers from memory: unseen documents took \d+ times/,
  },
  'remembers-what-it-read': { deserialize: /^remembers: answers from memory: / },
  'reads-when-asked': { deserialize: /^mismatch: result 0: "id" is a getter, not data/ },
  'reads-lists-when-asked': { deserialize: /^mismatch: result 0: 0 is a getter, not data/ },
  'hides-behind-a-prototype': { deserialize: /^mismatch: result 0: "id" is a getter, not data/ },
  'hides-behind-a-proxy': { deserialize: /^mismatch: result 0: a proxy stands where data should/ },
  'has-a-stale-cache': { serialize: /^mismatch: (new|hard) document \d+: .*expected/ },
  'pads-while-timed': { serialize: /^mismatch: document \d+ is not valid JSON: / },
  'gets-worse': { serialize: /^mismatch: document \d+ is not valid JSON: / },
  'empties-objects-while-timed': { deserialize: /^mismatch: document \d+: \/id: expected .*, found nothing/ },
  'puts-out-a-subclass': {
    serialize: /^mismatch: serialize returned Lazy that isn't plain bytes instead of bytes/,
  },
  'puts-out-a-text-object': { serialize: /^mismatch: serialize returned String instead of text/ },
  'fills-by-a-thread': {
    serialize: /^mismatch: serialize returned Buffer that isn't plain bytes instead of bytes/,
  },
  'fills-by-a-callback': { serialize: /^mismatch: document \d+ is not valid JSON: / },
  'remembers-with-a-delay': { serialize: /^remembers: answers from memory: unseen documents took \d/ },
  // It sees what is asked, and no more: the kit reads by what it kept before.
  'listens-to-the-protocol': {},
  'writes-local-time': { serialize: /^mismatch: document 0: \/born: expected/ },
  'returns-nothing': { deserialize: /^(mismatch|crash): / },
  'breaks-while-timed': { serialize: /^crash: .*out of luck/ },
};

const folder = scratchFolder('fakes')('runner');
const catalog = readCatalog({
  datasets: [fileURLToPath(new URL('../data/person', import.meta.url))],
  suites: [],
  runners: [writeRunner()],
});
const suite: SuiteDefinition = {
  name: 'faults',
  title: 'Faults',
  file: '',
  cases: [{ dataset: 'person', sizes: ['small'], tasks: ['serialize', 'deserialize'] }],
  serializers: ['*/*'],
  baseline: 'fakes/honest',
  style: 'default',
  batch: 1,
  quick: true,
};

/** A runner folder with the real kit and the fakes as its serializers. */
function writeRunner(): string {
  copyNodeKit(folder, 'fakes');
  cpSync(fileURLToPath(new URL('../fakes/fakes.mjs', import.meta.url)), join(folder, 'fakes.mjs'));
  mkdirSync(join(folder, 'serializers'));
  const entries = Object.entries(fakes).map(([id, fake]) => {
    const file = `serializers/${id}.mjs`;
    writeFileSync(
      join(folder, file),
      `import { fakes } from '../fakes.mjs';\nexport default fakes[${JSON.stringify(id)}];\n`,
    );
    const tasks = Object.keys(fake.create()).filter((task) => /serialize$/.test(task));
    const output = BYTES.includes(id) ? 'bytes' : 'text';
    const varies = id === 'varies-as-declared';
    const remembers = id === 'remembers-as-declared';
    return `[[serializer]]\nid = "${id}"\nvaries = ${varies}\nremembers = ${remembers}\nformat = "json"\noutput = "${output}"\ntasks = ${JSON.stringify(tasks)}\nfile = "${file}"\n`;
  });
  const head =
    'runtime = "fakes"\nstart = ["node", "{folder}/kit/main.mjs"]\nwarmup = { minimum = 20, maximum = 100 }\nblocks = 2\n';
  writeFileSync(join(folder, 'runner.toml'), `${head}\n${entries.join('\n')}`);
  return join(folder, 'runner.toml');
}

const plan = makePlan(suite, catalog.runners, {});
const workbench = await openWorkbench({ plan, catalog, cache: join(folder, 'cache'), progress: () => {} });

for (const [number, planned] of plan.cases.entries()) {
  const rows = planned.contenders.map((contender, index) => ({
    contender,
    index,
    ...workbench.manner(contender),
  }));
  const verdicts = verdictsOfOneRound(workbench, number, planned, rows);

  for (const row of rows) {
    const { id } = row.contender.definition;
    test(`${id}, ${planned.task}`, async () => {
      const verdict = (await verdicts).get(row.index)!;
      const expected = EXPECTED[id]![planned.task];
      if (expected === undefined) assert.deepEqual(verdict, { verdict: 'ok' });
      else assert.match(spelled(verdict), expected);
    });
  }
}

function spelled(verdict: Verdict): string {
  return verdict.verdict === 'ok' ? 'ok' : `${verdict.verdict}: ${verdict.reason}`;
}
