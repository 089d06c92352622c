/** Runners that misbehave in the middle of a run: each gets its verdict, the others go on, nothing is left behind. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { areGone, rowsIn, scratchFolder, wiremark } from './command.ts';
import { suiteToml, writeNodeRunner } from './definitions.ts';
import { here, plain } from './shipped.ts';

const folder = scratchFolder('misbehaving')('run');

/** What happens at the call after so many honest ones: later than the verification before timing. */
const HONEST_CALLS = 400;
const FAULTS: Record<string, string> = {
  honest: '',
  hangs: 'for (;;);',
  dies: "process.kill(process.pid, 'SIGKILL');",
  floods: "for (;;) writeSync(1, 'spam spam spam spam\\n');",
  'leaves-a-child': 'spawnChild();',
};

const honest = JSON.stringify(join(here.folder, plain.file));
const sourceOf = (fault: string) => `import { spawn } from 'node:child_process';
import { appendFileSync, writeSync } from 'node:fs';
import json from ${honest};

function spawnChild() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  appendFileSync(${JSON.stringify(join(folder, 'children'))}, child.pid + '\\n');
}

export default {
  ...json,
  create(...given) {
    const made = json.create(...given);
    let calls = 0;
    return {
      serialize(document) {
        if (++calls === ${HONEST_CALLS}) { ${fault} }
        return made.serialize(document);
      },
    };
  },
};
`;
writeNodeRunner(folder, {
  runtime: 'mine',
  rows: Object.fromEntries(Object.entries(FAULTS).map(([id, fault]) => [id, sourceOf(fault)])),
});
writeFileSync(join(folder, 'mine.toml'), suiteToml({ serializers: ['mine/honest', 'mine/*'] }));

test('hanging, dying, flooding and leaving children behind: verdicts for them, ranks for the others', async () => {
  const words =
    'run mine.toml --runner runner.toml --quick --rounds 2 --patience 8s --no-memory --format json';
  const { status, stdout, stderr } = wiremark(folder, words.split(' '));
  assert.equal(status, 1, stderr);
  assert.equal(JSON.parse(stdout).partial, false, 'every round of those that are well is in');
  const row = (id: string) => rowsIn(stdout).find(({ serializer }) => serializer === id)!;
  assert.equal(row('honest').verdict, 'ok');
  assert.equal(row('leaves-a-child').verdict, 'ok');
  assert.equal(row('hangs').verdict, 'timeout');
  assert.match(row('hangs').reason!, /no answer within 8 s/);
  assert.equal(row('dies').verdict, 'crash');
  assert.match(row('dies').reason!, /SIGKILL/);
  assert.equal(row('floods').verdict, 'crash');
  assert.match(row('floods').reason!, /flooded standard output|answered "(spam)+/);
  for (const id of ['honest', 'leaves-a-child']) assert.ok(row(id).rank! >= 1);
  for (const id of ['hangs', 'dies', 'floods']) assert.equal(row(id).rank, null);

  const children = readFileSync(join(folder, 'children'), 'utf8').trim().split('\n').map(Number);
  assert.ok(children.length >= 2, 'one each round');
  await areGone(children);
});
