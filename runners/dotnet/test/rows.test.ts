/** Every row of .NET on every kind of type and name (test/contract/runtime/every-row.ts). */
import { join } from 'node:path';
import { place } from '../../../test/contract/place.ts';
import { type Expected, testEveryRow } from '../../../test/contract/runtime/every-row.ts';

const REFUSED: Expected = ['unsupported', /^Enum type 'Word' uses unsupported identifier ''\./];
/** Enums like the above, or two types with one name. */
const NAMES: Expected = ['unsupported', /^(Enum type 'Word'|JsonTypeInfo metadata for type)/];
/** The generated writers of System.Text.Json write a null byte[] as an empty string. */
const NULL_BYTES: Expected = ['mismatch', /expected null, found string ""$/];

await testEveryRow({
  runtime: 'dotnet',
  expected: {
    'system-text-json contract-names': REFUSED,
    'system-text-json-bytes contract-names': REFUSED,
    'system-text-json-relaxed contract-names': REFUSED,
    'system-text-json-source contract-names': NAMES,
    'system-text-json-source-bytes contract-names': NAMES,
    'system-text-json-source every-kind serialize': NULL_BYTES,
    'system-text-json-source contract-wide serialize': NULL_BYTES,
    'system-text-json-source-bytes every-kind serialize': NULL_BYTES,
    'system-text-json-source-bytes contract-wide serialize': NULL_BYTES,
  },
  cache: join(place.cache, 'tests'),
});
