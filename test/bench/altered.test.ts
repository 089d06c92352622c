/** Runners that alter what they are given to read, or are made of: it costs their own rows. */
import assert from 'node:assert/strict';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkRow } from '../../src/bench/checking.ts';
import { openPlan } from '../../src/bench/definitions.ts';
import { openWorkbench } from '../../src/bench/workbench.ts';
import type { Contender } from '../../src/plan/case.ts';
import { suiteToml, writeNodeRunner } from '../contract/definitions.ts';
import { place } from '../contract/place.ts';
import { here, plain } from '../contract/shipped.ts';
import { DAMAGES } from '../files/damages.ts';
import { temporary } from '../files/temporary.ts';

const folder = temporary('altered');
const cache = join(folder, 'cache');

test('each row is given files of its own, and its next process finds them as they were', async () => {
  const json = `export { default } from ${JSON.stringify(join(here.folder, plain.file))};`;
  const rows = { first: json, second: json };
  const manifest = writeNodeRunner(join(folder, 'runner'), { runtime: 'mine', rows });
  writeFileSync(join(folder, 'mine.toml'), suiteToml({ serializers: ['mine/first', 'mine/second'] }));
  const { catalog, plan } = openPlan(place.home, {
    suite: join(folder, 'mine.toml'),
    runners: [manifest],
    filters: {},
    limits: false,
  });
  const workbench = await openWorkbench({ plan, catalog, cache, progress: () => {} });
  const [planned] = plan.cases;
  const [one, other] = planned!.contenders;
  for (const key of ['model', 'schema'] as const) {
    const given = async (contender: Contender) => (await workbench.launchOf(planned!, contender)).job[key];
    const path = await given(one!);
    const text = readFileSync(path, 'utf8');
    assert.notEqual(await given(other!), path);
    assert.ok(!path.startsWith(place.home), 'the dataset has its own');
    for (const damage of Object.values(DAMAGES)) {
      chmodSync(path, 0o644);
      damage(path);
      assert.equal(await given(one!), path);
      assert.equal(readFileSync(path, 'utf8'), text);
    }
  }
  assert.deepEqual((await checkRow(workbench, planned!, one!)).verdict, { verdict: 'ok' });

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
