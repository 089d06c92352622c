import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { hardDocuments } from '../../../src/dataset/hard.ts';
import { readModel } from '../../../src/dataset/prepare.ts';
import { readDataset } from '../../../src/define/dataset.ts';
import { encodeFixture } from '../../../src/oracle/fixture.ts';
import { root } from '../../../test/contract/runtime/kit.ts';
import { kit, serializer, skip } from './kit.ts';

const { out } = kit;

const untimed = (reply: string | undefined) => reply?.replace(/^(slice \d+) \d+ \d+ /, '$1 ');

describe('memory', { skip }, () => {
  test('allocations are reported as unknown', () => {
    const replies = kit.answers({ id: 'text' }, ['memory 3', 'end']);
    assert.match(replies[0]!, /^unknown allocated CPython counts what is in use, not what was allocated$/);
    assert.deepEqual(replies.slice(-2), ['memory 3', 'bye']);
  });

  test('collections are counted by generation', () => {
    for (const [generation, expected] of [
      [0, ['gen0 7', 'gen1 0', 'gen2 0']],
      [2, ['gen0 0', 'gen1 0', 'gen2 7']],
    ] as const) {
      const id = `collects-${generation}`;
      serializer(
        id,
        [`return Operations(serialize=lambda note: str(gc.collect(${generation})))`],
        ['import gc'],
      );
      const replies = kit.answers({ id }, ['memory 7', 'end']);
      const found = replies.slice(1, -2).map((line) => line.replace('collections ', ''));
      assert.deepEqual(found, expected);
    }
  });
});

test('variants freeze loaded objects or disable the collector within slices', { skip }, () => {
  serializer(
    'asked',
    ['return Operations(serialize=lambda note: f"{gc.isenabled()} {gc.get_freeze_count() > 1000}")'],
    ['import gc'],
  );
  for (const [collector, expected] of [
    ['', 'True False'],
    ['frozen', 'True True'],
    ['off', 'False True'],
  ] as const) {
    kit.answers({ id: 'asked' }, ['slice 1 1', `kept ${out}`], { WIREMARK_PYTHON_COLLECTOR: collector });
    assert.deepEqual(kit.keptTexts(), [expected], collector);
  }
  serializer(
    'garbage',
    [
      'def serialize(note):',
      '    one = []',
      '    one.append(one)',
      '    return str(len(gc.get_objects()))',
      'return Operations(serialize=serialize)',
    ],
    ['import gc'],
  );
  const slices = [200, 200, 200, 200, 1].map((ops) => `slice ${ops} 1`);
  kit.answers({ id: 'garbage' }, [...slices, `kept ${out}`], { WIREMARK_PYTHON_COLLECTOR: 'off' });
  const objects = Number.parseInt(kit.keptTexts().at(-1)!, 10);
  assert.ok(objects < 600, `${objects} objects are left`);
});

describe('the loop', { skip }, () => {
  test('continues the rotation across slices and across lists of inputs', () => {
    const commands = ['slice 5000 2', 'slice 1 1', 'slice 4096 0', 'slice 8192 3', `kept ${out}`, 'end'];
    const replies = kit.answers({ id: 'text' }, commands);
    const lines = ['slice 5000 0', 'slice 1 0', 'slice 4096 0', 'slice 8192 0', 'kept 6', 'bye'];
    assert.deepEqual(replies.map(untimed), lines);
    const texts = ['a', 'béé', '漢字漢字漢'];
    const operations = [4998, 4999, 5000, 17286, 17287, 17288];
    assert.deepEqual(
      kit.keptTexts(),
      operations.map((operation) => texts[operation % 3]),
    );
  });

  const third = (raised: string) => [
    'def serialize(note):',
    '    if len(note.text) > 3:',
    `        raise ${raised}`,
    '    return note.text',
    'return Operations(serialize=serialize)',
  ];

  test('reports the number of an operation that raises far into a slice', () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ text: index === 4321 ? 'four' : 'x' }));
    serializer('far', third('ValueError'));
    assert.deepEqual(kit.answers({ id: 'far', documents: many }, ['slice 5000 1']), [
      'failed 4321 ValueError: ',
    ]);
  });

  test('reports an operation that raises StopIteration', () => {
    serializer('stops', third('StopIteration'));
    for (const slice of ['slice 9 1', 'slice 9 0', 'slice 3 3'])
      assert.deepEqual(kit.answers({ id: 'stops' }, [slice]), ['failed 2 StopIteration']);
  });
});

describe('outputs must be exactly str or bytes', { skip }, () => {
  const outputs: [output: string, returned: string, class_: string, head?: string[]][] = [
    ['text', 'Late("x")', 'Late', ['class Late(str):', '    pass']],
    ['bytes', 'bytearray(b"x")', 'bytearray'],
    ['text', 'late()', 'coroutine', ['async def late():', '    return "x"']],
  ];
  for (const [output, returned, class_, head] of outputs) {
    test(`rejects ${class_} for ${output}`, () => {
      serializer('output', [`return Operations(serialize=lambda note: ${returned})`], head);
      const [reply] = kit.answers({ id: 'output', output }, ['slice 3 1']);
      assert.equal(reply, `error mismatch serialize returned ${class_} instead of ${output}`);
    });
  }

  test('rejects a written tree of the wrong type, and the same tree twice', () => {
    const job = { id: 'trees', task: 'to-tree' };
    serializer('trees', ['return Operations(to_tree=lambda note: [note], write_tree=lambda tree: b"x")']);
    const reply = 'error mismatch write_tree returned bytes instead of text';
    assert.deepEqual(kit.answers(job, ['slice 3 1']), [reply]);
    serializer('trees', [
      'one = []',
      'return Operations(to_tree=lambda note: one, write_tree=lambda tree: "x")',
    ]);
    const [kept, both] = kit.answers(job, ['slice 3 1', 'slice 3 2']);
    assert.match(kept!, /^slice/);
    assert.equal(both, 'error mismatch two results are the same tree');
  });
});

const ways: Record<string, readonly string[]> = {
  __getattr__: [
    'class Late:',
    '    def __getattr__(self, name):',
    '        return "x" if name == "text" else None',
  ],
  'a method': ['class Late:', '    def text(self):', '        return "x"', '    size = None'],
  'a list of its own': ['class Late(list):', '    pass'],
  'a slot that is empty': ['class Late:', '    __slots__ = ("text", "size")'],
};

const KINDS: readonly (readonly [line: string, reason: RegExp])[] = [
  ['one.plain.uuid = str(one.plain.uuid)', /^error mismatch a text instead of a value of kind uuid/],
  ['one.nullables.nullableInlineEnum = "x"', /^error mismatch a text instead of a value of kind enum/],
  ['one.plain.int32 = 1.0', /^error mismatch a value of builtins\.float isn't plain data/],
  ['one.lists.int64List = [1.0]', /^error mismatch a value of builtins\.float isn't plain data/],
  ['one.plain.record = {"name": "x"}', /^error mismatch builtins\.dict has no field \w+/],
];

describe('deserialized objects must be plain data', { skip }, () => {
  for (const [way, lines] of Object.entries(ways)) {
    test(`rejects fields that are computed when read: ${way}`, () => {
      serializer('late', [...lines, 'return Operations(deserialize=lambda text: Late())']);
      const [reply] = kit.answers({ id: 'late', task: 'deserialize' }, ['slice 3 3']);
      assert.match(reply!, /^error mismatch .*(Late|isn't plain data)/);
    });
  }

  test("rejects values whose type isn't the model's, even if their text or number is the same", async () => {
    const model = readModel(readDataset(join(root, 'datasets/every-kind')));
    const [document] = hardDocuments(model);
    const inputs = [encodeFixture(model, [document!])];
    const job = { task: 'deserialize', output: 'bytes', model, inputs };
    const head = ['from pathlib import Path', 'from kit.fixture_reader import read_fixture'];
    const objects = (lines: readonly string[]) => [
      'def deserialize(data):',
      `    Path(${JSON.stringify(join(kit.folder, 'one'))}).write_bytes(data)`,
      `    one = read_fixture(${JSON.stringify(join(kit.folder, 'one'))}, schema.natural, schema.natural.records)[0]`,
      ...lines.map((line) => `    ${line}`),
      '    return one',
      'return Operations(deserialize=deserialize)',
    ];
    serializer('kinds', objects([]), head);
    assert.match(kit.answers({ id: 'kinds', ...job }, ['slice 1 1'])[0]!, /^slice/);
    for (const [line, reason] of KINDS) {
      serializer('kinds', objects([line]), head);
      assert.match(kit.answers({ id: 'kinds', ...job }, ['slice 1 1'])[0]!, reason, line);
    }
  });

  test('rejects results that share a mutable part', () => {
    const shared = (deserialize: string) => {
      serializer('shared', [
        'Note = schema.natural.records["Note"]',
        'note, some = Note("x"), [1]',
        `return Operations(deserialize=lambda text: ${deserialize})`,
      ]);
      return kit.answers({ id: 'shared', task: 'deserialize' }, ['slice 3 1', 'slice 3 3'])[1]!;
    };
    assert.equal(shared('note'), 'error mismatch two results have the same documents.Note in them');
    const list = 'error mismatch two results have the same builtins.list in them';
    assert.equal(shared('Note("x", some)'), list);
    for (const one of [
      'None',
      '"x"',
      'Note("x", 1 << 60)',
      'Note("x", (1, "x"))',
      'Note([some, some][:0], 1)',
    ])
      assert.match(shared(one), /^slice/, one);
  });
});

describe("documents of a row's own classes", { skip }, () => {
  const DATACLASS = ['from dataclasses import dataclass', '@dataclass'];
  const returns = (value: string) => [
    `return Operations(serialize=lambda note: ${value}, classes={"Note": Note})`,
  ];
  const withClass = (lines: readonly string[]) =>
    serializer('own', returns('f"{type(note).__name__} {note.text} {note.size}"'), lines);

  test('are created directly', () => {
    const fields = ['class Note:', '    text: str', '    size: int | None = None'];
    withClass([...DATACLASS, ...fields]);
    kit.answers({ id: 'own' }, ['slice 2 2', `kept ${out}`]);
    assert.deepEqual(kit.keptTexts(), ['Note a None', 'Note béé 7']);
  });

  const unheard: Record<string, readonly string[]> = {
    __post_init__: [
      ...DATACLASS,
      ...['class Note:', '    text: str', '    size: int | None = None'],
      ...['    def __post_init__(self):', '        heard.append(self)'],
    ],
    __init__: ['class Note:', '    def __init__(self, text, size):', '        heard.append(text)'],
  };
  for (const [name, lines] of Object.entries(unheard)) {
    test(`are created without calling the row's code: ${name}`, () => {
      serializer('own', returns('str(len(heard))'), ['heard = []', ...lines]);
      kit.answers({ id: 'own' }, ['slice 1 1', `kept ${out}`]);
      assert.deepEqual(kit.keptTexts(), ['0']);
    });
  }

  test('a row may prepare documents only if its entry has bound = "prefilled"', () => {
    serializer('prepares', [
      'return Operations(serialize=lambda text: text, prepare=lambda note: "{" + note.text + "}")',
    ]);
    assert.deepEqual(kit.talk(kit.job({ id: 'prepares' })).replies, [
      'error crash prepare needs bound = "prefilled" in the entry of the row',
    ]);
    kit.answers({ id: 'prepares', more: ['bound prefilled'] }, ['slice 3 3', `kept ${out}`]);
    assert.deepEqual(kit.keptTexts(), ['{a}', '{béé}', '{漢字漢字漢}']);
  });
});
