import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scratchFolder, wiremark } from '../../../test/contract/command.ts';
import { skip } from './kit.ts';

const scratch = scratchFolder('source-python');

test('source shows generated code and packages', { skip }, () => {
  const { status, stdout, stderr } = wiremark(
    scratch('here'),
    'source python/json -t deserialize'.split(' '),
  );
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^=== python\/json on record\/single, deserialize\npackages: none\n/);
  assert.match(stdout, /^=== generated for this schema\n[\s\S]*^# conversion\n/m);
});
