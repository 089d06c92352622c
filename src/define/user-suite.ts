/** A suite on a user's documents: another suite's serializers and tasks, or every serializer. */
import type { DatasetDefinition, SuiteDefinition } from './types.ts';

/**
 * Both are quick unless told otherwise: documents of one's own are a question of the moment.
 *
 * @param suite null: every serializer, both ways, with a baseline that the plan chooses
 */
export function suiteOfUserData(
  suite: SuiteDefinition | null,
  { name: dataset, folder, title, sizes: all }: DatasetDefinition,
): SuiteDefinition {
  const sizes = all.map(({ name }) => name);
  if (suite === null) {
    const tasks = ['serialize', 'deserialize'] as const;
    const cases = [{ dataset, sizes, tasks }];
    const usual = { style: 'default', batch: 1, quick: true, serializers: ['*/*'], baseline: '' } as const;
    return { name: dataset, file: folder, title, ...usual, cases };
  }
  const { publishedFile: _published, more: _more, ...taken } = suite;
  const tasks = new Set(suite.cases.flatMap((one) => one.tasks));
  const cases = [...tasks].map((task) => {
    const asked = suite.cases.filter((one) => one.tasks.includes(task));
    const serializers = new Set(asked.flatMap((one) => one.serializers ?? suite.serializers));
    return { dataset, sizes, tasks: [task], serializers: [...serializers] };
  });
  return { ...taken, title: `${suite.title}, on ${title}`, quick: true, cases };
}
