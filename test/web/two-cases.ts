/** A run of two cases, of two languages and a busy machine: its answer has every sentence that there is. */
import { contender, MACHINE, rounds, sized, smallRun, stored, type WholeRun } from '../report/small-run.ts';

export function twoCases(): WholeRun {
  const names = ['node/json', 'node/protobufjs', 'ruby/protobuf-messages', 'ruby/json'];
  const tasks = ['serialize', 'deserialize'] as const;
  const times = [1000, 720, 2400, 3100].map((ns) => rounds(10, (i) => ns + (i % 3)));
  const title = 'Two languages and their formats on the same documents';
  const { record, samples } = smallRun(times, {
    suite: { name: 'two', title, style: 'default' },
    machine: { ...MACHINE, cpu: 'A processor', load: null },
    contenders: names.map((name) => contender(name)),
    cases: tasks.map((task) => {
      return { dataset: 'users', size: 'small', task, batch: 1, contenders: [0, 1, 2, 3], baseline: 0 };
    }),
    outcomes: tasks.flatMap((_, number) =>
      sized(900, 800, 700, 600).map((one) => ({ ...one, case: number })),
    ),
  });
  const waited = samples.all.map((sample) => ({ ...sample, waitNs: sample.ns * 0.2 }));
  return {
    record,
    samples: stored(tasks.flatMap((_, number) => waited.map((one) => ({ ...one, case: number })))),
  };
}
