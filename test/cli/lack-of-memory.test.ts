/** Whoever gets no memory says it in words of its own; for a person it is one line with a cure, and exit code 2. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explain } from '../../src/cli/errors.ts';
import { place } from '../contract/place.ts';

/** What is said of an error, and the exit code. */
function said(error: unknown): { text: string; code: number } {
  const { write } = process.stderr;
  let text = '';
  process.stderr.write = (chunk) => {
    text += chunk;
    return true;
  };
  try {
    return { code: explain(error, place), text };
  } finally {
    process.stderr.write = write;
  }
}

function thrown(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was thrown');
}

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });
const errors: [who: string, error: unknown][] = [
  ['V8, of a buffer', thrown(() => new ArrayBuffer(Number.MAX_SAFE_INTEGER))],
  ['V8, of typed arrays', new RangeError('Array buffer allocation failed')],
  ['WebAssembly, of a memory', new RangeError('WebAssembly.Memory(): could not allocate memory')],
  [
    'WebAssembly, of an instance',
    new RangeError('WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory for new instance'),
  ],
  [
    'a program in WebAssembly',
    new WebAssembly.RuntimeError('Aborted(RangeError: WebAssembly.instantiate(): Out of memory)'),
  ],
  ['a thread', withCode('ERR_WORKER_OUT_OF_MEMORY', 'Worker terminated due to reaching memory limit')],
  ['Node', withCode('ERR_MEMORY_ALLOCATION_FAILED', 'Failed to allocate memory')],
  ['the loader', withCode('ERR_DLOPEN_FAILED', 'libx.so: failed to map segment from shared object')],
  ['DuckDB', new Error('Out of Memory Error: Allocation failure\nat somewhere')],
  ['C++', new Error('std::bad_alloc')],
];
for (const [who, error] of errors)
  test(`${who} without memory`, () => {
    const { text, code } = said(error);
    assert.match(
      text,
      /^wiremark: there is not enough memory: .+\. Close other programs, raise the limit.*\n$/,
    );
    assert.equal(code, 2);
  });

test('the system without memory, and what has nothing to do with it', () => {
  const refused = Object.assign(withCode('ENOMEM', 'ENOMEM: not enough memory, read'), { syscall: 'read' });
  assert.match(
    said(refused).text,
    /^wiremark: the system is out of memory or processes: .*Close other programs/,
  );
  assert.match(said(new RangeError('out of range')).text, /^wiremark: a bug in wiremark/);
});
