/** Rows that would have code of theirs run before the clock starts or after it has stopped. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LineReader } from '../../build-kit/lines.mjs';
import { kit, serializer } from './kit.ts';

/** What is answered to a set and a slice. */
function replies(id: string, more: Parameters<typeof kit.job>[0], commands = ['slice 3 1']): string[] {
  const job = { ...more, id };
  return kit.talk([...kit.job(job), kit.set(job), ...commands]).replies.slice(4);
}

const REPLACED = {
  'Array.from': 'Array.from = (...all) => real(...all)',
  'Array.prototype.map': 'Array.prototype.map = function (...all) { return real.apply(this, all); }',
  'Array.prototype.fill': 'Array.prototype.fill = function (...all) { return real.apply(this, all); }',
  'Buffer.from': 'Buffer.from = (...all) => real(...all)',
  'Buffer.prototype.toString':
    'Buffer.prototype.toString = function (...all) { return real.apply(this, all); }',
  'Buffer.prototype.utf8Slice':
    'Object.defineProperty(Buffer.prototype, "utf8Slice", { get() { return real; } })',
  'String.prototype.indexOf':
    'String.prototype.indexOf = function (...all) { return real.apply(this, all); }',
  'Set.prototype.has': 'Set.prototype.has = function (...all) { return real.apply(this, all); }',
  'fs.openSync': 'fs.openSync = (...all) => real(...all)',
  'path.toNamespacedPath': 'path.toNamespacedPath = (...all) => real(...all)',
  'globalThis.Function': 'globalThis.Function = function (...all) { return real(...all); }',
  'globalThis.Number': 'globalThis.Number = Object.assign((one) => real(one), real)',
};

const MODULES = ['fs', 'inspector', 'module', 'path', 'v8', 'vm', 'worker_threads'];
const imports = MODULES.map((name) => `import ${name} from 'node:${name}';`).join(' ');

/** What is answered to a job with a row whose `create` has this body. */
function refusal(body: string): string[] {
  serializer('early', `${body} return { serialize: (note) => note.text };`, imports);
  return kit.talk(kit.job({ id: 'early' })).replies;
}

for (const [name, replace] of Object.entries(REPLACED)) {
  const [, holder, key] = /^(.+)\.(\w+)$/.exec(name)!;
  const told = `error crash the row replaces ${key} of ${holder}, which the kit uses`;
  const body = `const real = ${name};`;
  test(`${name} is replaced before there are documents`, () => {
    assert.deepEqual(refusal(`${body} ${replace};`), [told]);
  });

  test(`${name} is replaced by an operation of a slice that keeps nothing`, () => {
    serializer(
      'late',
      `${body} let calls = 0; return { serialize(note) { if (++calls === 4) { ${replace}; } return note.text; } };`,
      imports,
    );
    const [, first, second] = replies('late', { id: '' }, ['slice 3 1', 'slice 1 0', 'slice 1 1']);
    assert.match(first!, /^slice 3 /);
    assert.equal(second, told);
  });
}

const once = (holder: string, key: string) =>
  `const real = ${holder}.${key};
   ${holder}.${key} = function (...all) { ${holder}.${key} = real; return real.apply(this, all); };`;

const replaces = (what: string) => `the row replaces ${what}, which the kit uses`;

const REFUSED: Record<string, [body: string, told: string]> = {
  'a function, until a reader is made': [once('globalThis', 'Function'), replaces('Function of globalThis')],
  'a function, until a command is read': [
    once('String.prototype', 'indexOf'),
    replaces('indexOf of String.prototype'),
  ],
  'what arrays inherit from': [
    'Object.setPrototypeOf(Array.prototype, { __proto__: Object.prototype });',
    replaces('[[Prototype]] of Array.prototype'),
  ],
  'an index that every array has': [
    'Object.defineProperty(Array.prototype, 7, { configurable: true, set() {} });',
    'the row changes what every array has, by an index of Array.prototype',
  ],
  "Node's own parts": ["process.binding('fs');", 'a row may not use binding'],
  'a thread': ["new worker_threads.Worker('', { eval: true });", 'a row may not use Worker'],
  'a thread of hooks': ["module.register('data:text/javascript,');", 'a row may not use register'],
  'the debugger': ['new inspector.Session();', 'a row may not use Session'],
  "V8's own functions": [
    "v8.setFlagsFromString('--allow-natives-syntax');",
    'a row may not use setFlagsFromString',
  ],
  'a global object': ['vm.createContext(new Proxy({}, {}));', 'a row may not use createContext'],
  'a new one': ["vm.runInNewContext('this');", 'a row may not use runInNewContext'],
  'one of a script': ["new vm.Script('this').runInNewContext();", 'a row may not use runInNewContext'],
  'path names': [
    "Reflect.defineProperty(String.prototype, 'href', {});",
    replaces('href of String.prototype'),
  ],
  'what buffers have': ["if (!Reflect.setPrototypeOf(Buffer[Symbol.species], Array)) throw 'no';", 'no'],
  errors: ["if (!Reflect.defineProperty(Error, 'stackTraceLimit', { get() {} })) throw 'no';", 'no'],
  inherited: ['Reflect.setPrototypeOf(Error.prototype, {});', replaces('[[Prototype]] of Error.prototype')],
  'a length of buffers that comes before what they inherit': [
    "Object.defineProperty(Buffer.prototype, 'length', { configurable: true, get() { return 3; } });",
    replaces('length of Buffer.prototype'),
  ],
  'what a promise asks for': [
    `Object.defineProperty(Object.prototype, 'then', { configurable: true, get() {
       if (this.finish) delete Object.prototype.then; } });`,
    'the row changes what every object has, by a property of Object.prototype',
  ],
  'error names': [
    "Reflect.defineProperty(Error.prototype, 'errno', {});",
    replaces('errno of Error.prototype'),
  ],
};

for (const [name, [body, told]] of Object.entries(REFUSED))
  test(`refused before there are documents: ${name}`, () =>
    assert.deepEqual(refusal(body), [`error crash ${told}`]));

test('no code of the row runs while a command is waited for', { skip: process.platform === 'win32' }, ({
  mock,
}) => {
  const fifo = join(kit.folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  const lines = new LineReader(openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK));
  spawn('sh', ['-c', 'sleep 0.1; echo end > "$0"', fifo]);
  mock.method(Atomics, 'wait', () => assert.fail());
  assert.equal(lines.next()!.key, 'end');
});

test('no code of the row runs when its version is said', () => {
  kit.serializer(
    'versioned',
    "export default { version: { toString: () => '7', replace: () => '8' }, create: () => ({ serialize() {} }) };",
  );
  kit.greets(kit.talk(kit.job({ id: 'versioned' })).replies);
});

test('a function, from when a tree is written until the next documents are announced', () => {
  serializer(
    'tree',
    `const real = String.prototype.indexOf;
     const writeTree = (note) => {
       String.prototype.indexOf = function (...all) {
         if (this.startsWith('set ')) String.prototype.indexOf = real;
         return real.apply(this, all);
       };
       return note.text;
     };
     return { toTree: (note) => ({ ...note }), writeTree };`,
  );
  const tree = { id: '', task: 'to-tree' };
  const [, , told] = replies('tree', tree, ['slice 1 1', `kept ${kit.out}`, kit.set(tree)]);
  assert.equal(told, 'error crash the row replaces indexOf of String.prototype, which the kit uses');
});

test('a property that every object has', () => {
  for (const property of ['encoding', 'get', 'toJSON']) {
    const body = `Object.defineProperty(Object.prototype, '${property}', { configurable: true, get() {} });`;
    assert.match(refusal(body)[0]!, /^error crash the row changes what every object has/);
  }
});

test("the kit's own functions can't be replaced, and see no others of its files", () => {
  for (const [from, replace] of [
    ['../kit/loop.mjs', 'LOOPS.text = () => 1'],
    ['../kit/trial.mjs', 'Trial.prototype.slice = () => 1'],
    ['../../build-kit/lines.mjs', 'LineReader.prototype.next = () => null'],
  ]) {
    const [name] = replace!.split('.');
    serializer('meddles', `${replace}; return {};`, `import { ${name} } from '${from}';`);
    assert.match(kit.talk(kit.job({ id: 'meddles' })).replies[0]!, /^error crash Cannot assign to read only/);
  }
  serializer(
    'reads-along',
    `const { readFileSync } = fs; let seen = 0;
     fs.readFileSync = (...all) => { seen++; return readFileSync(...all); }; syncBuiltinESMExports();
     return { serialize: () => String(seen), deserialize: () => ({ text: String(seen) }) };`,
    "import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';",
  );
  for (const task of ['serialize', 'deserialize']) {
    assert.match(replies('reads-along', { id: '', task }, ['slice 3 1', `kept ${kit.out}`])[2]!, /^kept 1$/);
    assert.ok(kit.kept()[0]!.includes('0'), `${kit.kept()}`);
  }
});

test('no code of the row runs while a result is finished', () => {
  const bytes = { id: '', output: 'bytes' };
  const kept = ['slice 1 1', `kept ${kit.out}`];
  const later = 'value: () => { one.fill(120); return one; }';
  for (const name of ["'valueOf'", 'Symbol.toPrimitive', "'toString'"]) {
    serializer(
      'own',
      `return { serialize() { const one = Buffer.alloc(3); Object.defineProperty(one, ${name}, { ${later} }); return one; } };`,
    );
    replies('own', bytes, kept);
    assert.deepEqual(kit.kept(), [Buffer.alloc(3)], name);
  }
  serializer(
    'memory',
    `return { serialize() { const one = Buffer.from(new ArrayBuffer(3));
       Object.defineProperty(one.buffer, 'resizable', { get() { one.fill(120); return false; } }); return one; } };`,
  );
  replies('memory', bytes, kept);
  assert.deepEqual(kit.kept(), [Buffer.alloc(3)]);
});

test('neither commands nor finished texts lie where a row can reach them', () => {
  serializer(
    'pool',
    `return { serialize() {
       const pool = Buffer.from(Buffer.from('x').buffer);
       const found = pool.includes('slice 3 1' + String.fromCharCode(10)); pool.fill(120); return String(found); } };`,
  );
  replies('pool', { id: '' }, ['slice 3 1', 'slice 1 0', `kept ${kit.out}`]);
  assert.deepEqual(kit.keptTexts(), ['false']);
});

/** What would have an object of the row's altered while it is written. */
const ALTERED = [
  `for (const one of [Date, Map, Uint8Array]) Object.defineProperty(one, Symbol.hasInstance, {
     value: (all) => { if (all) late(); return false; } });`,
  'const { max } = Math; Math.max = (...all) => { late(); return max(...all); };',
  `const { root } = schema.model;
   Object.defineProperty(schema.model, 'root', { get() { late(); return root; } });`,
];

test('the model that a row gets, and what it makes of its int64s, can alter no result', () => {
  const late = { id: '', task: 'deserialize' };
  for (const body of ALTERED) {
    const one = `const one = { text: 'x'.repeat(5000), extra: 'early' }; const late = () => { one.extra = 'late'; };`;
    serializer('altered', `${one} ${body} return { deserialize: () => one };`);
    replies('altered', late, ['slice 1 1', `kept ${kit.out}`]);
    assert.ok(kit.kept()[0]!.includes('early'), body);
  }
  kit.serializer(
    'int64s',
    `const all = [];
     const to = () => { for (const one of all) one.text = 'late'; return 7n; };
     export default { version: '7', int64: { from: Number, to }, create: () => ({
       deserialize: () => ({ text: 'a', size: {}, extra: all[all.push({ text: 'early' }) - 1] }) }) };`,
  );
  replies('int64s', late, ['slice 2 2', `kept ${kit.out}`]);
  assert.ok(kit.kept().every((one) => one.includes('early')));
  const set = kit.set({ id: '' });
  kit.serializer(
    'reads-ahead',
    `import { existsSync } from 'node:fs';
     const from = () => existsSync('${set.split(' ')[2]}');
     export default { version: '7', int64: { from }, create: () => ({ serialize: ({ size }) => String(size) }) };`,
  );
  kit.talk([...kit.job({ id: 'reads-ahead' }), set, 'slice 2 1', `kept ${kit.out}`]);
  assert.deepEqual(kit.keptTexts(), ['false']);
});

test('bytes and keys within an object are plain ones, too', () => {
  for (const [name, made] of [
    ['shared', 'new Uint8Array(new SharedArrayBuffer(2))'],
    ['growing', 'Buffer.from(new ArrayBuffer(2, { maxByteLength: 4 }))'],
    ['a subclass', 'new (class Late extends Uint8Array {})(2)'],
    ['a key', 'new Map([[{}, 2]])'],
  ]) {
    serializer('within', `return { deserialize: () => ({ text: ${made} }) };`);
    const [, reply] = replies('within', { id: '', task: 'deserialize' });
    assert.match(
      reply!,
      /^error mismatch result 0: (bytes that others may write to stand where|a key of a Map is)/,
      name,
    );
  }
});
