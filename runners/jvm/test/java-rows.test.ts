import { testEveryRow } from '../../../test/contract/runtime/every-row.ts';

await testEveryRow({
  runtime: 'jvm',
  expected: {
    'fory contract-deep': ['unsupported', /^Fory takes minutes to generate code for lists more than 4 deep$/],
  },
  serializers: ({ file }) => file.endsWith('.java'),
});
