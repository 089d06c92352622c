import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runnerBlocks } from '../../src/cli/doctor.ts';
import { renderTerminal } from '../../src/report/text/terminal.ts';

test('a reason that several rows share is printed once, with their names and the fix', () => {
  const common = { version: null, verdict: 'unavailable', failed: false, license: null } as const;
  const offline = { ...common, remark: 'no network; fix: connect' };
  const serializers = [
    { ...common, name: 'a/odd', remark: 'too old; fix: update it' },
    {
      name: 'a/well',
      version: '1.2',
      verdict: 'ok' as const,
      remark: '',
      failed: false,
      license: 'Apache-2.0',
    },
    ...['a/one', 'a/two', 'a/three'].map((name) => ({ ...offline, name })),
  ];
  const blocks = runnerBlocks({ runtime: 'a', title: 'A', tools: [], serializers });
  const text = renderTerminal(blocks, { width: 100, color: false });
  assert.equal(text.match(/no network/g)?.length, 1, text);
  assert.match(text, /^a\/one, a\/two, a\/three: unavailable: no network; fix: connect$/m);
  assert.match(text, /^a\/odd +unavailable +too old; fix: update it$/m);
  assert.match(text, /^a\/well +1\.2 +Apache-2\.0$/m);
});
