/** Runners that alter what all of them are given to read: it costs their own rows, whatever else is measured with the same files. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkRow } from '../../src/bench/checking.ts';
import { openPlan } from '../../src/bench/definitions.ts';
import { openWorkbench } from '../../src/bench/workbench.ts';
import type { Verdict } from '../../src/plan/verdict.ts';
import { suiteToml, writeNodeRunner } from '../contract/definitions.ts';
import { place } from '../contract/place.ts';
import { temporary } from '../files/temporary.ts';

const folder = temporary('altered');
/** Of its own: here it is spoilt. */
const cache = join(folder, 'cache');

/** What it does at its third call to every model in the cache: test/bench/given.test.ts has all that can be done to a file. */
const ALTERS = `import { appendFileSync, chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import json from ${JSON.stringify(join(place.home, 'runners/node/serializers/json.mjs'))};

function alter() {
  for (const entry of readdirSync(${JSON.stringify(cache)}, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !file.includes('.model')) continue;
    chmodSync(file, 0o644);
    appendFileSync(file, 'more');
  }
}

export default {
  ...json,
  create(...given) {
    const made = json.create(...given);
    let calls = 0;
    return {
      serialize(document) {
        if (++calls === 3) alter();
        return made.serialize(document);
      },
    };
  },
};
`;

test('it is named, and the next rows find the files as they were', async () => {
  const rows = { alters: ALTERS, honest: ALTERS.replace('=== 3', '=== Infinity') };
  const manifest = writeNodeRunner(join(folder, 'runner'), { runtime: 'mine', rows });
  writeFileSync(join(folder, 'mine.toml'), suiteToml({ serializers: ['mine/honest', 'mine/*'] }));
  const { catalog, plan } = openPlan(place.home, {
    suite: join(folder, 'mine.toml'),
    runners: [manifest],
    filters: {},
    limits: false,
  });
  const workbench = await openWorkbench({ plan, catalog, cache, progress: () => {} });
  const [planned] = plan.cases;
  const verdictOf = async (id: string): Promise<Verdict> => {
    const contender = planned!.contenders.find(({ definition }) => definition.id === id)!;
    return (await checkRow(workbench, planned!, contender)).verdict;
  };
  const { verdict, reason } = (await verdictOf('alters')) as { verdict: string; reason: string };
  assert.equal(verdict, 'crash');
  assert.match(reason, /^altered .*\.model.*, which it was given to read$/);
  assert.deepEqual(await verdictOf('honest'), { verdict: 'ok' });

  const [one] = planned!.contenders;
  const file = join(folder, `runner/serializers/${one!.definition.id}.mjs`);
  workbench.builds.code(one!);
  assert.equal(workbench.builds.altered(planned!, one!), null);
  const alterations = [
    () => appendFileSync(file, '//'),
    () => rmSync(file),
    () => mkdirSync(file),
    () => writeFileSync(join(file, 'x'), ''),
  ];
  for (const alter of alterations) {
    alter();
    assert.equal(workbench.builds.altered(planned!, one!), `a file of ${join(folder, 'runner')}`);
  }
});
