/** A suite on a person's own documents: one made for them, or another's serializers and tasks. */
import type { Catalog } from '../define/catalog.ts';
import { selectsRuntime } from '../define/patterns.ts';
import type { DatasetDefinition, SuiteDefinition } from '../define/types.ts';
import { contenderName, namedOf, type SerializerContender } from '../plan/case.ts';
import { type Filters, selectsSerializer } from '../plan/filters.ts';
import { rowOf, serializersOf } from '../plan/plan.ts';
import type { DataRequest, OwnDocuments } from '../store/record/record.ts';

/** A person's own documents as a dataset. */
export interface OwnData {
  readonly request: DataRequest;
  readonly definition: DatasetDefinition;
  readonly own: OwnDocuments;
}

/**
 * Without a suite: every serializer that the filters leave, both ways. Quick unless told otherwise, as it is a question of
 * the moment.
 *
 * @param suite null: none
 */
export function suiteOfOwn(
  suite: SuiteDefinition | null,
  { definition, own }: OwnData,
  catalog: Catalog,
  filters: Filters,
): SuiteDefinition {
  const [dataset, sizes] = [own.name, definition.sizes.map(({ name }) => name)];
  if (suite === null) {
    const tasks = ['serialize', 'deserialize'] as const;
    return {
      name: dataset,
      file: definition.folder,
      title: definition.title,
      style: 'default',
      batch: 1,
      quick: true,
      serializers: ['*/*'],
      baseline: baselineOf(catalog, filters),
      cases: [{ dataset, sizes, tasks }],
    };
  }
  const { publishedFile: _published, more: _more, ...taken } = suite;
  const tasks = new Set(suite.cases.flatMap((one) => one.tasks));
  const cases = [...tasks].map((task) => {
    const asked = suite.cases.filter((one) => one.tasks.includes(task));
    const serializers = new Set(asked.flatMap((one) => one.serializers ?? suite.serializers));
    return { dataset, sizes, tasks: [task], serializers: [...serializers] };
  });
  return { ...taken, title: `${suite.title}, on ${definition.title}`, quick: true, cases };
}

/** Of the runtime that is asked first, its own JSON if it has any: what most people use today. */
function baselineOf({ runners }: Catalog, filters: Filters): string {
  const rows = [...runners.values()].flatMap(serializersOf);
  const left = rows.filter((one) => selectsSerializer(filters, rowOf(one)));
  const patterns = filters.runtime ?? [];
  const place = (one: SerializerContender) =>
    patterns.findIndex((pattern) => selectsRuntime(pattern, namedOf(one)));
  const sorted = left.toSorted((a, b) => place(a) - place(b));
  const own = ({ definition }: SerializerContender) =>
    definition.format === 'json' && definition.packages.length === 0 && definition.bound === undefined;
  const [first] = sorted;
  const ofFirst = sorted.filter((one) => place(one) === place(first!));
  const baseline = ofFirst.find(own) ?? first;
  return baseline === undefined ? '' : contenderName(baseline);
}
