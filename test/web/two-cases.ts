/** A run of two cases, of two languages and a busy machine: its answer has every sentence that there is. */
import { contender, outcome, rounds, smallRun, stored, type WholeRun } from '../report/small-run.ts';

export function twoCases(): WholeRun {
  const names = ['node/json', 'node/protobufjs', 'ruby/protobuf-messages', 'ruby/json'];
  const tasks = ['serialize', 'deserialize'] as const;
  const { record, samples } = smallRun(
    [1000, 720, 2400, 3100].map((ns) => rounds(10, (i) => ns + (i % 3))),
    {
      suite: {
        name: 'two',
        title: 'Two languages and their formats on the same documents',
        style: 'default',
      },
      machine: {
        ...{ cpu: 'A processor', cores: 2, memoryBytes: 1, os: '', kernel: '', arch: '' },
        ...{ load: null, governor: null },
      },
      contenders: names.map((name) => contender(name)),
      cases: tasks.map((task) => {
        return { dataset: 'users', size: 'small', task, batch: 1, contenders: [0, 1, 2, 3], baseline: 0 };
      }),
      outcomes: tasks.flatMap((_, number) =>
        names.map((_, index) => {
          const raw = 900 - index * 100;
          return outcome(index, { case: number, sizes: { raw, gzip: raw, zstd: raw, brotli: raw } });
        }),
      ),
    },
  );
  const waited = samples.all.map((sample) => ({ ...sample, waitNs: sample.ns * 0.2 }));
  return {
    record,
    samples: stored(tasks.flatMap((_, number) => waited.map((one) => ({ ...one, case: number })))),
  };
}
