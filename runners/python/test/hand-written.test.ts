import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type RoundTrips, testJsonTexts } from '../../../test/contract/runtime/json-texts.ts';
import { temporary } from '../../../test/machine/temporary.ts';
import { skip } from './kit.ts';

const runner = fileURLToPath(new URL('..', import.meta.url));
const folder = temporary('python-hand-written');

const PROGRAM = `
import json, sys
sys.path.insert(0, sys.argv[1])
from kit.model import read_model
from kit.natural import Natural
from kit.serializer import Schema
from serializers.hand_written import create
results = []
for path, texts in json.load(sys.stdin):
    model = read_model(path)
    operations = create(Schema(model, Natural(model), {}, "", "deserialize"))
    written = []
    for text in texts:
        try:
            written.append(operations.serialize(operations.deserialize(text)))
        except (ValueError, KeyError, TypeError):
            written.append(None)
    results.append(written)
print(json.dumps(results))
`;

const roundTrips = ((all) => {
  const input = all.map(({ lines, texts }, index) => {
    const model = join(folder, `${index}.model`);
    writeFileSync(model, `model 1\ndataset test\n${lines}\n`);
    return [model, texts];
  });
  const ended = spawnSync('python3', ['-B', '-c', PROGRAM, runner], {
    input: JSON.stringify(input),
    encoding: 'utf8',
  });
  assert.equal(ended.status, 0, ended.stderr);
  return JSON.parse(ended.stdout) as (string | null)[][];
}) satisfies RoundTrips;

await testJsonTexts(roundTrips, skip);

test('rejects values that have the wrong kind', { skip }, () => {
  const values = [
    ['uuid', '"00000000-0000-0000-0000-0000000000"'],
    ['uuid', '"0000000g-0000-0000-0000-000000000000"'],
    ['instant', '"yesterday"'],
    ['bytes', '"AP8"'],
    ['bytes', '"AP8Q!"'],
    ['enum Color', '"green"'],
    ['record One', 'null'],
    ['record One', '{"v":"1"}'],
    ['list int32', '1'],
  ];
  const types = 'record One\nfield required uuid v\nenum Color\nvalue red';
  const all = values.map(([kind, value]) => ({
    lines: `root list ${kind}\n${types}`,
    texts: [`[${value}]`],
  }));
  assert.deepEqual(
    roundTrips(all),
    all.map(() => [null]),
  );
});
