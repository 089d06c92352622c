/**
 * The vectors of docs/PROTOCOL.md are made by the code that wiremark talks to runners with, and two runners give them.
 * UPDATE_GOLDEN=1 rewrites the page.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { encodeFixture } from '../../src/dataset/fixture.ts';
import { TEXT_UNITS } from '../../src/define/types.ts';
import { splice } from '../../src/report/text/splice.ts';
import { type Job, jobLines } from '../../src/runner/job.ts';
import { emitModel } from '../../src/schema/emit/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import { objectSums, outputSums, type SliceSums } from '../../src/verify/sums.ts';
import { frameFile } from '../verify/frame-file.ts';
import { step } from '../verify/kit-by-hand.ts';

const home = fileURLToPath(new URL('../..', import.meta.url));
const page = join(home, 'docs/PROTOCOL.md');

const SCHEMA = `{
  "title": "Order", "type": "object", "required": ["id", "note", "prices"],
  "properties": {
    "id": { "type": "integer", "format": "int64" },
    "note": { "type": ["string", "null"] },
    "prices": { "type": "array", "items": { "type": "number" } },
    "paid": { "type": "boolean" }
  }
}`;
const model = parseSchema(SCHEMA, 'order.schema.json');
const DOCUMENTS = [
  { id: 7n, note: 'é😀', prices: [0.5, 2.5, -12.25], paid: true },
  { id: -2n, note: null, prices: [] },
];
const HARD = [{ id: 0n, note: '"\\\n', prices: [] }];
/** What the runner puts out: without white space, fields in the schema's order. */
const written = (documents: readonly object[]) =>
  documents.map((document) =>
    JSON.stringify(document, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
  );
/** One after another, in one process. */
const SLICES = [
  [1, 300],
  [1, 0],
  [1, 1000],
  [200, 2892310671],
] as const;

const jobIn = (folder: string, task: Job['task']): Job => ({
  serializer: 'plain',
  format: 'json',
  output: 'text',
  dataset: 'order',
  size: 'two',
  task,
  schema: `${folder}/order.schema.json`,
  model: `${folder}/order.model`,
  artifacts: new Map(),
  documents: { count: 2, path: `${folder}/documents` },
  hard: { count: 1, path: `${folder}/hard` },
  ...(task === 'deserialize' && {
    inputs: {
      documents: { count: 2, path: `${folder}/documents-input` },
      hard: { count: 1, path: `${folder}/hard-input` },
    },
  }),
});

const sumsOf = (sums: SliceSums): number[] => {
  let from = 0;
  return SLICES.map(([ops, seed]) => {
    from += ops;
    return sums.sum(from - ops, ops, seed);
  });
};
const frames = frameFile(written(DOCUMENTS));
const OUTPUTS = (unit: Parameters<typeof outputSums>[1]) => sumsOf(outputSums(frames, unit));
const OBJECTS = (unit: (typeof TEXT_UNITS)[number]) => sumsOf(objectSums(model, DOCUMENTS, unit));

/** The path of a single operation: `/prices/1: 3 (list) + 1234 (double)`. */
function look(sums: SliceSums, from: number, seed: number): string {
  const names: string[] = [];
  const adds: string[] = [];
  sums.walk(from, seed, ({ kind, adds: own, units, parts }, at, unit) => {
    if (parts !== null) names.push(parts.name(at));
    if (units !== null) adds.push(`${own} (length)`, `${unit} (unit ${at})`);
    else if (own > 0) adds.push(`${own} (${kind})`);
  });
  return `document ${from % 2}${names.map((name) => `/${name}`).join('')}: ${adds.join(' + ')}`;
}

const hex = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('hex')
    .replaceAll(/(..)(?=.)/g, '$1 ')
    .replaceAll(/(.{95}) /g, '$1\n');
const block = (text: string, kind = '') => `\`\`\`${kind}\n${text.trimEnd()}\n\`\`\``;
const row = (cells: readonly (string | number | bigint)[]) => `| ${cells.join(' | ')} |`;

function vectors(): string {
  const slices = SLICES.map(([ops, seed]) => `\`slice ${ops} ${seed}\``);
  const inUtf16 = objectSums(model, DOCUMENTS, 'utf-16');
  const output = outputSums(frames, 'utf-16');
  return [
    'The schema, and the model that wiremark makes of it:',
    block(SCHEMA, 'json'),
    block(emitModel({ dataset: 'order', model })),
    'Two timed documents and a hard one, as the serializer writes them:',
    block([...written(DOCUMENTS), ...written(HARD)].join('\n')),
    'The fixture of the timed documents, `/vectors/documents`:',
    block(hex(encodeFixture(model, DOCUMENTS))),
    'The fixture of the hard document, `/vectors/hard`:',
    block(hex(encodeFixture(model, HARD))),
    'The job for `deserialize`; for `serialize` leave out the two `-input` lines:',
    block(jobLines(jobIn('/vectors', 'deserialize')).join('\n')),
    '`/vectors/documents-input`, which is also what `dump documents` writes for `serialize`:',
    block(hex(frames)),
    'The checksums of four slices in one process, by the unit of its strings:',
    [
      row(['task, units', ...slices]),
      `|---|${'---:|'.repeat(SLICES.length)}`,
      ...TEXT_UNITS.map((unit) =>
        row([`\`serialize\`, ${unit}${unit === 'utf-8' ? ' or bytes' : ''}`, ...OUTPUTS(unit)]),
      ),
      ...TEXT_UNITS.map((unit) => row([`\`deserialize\`, ${unit}`, ...OBJECTS(unit)])),
    ].join('\n'),
    'How the first three come about, in UTF-16:',
    [
      row(['slice', 's', '`serialize`', '`deserialize`']),
      '|---|---:|---|---|',
      ...SLICES.slice(0, 3).map(([, seed], from) =>
        row([slices[from]!, step(BigInt(seed)), look(output, from, seed), look(inUtf16, from, seed)]),
      ),
    ].join('\n'),
  ].join('\n\n');
}

test('docs/PROTOCOL.md has the vectors that the code makes', () => {
  const wanted = splice(readFileSync(page, 'utf8'), 'vectors', vectors());
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(page, wanted);
  assert.equal(readFileSync(page, 'utf8'), wanted);
});

/** Replies of a runner that is given a job and the four slices. */
function replies(command: readonly string[], task: Job['task'], folder: string): string[] {
  writeFileSync(join(folder, 'order.schema.json'), SCHEMA);
  writeFileSync(join(folder, 'order.model'), emitModel({ dataset: 'order', model }));
  for (const [name, documents] of [
    ['documents', DOCUMENTS],
    ['hard', HARD],
  ] as const) {
    writeFileSync(join(folder, name), encodeFixture(model, documents));
    writeFileSync(join(folder, `${name}-input`), frameFile(written(documents)));
  }
  const asked = SLICES.map(([ops, seed]) => `slice ${ops} ${seed}`);
  const input = [...jobLines(jobIn(folder, task)), ...asked, `dump documents ${folder}/dump`, 'end', ''].join(
    '\n',
  );
  const { stdout, stderr } = spawnSync(command[0]!, command.slice(1), { input, encoding: 'utf8' });
  assert.match(stdout, /\nbye\n$/, stderr);
  return stdout.split('\n');
}
const checksums = (lines: readonly string[]) =>
  lines.flatMap((line) => /^slice \d+ \d+ \d+ (\d+)$/.exec(line)?.[1] ?? []).map(Number);

function scratch(run: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'wiremark-vectors-'));
  try {
    run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the runner that `new` begins gives them', () => {
  scratch((folder) => {
    const lines = replies([process.execPath, join(home, 'templates/runner/main.mjs')], 'serialize', folder);
    assert.deepEqual(checksums(lines), OUTPUTS('utf-16'));
    assert.deepEqual(new Uint8Array(readFileSync(join(folder, 'dump'))), new Uint8Array(frames));
  });
});

const perl = spawnSync('perl', ['-MMIME::Base64', '-MTime::HiRes', '-e', 'use v5.26']);
test('the runner beside the page gives them', { skip: perl.status !== 0 && 'there is no Perl 5.26' }, () => {
  const command = ['perl', join(home, 'docs/perl-runner/runner.pl')];
  scratch((folder) => {
    assert.deepEqual(checksums(replies(command, 'serialize', folder)), OUTPUTS('bytes'));
    assert.deepEqual(checksums(replies(command, 'deserialize', folder)), OBJECTS('code-points'));
  });
});
