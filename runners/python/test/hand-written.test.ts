/** The hand-written JSON of Python takes all that is JSON, whatever its spelling, and refuses the rest. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type RoundTrips, testJsonTexts } from '../../../test/contract/runtime/json-texts.ts';
import { temporary } from '../../../test/files/temporary.ts';
import { skip } from './kit.ts';

const runner = fileURLToPath(new URL('..', import.meta.url));
const folder = temporary('python-hand-written');

/** Reads each text and writes what came of it; nothing where it is refused. */
const PROGRAM = `
import json, sys
sys.path.insert(0, sys.argv[1])
from kit.model import read_model
from kit.natural import Natural
from kit.serializer import Schema
from serializers.hand_written import create
model = read_model(sys.argv[2])
operations = create(Schema(model, Natural(model), {}, "", "deserialize"))
written = []
for text in json.load(sys.stdin):
    try:
        written.append(operations.serialize(operations.deserialize(text)))
    except (ValueError, KeyError, TypeError):
        written.append(None)
print(json.dumps(written))
`;

/** For a model in the lines of docs/MODEL.md, from its root on: what is written of what is read. */
const roundTrips: RoundTrips = (lines, texts) => {
  const model = join(folder, 'test.model');
  writeFileSync(model, `model 1\ndataset test\n${lines}\n`);
  const ended = spawnSync('python3', ['-B', '-c', PROGRAM, runner, model], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
  });
  assert.equal(ended.status, 0, ended.stderr);
  return JSON.parse(ended.stdout);
};

const ALL = `root record All
record All
field required boolean boolean
field required int64 int64
field required double double
field required string string
field required instant instant
field required uuid uuid
field required bytes bytes
field required any any
field required map list int64 map
field required enum Color color
field nullable string maybe
field optional list record More more
record More
field optional int32 it's \\\\ "{}" \u2028
field optional list double second
enum Color
value red
value "{blue}\\\\`;

const DOCUMENT = {
  boolean: false,
  int64: -7,
  double: 1.5,
  string: 'a"\\\n\u0000é漢😀{}',
  instant: '1969-12-31T23:59:59.999000+00:00',
  uuid: '00000000-0000-0000-0000-00000000000a',
  bytes: 'AP8Q',
  any: { '': [null, true, 1.5e300, { 'a"b': {} }, [], 'é\u0000'] },
  map: { '': [], 'a"\n': [1, -2] },
  color: '"{blue}\\',
  maybe: null,
  more: [{}, { 'it\'s \\ "{}" \u2028': 0 }, { 'it\'s \\ "{}" \u2028': 1, second: [0.5] }, { second: [] }],
};

test('writes what it read, from any order, white space and escapes, with unknown fields', { skip }, () => {
  const text = JSON.stringify(DOCUMENT);
  const reversed = Object.fromEntries([...Object.entries(DOCUMENT), ['new', [{ a: 1 }]]].reverse());
  const escaped = text.replaceAll('e":', '\\u0065":').replaceAll('/', '\\/').replace('false', ' false');
  const written = roundTrips(ALL, [text, ` \n${JSON.stringify(reversed, null, '\t')}\r `, escaped]);
  for (const one of written) assert.deepEqual(JSON.parse(one!), DOCUMENT);
});

testJsonTexts(roundTrips, skip);

test('refuses what is no value of its kind', { skip }, () => {
  for (const [kind, value] of [
    ['uuid', '"00000000-0000-0000-0000-0000000000"'],
    ['uuid', '"0000000g-0000-0000-0000-000000000000"'],
    ['instant', '"yesterday"'],
    ['bytes', '"AP8"'],
    ['bytes', '"AP8Q!"'],
    ['enum Color', '"green"'],
    ['record One', 'null'],
    ['record One', '{"v":"1"}'],
    ['list int32', '1'],
  ] as const) {
    const [written] = roundTrips(
      `root list ${kind}\nrecord One\nfield required uuid v\nenum Color\nvalue red`,
      [`[${value}]`],
    );
    assert.equal(written, null, `${kind} ${value}`);
  }
});
