/** Rows that would have code of theirs run before the clock starts or after it has stopped. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
  'globalThis.Function': 'globalThis.Function = function (...all) { return real(...all); }',
  'globalThis.Number': 'globalThis.Number = Object.assign((one) => real(one), real)',
};

for (const [name, replace] of Object.entries(REPLACED)) {
  const [, holder, key] = /^(.+)\.(\w+)$/.exec(name)!;
  const told = `error crash the row replaces ${key} of ${holder}, which the kit uses`;
  const body = `const real = ${name};`;
  test(`${name} is replaced before there are documents`, () => {
    serializer('early', `${body} ${replace}; return { serialize: (note) => note.text };`);
    assert.deepEqual(replies('early', { id: '' }), [told]);
  });

  test(`${name} is replaced by an operation of a slice that keeps nothing`, () => {
    serializer(
      'late',
      `${body} let calls = 0; return { serialize(note) { if (++calls === 4) { ${replace}; } return note.text; } };`,
    );
    const [, first, second] = replies('late', { id: '' }, ['slice 3 1', 'slice 1 0', 'slice 1 1']);
    assert.match(first!, /^slice 3 /);
    assert.equal(second, told);
  });
}

test('a property that every object has', () => {
  for (const property of ['encoding', 'get', 'toJSON']) {
    serializer(
      'inherits',
      `Object.defineProperty(Object.prototype, '${property}', { configurable: true, get() {} });
       return { serialize: (note) => note.text };`,
    );
    assert.match(replies('inherits', { id: '' })[0]!, /^error crash the row changes what every object has/);
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
    'asked',
    `for (const one of [Date, Map, Uint8Array]) Object.defineProperty(one, Symbol.hasInstance, {
       value: (all) => { if (all) all.text = 'late'; return false; } });
     return { deserialize: () => ({ text: 'early' }) };`,
  );
  replies('asked', { id: '', task: 'deserialize' }, kept);
  assert.ok(kit.kept()[0]!.includes('early'));
});

test('bytes within an object are plain ones, too', () => {
  for (const [name, made] of [
    ['shared', 'new Uint8Array(new SharedArrayBuffer(2))'],
    ['growing', 'Buffer.from(new ArrayBuffer(2, { maxByteLength: 4 }))'],
    ['a subclass', 'new (class Late extends Uint8Array {})(2)'],
  ]) {
    serializer('within', `return { deserialize: () => ({ text: ${made} }) };`);
    const [, reply] = replies('within', { id: '', task: 'deserialize' });
    assert.match(reply!, /^error mismatch result 0: bytes that others may write to stand where/, name);
  }
});
