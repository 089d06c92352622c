import { type Expected, everyOf, testEveryRow } from '../../../test/contract/runtime/every-row.ts';
import { isAtLeast, skip } from './kit.ts';

const ATTRIBUTES_ONLY: Expected = ['unsupported', /by the name of its attribute only/];

const EXPECTED: Readonly<Record<string, Expected>> = {
  // These libraries always name a dataclass's field by its attribute.
  ...everyOf(
    'orjson-dataclass orjson-without-slots msgspec-dataclass msgspec-msgpack-dataclass',
    'every-kind contract-names',
    ATTRIBUTES_ONLY,
  ),
  // msgspec structs can rename fields, but don't escape names.
  'msgspec contract-names': ['unsupported', /must not contain .*control characters/],
  'msgspec-msgpack contract-names': ['unsupported', /must not contain .*control characters/],
  // mashumaro copies names into generated source without escaping.
  'mashumaro contract-names': ['unsupported', /has names in it as they are/],
  // Since 3.12 Python's compiler fails on mashumaro's deeply nested code.
  ...(isAtLeast('3.12') && { 'mashumaro contract-deep': ['unsupported', /3\.12/] satisfies Expected }),
  'fastavro contract-list': ['unsupported', /any type/],
};

await testEveryRow({ runtime: 'python', expected: EXPECTED, skip });
