/** What the serializers of the Python runner do on every kind of type and name (test/contract/runtime/every-row.ts). */
import { type Expected, testEveryRow } from '../../../test/contract/runtime/every-row.ts';
import { isAtLeast, skip } from './kit.ts';

const ATTRIBUTES_ONLY: Expected = ['unsupported', /by the name of its attribute only/];

const EXPECTED: Readonly<Record<string, Expected>> = {
  // A dataclass's field has no other name than its attribute to these.
  'orjson-dataclass every-kind': ATTRIBUTES_ONLY,
  'orjson-dataclass contract-names': ATTRIBUTES_ONLY,
  'orjson-without-slots every-kind': ATTRIBUTES_ONLY,
  'orjson-without-slots contract-names': ATTRIBUTES_ONLY,
  'msgspec-dataclass every-kind': ATTRIBUTES_ONLY,
  'msgspec-dataclass contract-names': ATTRIBUTES_ONLY,
  'msgspec-msgpack-dataclass every-kind': ATTRIBUTES_ONLY,
  'msgspec-msgpack-dataclass contract-names': ATTRIBUTES_ONLY,
  // A struct's has, but it is written as it stands, whatever the format,
  'msgspec contract-names': ['unsupported', /must not contain .*control characters/],
  'msgspec-msgpack contract-names': ['unsupported', /must not contain .*control characters/],
  // and into the source of functions.
  'mashumaro contract-names': ['unsupported', /has names in it as they are/],
  // From 3.12 on Python's compiler fails at code that nests as deeply as what it generates.
  ...(isAtLeast('3.12') && { 'mashumaro contract-deep': ['unsupported', /3\.12/] satisfies Expected }),
  // Avro itself has no value of any type.
  'fastavro contract-list': ['unsupported', /any type/],
};

await testEveryRow({ runtime: 'python', expected: EXPECTED, skip });
