/** A run of two cases, of two languages and a busy machine: its answer has every sentence that there is. */
import {
  contender,
  inCases,
  MACHINE,
  rounds,
  sized,
  smallRun,
  type WholeRun,
  withSamples,
} from '../report/small-run.ts';

export function twoCases(): WholeRun {
  const names = ['mill/json', 'mill/protobufjs', 'rill/protobuf-messages', 'rill/json'];
  const times = [1000, 720, 2400, 3100].map((ns) => rounds(10, (i) => ns + (i % 3)));
  const title = 'Two languages and their formats on the same documents';
  const run = smallRun(times, {
    suite: { name: 'two', title, style: 'default' },
    machine: { ...MACHINE, cpu: 'A processor', load: null },
    contenders: names.map((name) => contender(name)),
    outcomes: sized(900, 800, 700, 600),
  });
  const waited = withSamples(run, ({ ns }) => ({ waitNs: ns * 0.2 }));
  const data = { dataset: 'users', size: 'small' } as const;
  return inCases(waited, { ...data, task: 'serialize' }, { ...data, task: 'deserialize' });
}
